/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nearest statement around the place in which something was not followed
 * before it; if there is none, whatever was not followed before it in its
 * function; if there is none either, the calls of that function. */
#include "decide/lost.h"

#include "base/bits.h"

typedef struct search {
  const tp_program *p;
  const tp_diary *t;
  tp_bits seen;    /* functions */
  tp_bits walked;  /* nodes in which something was told; empty: not known */
  tp_vec_u32 work; /* places that were not reached */
  tp_vec_u32 *out;
} search;

/* What was not followed inside of a node, and begins before a place. */
static bool add_inside(search *s, tp_node_id outer, tp_node_id place) {
  uint32_t before = s->out->n;
  uint32_t end = tp_node_get(s->p, place)->begin;
  for (uint32_t i = 0; i < s->t->pruned.n; i++) {
    tp_node_id n = s->t->pruned.at[i].node;
    if (n && n != place && tp_node_is_inside(s->p, outer, n) &&
        tp_node_get(s->p, n)->begin < end)
      VEC_PUSH(s->out, i);
  }
  return s->out->n > before;
}

static tp_func_id function_with(const tp_program *p, tp_node_id body) {
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    if (p->funcs.at[f].body == body)
      return f;
  return 0;
}

/* Calls in which something was told, once for all. */
static void find_walked(search *s) {
  if (s->walked.n)
    return;
  tp_bits_init(&s->walked, s->p->nodes.n);
  for (uint32_t i = 0; i < s->t->at.n; i++)
    for (tp_node_id n = s->t->at.at[i].node; n && !tp_bits_has(&s->walked, n);
         n = s->t->parents.at[n])
      tp_bits_add(&s->walked, n);
}

/* By its name; or through a pointer, where the walk did not come: of the calls
 * where it did it knows that they mean others. */
static bool may_call(search *s, tp_node_id call, tp_func_id f) {
  const tp_node *target = tp_node_get(s->p, tp_node_get(s->p, call)->first);
  bool is_name = target->kind == TP_N_NAME &&
                 s->p->decls.at[target->ref].kind == TP_D_FUNCTION;
  if (is_name)
    return tp_decl_function(s->p, target->ref) == f;
  if (!s->p->decls.at[s->p->funcs.at[f].decl].address_taken)
    return false;
  find_walked(s);
  return !tp_bits_has(&s->walked, call);
}

/* All its calls; false: it is called from outside. That it is not, though its
 * address is used, is known: else it would have been walked. */
static bool add_calls(search *s, tp_func_id f) {
  const tp_program *p = s->p;
  if (!f || f == p->entry)
    return false;
  if (tp_bits_has(&s->seen, f))
    return true;
  tp_bits_add(&s->seen, f);
  for (tp_node_id n = 1; n < p->nodes.n; n++)
    if (tp_node_get(p, n)->kind == TP_N_CALL && may_call(s, n, f))
      VEC_PUSH(&s->work, n);
  return true;
}

static bool look_around(search *s, tp_node_id place) {
  tp_node_id at = place, top = place;
  for (; at; at = s->t->parents.at[at]) {
    top = at;
    if (at != place && add_inside(s, at, place))
      return true;
  }
  return add_calls(s, function_with(s->p, top));
}

bool tp_lost_find(const tp_program *p, const tp_diary *t, tp_node_id n,
                  tp_vec_u32 *out) {
  search s = {.p = p, .t = t, .out = out};
  bool ok = true;
  tp_bits_init(&s.seen, p->funcs.n);
  VEC_PUSH(&s.work, n);
  while (s.work.n && ok)
    ok = look_around(&s, VEC_POP(&s.work));
  tp_bits_free(&s.seen);
  tp_bits_free(&s.walked);
  VEC_FREE(&s.work);
  return ok;
}
