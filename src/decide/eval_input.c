/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs: the variables that the runtime will know by the same key. How often
 * a site was read before in its context is counted in the store, so that it
 * merges as everything else does. */
#include "decide/eval.h"
#include "base/limits.h"
#include "expr/node.h"

#define FORGOTTEN TP_STORE_COUNTERS /* not 0: the counters mean nothing */

static bool contains(const tp_vec_u32 *v, uint32_t x) {
  for (uint32_t i = 0; i < v->n; i++)
    if (v->at[i] == x)
      return true;
  return false;
}

static uint32_t counter_cell(tp_eval *e, uint64_t context, uint32_t site) {
  bool is_new;
  uint64_t key = tp_wire_mix(context ^ tp_wire_mix(site)) >> 1;
  uint32_t *slot = tp_map_put(&e->counters, key, &is_new);
  if (is_new)
    *slot = TP_STORE_COUNTERS + e->counters.n;
  return *slot;
}

void tp_eval_forget_counters(tp_eval *e) {
  e->s.cells = tp_store_set(e->memory.store, e->s.cells, FORGOTTEN,
                            tp_expr_bv(e->x, 32, 1));
}

static void add_once(tp_vec_u32 *v, uint32_t x) {
  if (!contains(v, x))
    VEC_PUSH(v, x);
}

/* A counter is a constant or an if-then-else of constants: every different
 * constant in it; false: there are too many. */
static bool possible_counts(const tp_eval *e, tp_expr count, tp_vec_u32 *out) {
  tp_vec_u32 seen = {0};
  bool ok = true;
  VEC_PUSH(&seen, tp_expr_plain(e->x, count));
  for (uint32_t i = 0; i < seen.n && ok; i++) {
    uint64_t bits;
    const tp_expr_node *n = tp_expr_get(e->x, seen.at[i]);
    if (tp_expr_known(e->x, seen.at[i], &bits)) {
      add_once(out, (uint32_t)bits);
    } else if (n->op == TP_E_OF_BOOL) { /* if-then-else of 1 and 0 */
      add_once(out, 0);
      add_once(out, 1);
    } else if (n->op == TP_E_ITE) {
      add_once(&seen, n->b);
      add_once(&seen, n->c);
    } else {
      ok = false;
    }
    ok = ok && seen.n < TP_LIMIT_DECIDE_COUNT_PARTS &&
         out->n <= TP_LIMIT_DECIDE_COUNTS;
  }
  VEC_FREE(&seen);
  return ok;
}

/* count + 1, again as an if-then-else of constants: for each value it may have
 * the next one. */
static tp_expr next_count(tp_eval *e, tp_expr count, const tp_vec_u32 *counts) {
  tp_expr out = tp_expr_bv(e->x, 32, counts->at[0] + 1);
  for (uint32_t i = 1; i < counts->n; i++)
    out = tp_expr_ite(
        e->x, tp_expr_eq(e->x, count, tp_expr_bv(e->x, 32, counts->at[i])),
        tp_expr_bv(e->x, 32, counts->at[i] + 1), out);
  return out;
}

typedef struct source { /* one reading of an input site */
  uint32_t site;
  uint64_t context;
  tp_expr count; /* earlier readings; 0: not known */
  tp_vec_u32 counts;
  uint32_t test; /* tp_eval_tested */
} source;

/* The value that the run had which is gone along; 0: it is behind that. */
static tp_expr given_bits(tp_eval *e, uint64_t key, uint8_t type) {
  const tp_given *given = e->opt->given;
  const uint32_t *place = given ? tp_map_get(&given->at, key) : NULL;
  if (place)
    return tp_expr_bv(e->x, 8 * tp_wire_type_size((tp_wire_type)type),
                      given->bits.at[*place]);
  if (given && !e->is_onward) {
    e->is_onward = true;
    e->onward_until = e->steps + e->opt->max_onward;
  }
  return 0;
}

/* is_this: that it is this occurrence; 0: no other may be. */
static tp_expr one_variable(tp_eval *e, const source *s, uint32_t occurrence,
                            tp_expr is_this, uint32_t part, uint8_t type) {
  tp_var what = {.key = tp_wire_key(s->context, s->site, occurrence, part),
                 .site = s->site,
                 .occurrence = occurrence,
                 .part = part,
                 .type = type};
  tp_expr given = given_bits(e, what.key, type);
  if (given)
    return given;
  uint32_t var = tp_vars_of(e->model->vars, e->x, &what);
  if (s->test)
    VEC_PUSH(&e->model->results,
             ((tp_model_result){var, s->test - 1, e->s.guard, is_this}));
  return e->model->vars->at.at[var].bits;
}

/* The bytes of part `part`, whichever reading this is; 0: not known. */
static tp_expr part_bits(tp_eval *e, const source *s, uint32_t part,
                         uint8_t type) {
  tp_expr out = 0;
  for (uint32_t i = 0; i < s->counts.n; i++) {
    uint32_t k = s->counts.at[i];
    tp_expr is_this = tp_expr_eq(e->x, s->count, tp_expr_bv(e->x, 32, k));
    tp_expr bits =
        one_variable(e, s, k, s->counts.n > 1 ? is_this : 0, part, type);
    out = out ? tp_expr_ite(e->x, is_this, bits, out) : bits;
  }
  return out;
}

static void start_reading(tp_eval *e, uint32_t site, source *out) {
  *out = (source){.site = site,
                  .context = VEC_LAST(&e->frames)->context,
                  .test = tp_eval_tested(e)};
  if (tp_store_get(e->memory.store, e->s.cells, FORGOTTEN))
    return;
  uint32_t cell = counter_cell(e, out->context, site);
  tp_expr zero = tp_expr_bv(e->x, 32, 0);
  tp_expr count = tp_store_get(e->memory.store, e->s.cells, cell);
  out->count = count ? count : zero;
  if (!possible_counts(e, out->count, &out->counts)) {
    VEC_CLEAR(&out->counts);
    tp_eval_forget_counters(e);
    return;
  }
  e->s.cells = tp_store_set(e->memory.store, e->s.cells, cell,
                            next_count(e, out->count, &out->counts));
}

static void fill_object(tp_eval *e, const source *s, tp_expr address,
                        uint64_t size) {
  const tp_wire_site *wire = &e->plan->sites.at[s->site];
  if (!wire->n_parts || !wire->object_size || !s->counts.n || !size ||
      size % wire->object_size) {
    tp_eval_forget_reached(e, address);
    return;
  }
  uint64_t repeats = size / wire->object_size;
  for (uint32_t i = 0; i < wire->n_parts * repeats; i++) {
    const tp_wire_part *part =
        &e->plan->parts.at[wire->first_part + i % wire->n_parts];
    uint64_t offset = i / wire->n_parts * wire->object_size + part->offset;
    tp_expr at =
        tp_expr_bv_op(e->x, TP_BV_ADD, address, tp_expr_bv(e->x, 64, offset));
    e->s.cells = tp_memory_store(&e->memory, e->s.cells, at,
                                 tp_wire_type_size((tp_wire_type)part->type),
                                 part_bits(e, s, i, (uint8_t)part->type));
  }
}

/* 0: not known. */
static uint64_t object_size(tp_eval *e, const tp_site *site,
                            const tp_value *args, uint32_t n) {
  uint64_t bits;
  if (site->arg + 1u >= n ||
      !tp_type_is_integer(&e->p->types, args[site->arg + 1].type))
    return tp_type_get(&e->p->types, site->object)->size;
  tp_expr size = args[site->arg + 1].e;
  return size && tp_expr_known(e->x, size, &bits) ? bits : 0;
}

tp_value tp_eval_input(tp_eval *e, const tp_ir_op *call, const tp_value *args,
                       uint32_t n) {
  uint32_t id = call->ref;
  const tp_site *site = &e->p->sites.at[id];
  tp_value out = {0, call->type};
  tp_cscalar t;
  source s;
  tp_eval_errno_after(e, NULL);
  start_reading(e, id, &s);
  if (site->input_kind == TP_INPUT_OBJECT) {
    if (site->arg < n && args[site->arg].e)
      fill_object(e, &s, args[site->arg].e, object_size(e, site, args, n));
    else
      tp_eval_forget_all(e);
  } else if (s.counts.n && e->plan->sites.at[id].n_parts == 1 &&
             tp_sem_scalar(e->p, out.type, &t)) {
    const tp_wire_part *part =
        &e->plan->parts.at[e->plan->sites.at[id].first_part];
    tp_expr bits = part_bits(e, &s, 0, (uint8_t)part->type);
    if (bits && tp_expr_width(e->x, bits) == 8u * t.size)
      out.e = tp_cop_of_bits(e->x, t, bits);
  }
  VEC_FREE(&s.counts);
  return out;
}
