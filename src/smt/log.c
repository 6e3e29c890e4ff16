/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/log.c - one query as a complete SMT-LIB 2 file.
 *
 * Any solver of QF_BV can repeat it: floats are declared as the bit vectors of
 * their IEEE patterns. Assertions are named by their place in the path, so that
 * a core of another solver can be compared.
 */
#include "smt/log.h"

#include "base/file.h"
#include "expr/node.h"

/* Sort and width of the variables of q, found by walking its predicates. */
static void find_sorts(tp_exprs *exprs, const tp_query *q, tp_map *sorts) {
  tp_vec_u32 stack = {0};
  tp_map seen = {0};
  for (uint32_t i = 0; i < q->items.n; i++)
    VEC_PUSH(&stack, q->items.at[i].e);
  while (stack.n) {
    tp_expr e = VEC_POP(&stack);
    bool is_new;
    tp_map_put(&seen, e, &is_new);
    if (!is_new)
      continue;
    const tp_expr_node *n = tp_expr_get(exprs, e);
    if (n->op == TP_E_VAR)
      *tp_map_put(sorts, n->bits, &is_new) = (uint32_t)n->sort << 8 | n->width;
    const tp_expr kids[3] = {n->a, n->b, n->c};
    for (unsigned i = 0; i < 3; i++)
      if (kids[i])
        VEC_PUSH(&stack, kids[i]);
  }
  tp_map_free(&seen);
  VEC_FREE(&stack);
}

static void declare_vars(tp_exprs *exprs, const tp_query *q, tp_str *out) {
  tp_map sorts = {0};
  find_sorts(exprs, q, &sorts);
  for (uint32_t i = 0; i < q->vars.n; i++) {
    uint32_t packed = *tp_map_get(&sorts, q->vars.at[i]);
    unsigned sort = packed >> 8;
    if (sort == TP_X_BOOL)
      tp_str_addf(out, "(declare-fun v%u () Bool)\n", q->vars.at[i]);
    else
      tp_str_addf(out, "(declare-fun v%u () (_ BitVec %u))%s\n", q->vars.at[i],
                  packed & 255,
                  sort == TP_X_F64   ? " ; a double's pattern"
                  : sort == TP_X_F32 ? " ; a float's pattern"
                                     : "");
  }
  tp_map_free(&sorts);
}

static void write_query(tp_exprs *exprs, const tp_query *q,
                        tp_smt_answer answer, tp_str *out) {
  static const char *const status[] = {"sat", "unsat", "unknown"};
  tp_str_add(out, "(set-info :smt-lib-version 2.6)\n(set-logic QF_BV)\n");
  tp_str_addf(out, "(set-info :status %s)\n", status[answer]);
  declare_vars(exprs, q, out);
  for (uint32_t i = 0; i < q->items.n; i++) {
    tp_str_add(out, "(assert (! ");
    tp_expr_print(exprs, q->items.at[i].e, out);
    tp_str_addf(out, " :named c%u))\n", q->items.at[i].index);
  }
  tp_str_add(out, "(check-sat)\n(exit)\n");
}

int tp_smt_log_write(tp_exprs *exprs, const char *dir, uint32_t number,
                     const tp_query *q, tp_smt_answer answer, tp_diag *diag) {
  tp_str text = {0}, path = {0};
  write_query(exprs, q, answer, &text);
  tp_str_addf(&path, "%s/%06u.smt2", dir, number);
  int rc = tp_file_write(tp_str_text(&path), text.at, text.n, diag);
  tp_str_free(&path);
  tp_str_free(&text);
  return rc;
}
