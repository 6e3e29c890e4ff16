/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/log.c - one query, or one proof, as a complete SMT-LIB 2 file.
 *
 * Any solver of QF_BV can repeat it: floats are declared as the bit vectors of
 * their IEEE patterns. Assertions are named by their place in the path, so that
 * a core of another solver can be compared.
 */
#include "smt/log.h"

#include "base/file.h"
#include "expr/node.h"

/* Sort and width of the variables below expressions, by variable; the variables
 * as they are met. */
typedef struct sorts {
  tp_map of;
  tp_map seen; /* expressions */
  tp_vec_u32 vars;
} sorts;

static void find_sorts(tp_exprs *exprs, tp_expr root, sorts *out) {
  tp_vec_u32 stack = {0};
  VEC_PUSH(&stack, root);
  while (stack.n) {
    tp_expr e = VEC_POP(&stack);
    bool is_new;
    tp_map_put(&out->seen, e, &is_new);
    if (!is_new)
      continue;
    const tp_expr_node *n = tp_expr_get(exprs, e);
    if (n->op == TP_E_VAR) {
      *tp_map_put(&out->of, n->bits, &is_new) =
          (uint32_t)n->sort << 8 | n->width;
      VEC_PUSH(&out->vars, (uint32_t)n->bits);
    }
    const tp_expr kids[3] = {n->a, n->b, n->c};
    for (unsigned i = 0; i < 3; i++)
      if (kids[i])
        VEC_PUSH(&stack, kids[i]);
  }
  VEC_FREE(&stack);
}

static void declare_vars(sorts *all, tp_str *out) {
  tp_expr_vars_sort(&all->vars, 0);
  for (uint32_t i = 0; i < all->vars.n; i++) {
    uint32_t var = all->vars.at[i], packed = *tp_map_get(&all->of, var);
    unsigned sort = packed >> 8;
    if (sort == TP_X_BOOL)
      tp_str_addf(out, "(declare-fun v%u () Bool)\n", var);
    else
      tp_str_addf(out, "(declare-fun v%u () (_ BitVec %u))%s\n", var,
                  packed & 255,
                  sort == TP_X_F64   ? " ; a double's pattern"
                  : sort == TP_X_F32 ? " ; a float's pattern"
                                     : "");
  }
  tp_map_free(&all->of);
  tp_map_free(&all->seen);
  VEC_FREE(&all->vars);
}

static void begin(tp_smt_answer answer, tp_str *out) {
  static const char *const status[] = {"sat", "unsat", "unknown"};
  tp_str_add(out, "(set-info :smt-lib-version 2.6)\n(set-logic QF_BV)\n");
  tp_str_addf(out, "(set-info :status %s)\n", status[answer]);
}

/* Without a name: that e holds. */
static void assert_named(tp_exprs *exprs, tp_expr name, tp_expr e,
                         uint32_t number, tp_str *out) {
  tp_str_add(out, "(assert (! ");
  if (name) {
    tp_str_add(out, "(= ");
    tp_expr_print(exprs, name, out);
    tp_str_add(out, " ");
  }
  tp_expr_print(exprs, e, out);
  tp_str_addf(out, "%s :named c%u))", name ? ")" : "", number);
}

static int finish(tp_str *text, const char *dir, uint32_t number,
                  tp_diag *diag) {
  tp_str path = {0};
  tp_str_add(text, "(check-sat)\n(exit)\n");
  tp_str_addf(&path, "%s/%06u.smt2", dir, number);
  int rc = tp_file_write(tp_str_text(&path), text->at, text->n, diag);
  tp_str_free(&path);
  tp_str_free(text);
  return rc;
}

int tp_smt_log_write(tp_exprs *exprs, const char *dir, uint32_t number,
                     const tp_query *q, tp_smt_answer answer, tp_diag *diag) {
  tp_str text = {0};
  sorts all = {0};
  begin(answer, &text);
  for (uint32_t i = 0; i < q->items.n; i++)
    find_sorts(exprs, q->items.at[i].e, &all);
  declare_vars(&all, &text);
  for (uint32_t i = 0; i < q->items.n; i++) {
    assert_named(exprs, 0, q->items.at[i].e, q->items.at[i].index, &text);
    tp_str_add(&text, "\n");
  }
  return finish(&text, dir, number, diag);
}

int tp_smt_certify(tp_exprs *exprs, const char *head,
                   const tp_smt_statement *at, uint32_t n, const char *dir,
                   uint32_t number, tp_diag *diag) {
  tp_str text = {0};
  sorts all = {0};
  tp_str_addf(&text, "; %s\n", head);
  begin(TP_SMT_UNSAT, &text);
  for (uint32_t i = 0; i < n; i++)
    find_sorts(exprs, at[i].e, &all);
  for (uint32_t i = 0; i < n; i++)
    if (at[i].name)
      find_sorts(exprs, at[i].name, &all);
  declare_vars(&all, &text);
  for (uint32_t i = 0; i < n; i++) {
    assert_named(exprs, at[i].name, at[i].e, i + 1, &text);
    tp_str_addf(&text, " ; %s\n", at[i].text);
  }
  return finish(&text, dir, number, diag);
}
