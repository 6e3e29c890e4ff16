/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions clang emits, and so counts: those with external linkage, and
 * what they name, directly or through static variables, outside of what it
 * leaves out because a condition is constant. Names are followed from there
 * with a list of trees.
 *
 * A function of a header has a copy in each unit but only one set of
 * decisions, those of the first copy: it counts if any copy is used. */
#include "front/link.h"

#include "base/bits.h"

typedef struct finder {
  tp_program *p;
  tp_bits used;      /* by func */
  tp_bits variables; /* by decl, canonical */
  tp_bits counted;   /* by func: has the decisions of one that is used */
  tp_vec_u32 roots;  /* trees that are used and not looked at yet */
  tp_vec_u32 work;
} finder;

static tp_decl_id same(const tp_program *p, tp_decl_id d) {
  return p->decls.at[d].same ? p->decls.at[d].same : d;
}

static void use_function(finder *x, tp_func_id f) {
  if (!f || tp_bits_has(&x->used, f))
    return;
  tp_bits_add(&x->used, f);
  VEC_PUSH(&x->roots, x->p->funcs.at[f].body);
}

static void use_variable(finder *x, tp_decl_id d) {
  d = same(x->p, d);
  if (tp_bits_has(&x->variables, d))
    return;
  tp_bits_add(&x->variables, d);
  if (x->p->decls.at[d].var)
    VEC_PUSH(&x->roots, x->p->decls.at[d].var);
}

/* ---- what a constant condition leaves out -------------------------------- */

static bool has_label(const tp_program *p, tp_node_id root) {
  tp_vec_u32 work = {0};
  bool found = false;
  VEC_PUSH(&work, root);
  while (work.n && !found) {
    tp_node_id n = VEC_POP(&work);
    uint8_t kind = tp_node_get(p, n)->kind;
    found = kind == TP_N_LABEL || kind == TP_N_CASE || kind == TP_N_DEFAULT ||
            kind == TP_N_OPAQUE;
    TP_KIDS (p, n, kid)
      VEC_PUSH(&work, kid);
  }
  VEC_FREE(&work);
  return found;
}

/* The kid of an if, a ?: or a && that is never run, 0 if there is none. */
static tp_node_id dead_kid(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  uint64_t value;
  bool is_if = node->kind == TP_N_IF ||
               (node->kind == TP_N_COND && !(node->flags & TP_F_ELVIS));
  if ((!is_if && node->kind != TP_N_LOGICAL) ||
      !tp_node_folds(p, node->first, &value))
    return 0;
  tp_node_id dead = 0;
  if (is_if)
    dead = tp_node_kid(p, n, value ? 2 : 1);
  else if ((node->op == TP_OP_LOGOR) == (value != 0))
    dead = tp_node_kid(p, n, 1);
  return dead && !has_label(p, dead) ? dead : 0;
}

/* ---- the walk ------------------------------------------------------------ */

static void use_node(finder *x, tp_node_id n) {
  const tp_node *node = tp_node_get(x->p, n);
  if (node->decision)
    tp_bits_add(&x->counted, x->p->decisions.at[node->decision].func);
  if (node->kind != TP_N_NAME)
    return;
  if (x->p->decls.at[node->ref].kind == TP_D_FUNCTION)
    use_function(x, tp_decl_function(x->p, node->ref));
  else
    use_variable(x, node->ref);
}

static void use_tree(finder *x, tp_node_id root) {
  if (root)
    VEC_PUSH(&x->work, root);
  while (x->work.n) {
    tp_node_id n = VEC_POP(&x->work);
    tp_node_id dead = dead_kid(x->p, n);
    use_node(x, n);
    TP_KIDS (x->p, n, kid)
      if (kid != dead)
        VEC_PUSH(&x->work, kid);
  }
}

static bool is_kept(const tp_program *p, tp_decl_id d) {
  return !p->decls.at[d].is_static || p->decls.at[same(p, d)].is_used_unseen;
}

static void find_roots(finder *x) {
  const tp_program *p = x->p;
  for (tp_unit_id u = 1; u < p->units.n; u++)
    for (uint32_t i = 0; i < p->units.at[u].top.n; i++)
      TP_KIDS (p, p->units.at[u].top.at[i], var)
        if (is_kept(p, tp_node_get(p, var)->ref))
          use_variable(x, tp_node_get(p, var)->ref);
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (is_kept(p, p->funcs.at[f].decl))
      use_function(x, f);
}

void tp_front_find_unused(tp_program *p) {
  finder x = {.p = p};
  tp_bits_init(&x.used, p->funcs.n);
  tp_bits_init(&x.counted, p->funcs.n);
  tp_bits_init(&x.variables, p->decls.n + 1);
  find_roots(&x);
  while (x.roots.n)
    use_tree(&x, VEC_POP(&x.roots));
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    p->funcs.at[f].is_never_used =
        !tp_bits_has(&x.used, f) && !tp_bits_has(&x.counted, f);
  tp_bits_free(&x.used);
  tp_bits_free(&x.counted);
  tp_bits_free(&x.variables);
  VEC_FREE(&x.roots);
  VEC_FREE(&x.work);
}
