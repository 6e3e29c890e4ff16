/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What C leaves to the compiler: which operand is evaluated first. It matters
 * where a call changes what lies beside it. Where one side only reads, it may
 * read before or after; where both sides call functions of the program, and one
 * of these writes what is not its own, nothing is known of what they do. */
#include "decide/eval.h"

#include "libc/libc.h"

bool tp_eval_acts(const tp_eval *e, tp_node_id n) {
  return tp_bits_has(&e->effects.impure, n);
}

bool tp_eval_is_plain(const tp_eval *e, tp_node_id n) {
  return !tp_eval_acts(e, n) && !tp_bits_has(&e->effects.decisions, n);
}

tp_expr tp_eval_either(tp_eval *e, tp_expr a, tp_expr b) {
  if (!a || !b || a == b)
    return a && b ? a : 0;
  return tp_expr_ite(e->x, tp_eval_fresh_bool(e, TP_FREE_EXPRESSION), a, b);
}

/* ---- functions that write what is not their own
 * ---------------------------------------*/

/* An assignment to a local variable, or to a part of one. */
static bool is_own(const tp_program *p, tp_node_id left) {
  const tp_node *node = tp_node_get(p, left);
  while (node->kind == TP_N_MEMBER ||
         (node->kind == TP_N_INDEX &&
          tp_type_get(&p->types, tp_node_get(p, node->first)->type)->kind ==
              TP_T_ARRAY))
    node = tp_node_get(p, node->first);
  return node->kind == TP_N_NAME && p->decls.at[node->ref].scope &&
         !p->decls.at[node->ref].is_static && !p->decls.at[node->ref].is_extern;
}

static bool is_pointer(const tp_program *p, tp_node_id n) {
  uint8_t kind = tp_type_get(&p->types, tp_node_get(p, n)->type)->kind;
  return kind == TP_T_POINTER || kind == TP_T_ARRAY;
}

/* A call of what the program does not define: it may write where a pointer
 * leads. */
static bool writes_outside(const tp_eval *e, tp_node_id call) {
  const tp_program *p = e->p;
  const tp_site *site = &p->sites.at[tp_node_get(p, call)->ref];
  const tp_trust *t = &e->trust;
  uint32_t effects = site->callee && t->effects.n
                         ? t->effects.at[p->decls.at[site->callee].same]
                         : TP_OUTSIDE_UNKNOWN;
  bool is_quiet = effects & TP_OUTSIDE_QUIET || site->is_input;
  if (!is_quiet && (t->hands_on || t->is_interposed ||
                    effects & (TP_OUTSIDE_UNKNOWN | TP_OUTSIDE_LATER)))
    return true;
  TP_KIDS (p, call, kid)
    if (kid != tp_node_get(p, call)->first && is_pointer(p, kid) &&
        tp_node_get(p, kid)->kind != TP_N_STRING)
      return true;
  return false;
}

/* Whether it writes by itself; the functions it calls are added to `calls`. */
static bool writes(const tp_eval *e, tp_node_id body, tp_vec_u32 *calls) {
  const tp_program *p = e->p;
  tp_vec_u32 work = {0};
  bool found = false;
  VEC_PUSH(&work, body);
  while (work.n && !found) {
    tp_node_id n = VEC_POP(&work);
    const tp_node *node = tp_node_get(p, n);
    tp_func_id f =
        node->kind == TP_N_CALL && node->ref && p->sites.at[node->ref].callee
            ? tp_decl_function(p, p->sites.at[node->ref].callee)
            : 0;
    if (f)
      VEC_PUSH(calls, f);
    found = node->kind == TP_N_OPAQUE ||
            (node->kind == TP_N_CALL && !f && writes_outside(e, n)) ||
            ((node->kind == TP_N_ASSIGN || node->kind == TP_N_INCDEC) &&
             !is_own(p, node->first));
    TP_KIDS (p, n, kid)
      VEC_PUSH(&work, kid);
  }
  VEC_FREE(&work);
  return found;
}

/* Whether evaluating n calls functions of the program, and whether one of
 * them, or one that they call, writes what is not its own. */
static bool find_calls(const tp_eval *e, tp_node_id n, bool *writes_shared) {
  tp_vec_u32 calls = {0};
  tp_map seen = {0};
  *writes_shared = writes(e, n, &calls);
  bool any = calls.n > 0 || *writes_shared;
  for (uint32_t i = 0; i < calls.n && !*writes_shared; i++) {
    bool is_new;
    tp_map_put(&seen, calls.at[i], &is_new);
    if (is_new)
      *writes_shared = writes(e, e->p->funcs.at[calls.at[i]].body, &calls);
  }
  tp_map_free(&seen);
  VEC_FREE(&calls);
  return any;
}

bool tp_eval_writes_shared(const tp_eval *e, tp_func_id f) {
  bool writes_shared;
  find_calls(e, e->p->funcs.at[f].body, &writes_shared);
  return writes_shared;
}

bool tp_eval_is_order_open(tp_eval *e, tp_node_id a, tp_node_id b) {
  bool is_new, first, second;
  if (!tp_eval_acts(e, a) || !tp_eval_acts(e, b))
    return false;
  uint32_t *known = tp_map_put(&e->orders, (uint64_t)a << 32 | b, &is_new);
  if (is_new)
    *known = find_calls(e, a, &first) && find_calls(e, b, &second) &&
             (first || second);
  return *known;
}
