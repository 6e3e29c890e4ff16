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

/* Of a constant or an if-then-else of constants: every different constant in
 * it; false: it is none, or there are more. */
static bool possible_values(const tp_eval *e, tp_expr count, uint32_t most,
                            tp_vec_u32 *out) {
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
    ok = ok && seen.n < TP_LIMIT_DECIDE_COUNT_PARTS && out->n <= most;
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

typedef struct way { /* a context in which it may be read */
  tp_expr is_it;     /* 0: there is no other */
  uint64_t context;
  tp_expr count; /* earlier readings in it */
  tp_vec_u32 counts;
} way;

typedef struct source { /* one reading of an input site */
  uint32_t site;
  VEC(way) ways; /* none: not known */
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
static tp_expr one_variable(tp_eval *e, const source *s, const way *w,
                            uint32_t occurrence, tp_expr is_this, uint32_t part,
                            uint8_t type) {
  tp_var what = {.key = tp_wire_key(w->context, s->site, occurrence, part),
                 .site = s->site,
                 .occurrence = occurrence,
                 .part = part,
                 .type = type};
  tp_expr given = given_bits(e, what.key, type);
  if (given)
    return given;
  uint32_t var = tp_vars_of(e->model->vars, e->x, &what);
  e->inputs_read++;
  if (s->test)
    VEC_PUSH(&e->model->results,
             ((tp_model_result){var, s->test - 1, e->s.guard, is_this}));
  return e->model->vars->at.at[var].bits;
}

/* Both hold; 0 holds anyway. */
static tp_expr both(tp_eval *e, tp_expr a, tp_expr b) {
  return a && b ? tp_expr_and(e->x, a, b) : a ? a : b;
}

/* The bytes of part `part`, whichever reading this is; 0: not known. */
static tp_expr part_bits(tp_eval *e, const source *s, uint32_t part,
                         uint8_t type) {
  tp_expr out = 0;
  for (uint32_t i = 0; i < s->ways.n; i++) {
    const way *w = &s->ways.at[i];
    for (uint32_t k = 0; k < w->counts.n; k++) {
      uint32_t count = w->counts.at[k];
      tp_expr is_count =
          w->counts.n > 1
              ? tp_expr_eq(e->x, w->count, tp_expr_bv(e->x, 32, count))
              : 0;
      tp_expr is_this = both(e, w->is_it, is_count);
      tp_expr bits = one_variable(e, s, w, count, is_this, part, type);
      out = out ? tp_expr_ite(e->x, is_this, bits, out) : bits;
    }
  }
  return out;
}

/* ---- contexts ------------------------------------------------------------ */

/* What it may be, as small numbers; false: that is not known. */
static bool possible_numbers(const tp_eval *e, tp_expr value, tp_vec_u32 *out) {
  tp_interval span = tp_expr_span(e->x, value);
  if (tp_expr_width(e->x, value) <= 32 &&
      possible_values(e, value, TP_LIMIT_DECIDE_SITES, out))
    return true;
  VEC_CLEAR(out);
  if (span.low < 0 || span.high >= TP_LIMIT_DECIDE_SITES)
    return false;
  for (int64_t i = span.low; i <= span.high; i++)
    VEC_PUSH(out, (uint32_t)i);
  return true;
}

/* Each way in each of the contexts that the values are. */
static void part_ways(tp_eval *e, source *s, tp_expr value,
                      const tp_vec_u32 *values) {
  uint32_t n = s->ways.n;
  unsigned width = tp_expr_width(e->x, value);
  for (uint32_t k = 1; k < values->n; k++)
    for (uint32_t i = 0; i < n; i++)
      VEC_PUSH(&s->ways, s->ways.at[i]);
  for (uint32_t i = 0; i < s->ways.n; i++) {
    uint32_t number = values->at[i / n];
    way *w = &s->ways.at[i];
    tp_expr is_it = tp_expr_eq(e->x, value, tp_expr_bv(e->x, width, number));
    w->is_it = both(e, w->is_it, is_it);
    w->context = tp_wire_context_by(w->context, number);
  }
}

/* False: what the parameter holds is not known. */
static bool tell_apart(tp_eval *e, source *s, uint32_t by) {
  tp_cscalar type;
  uint64_t bits;
  tp_vec_u32 values = {0};
  tp_expr value = tp_eval_parameter(e, by, &type);
  bool is_one = value && tp_expr_known(e->x, value, &bits);
  for (uint32_t i = 0; is_one && i < s->ways.n; i++)
    s->ways.at[i].context = tp_wire_context_by(s->ways.at[i].context, bits);
  bool are_few = !is_one && value && possible_numbers(e, value, &values) &&
                 values.n * s->ways.n <= TP_LIMIT_DECIDE_SITES;
  if (are_few)
    part_ways(e, s, value, &values);
  VEC_FREE(&values);
  return is_one || are_few;
}

/* As the runtime tells them apart (tp_wire_func.by). */
static bool find_ways(tp_eval *e, source *s) {
  const tp_eval_frame *f = tp_eval_top(e);
  const tp_wire_func *wire = &e->plan->funcs.at[f->func];
  bool is_known = true;
  VEC_PUSH(&s->ways, (way){.context = f->context});
  for (uint32_t i = 0; i < TP_WIRE_BY && is_known; i++)
    is_known = !wire->by[i] || tell_apart(e, s, wire->by[i]);
  return is_known;
}

/* False: how often it was read before is not known. */
static bool count_way(tp_eval *e, uint32_t site, way *w) {
  uint32_t cell = counter_cell(e, w->context, site);
  tp_expr zero = tp_expr_bv(e->x, 32, 0);
  tp_expr count = tp_store_get(e->memory.store, e->s.cells, cell);
  w->count = count ? count : zero;
  if (!possible_values(e, w->count, TP_LIMIT_DECIDE_COUNTS, &w->counts))
    return false;
  tp_expr next = next_count(e, w->count, &w->counts);
  if (w->is_it)
    next = tp_expr_ite(e->x, w->is_it, next, w->count);
  e->s.cells = tp_store_set(e->memory.store, e->s.cells, cell, next);
  return true;
}

static void free_source(source *s) {
  for (uint32_t i = 0; i < s->ways.n; i++)
    VEC_FREE(&s->ways.at[i].counts);
  VEC_FREE(&s->ways);
}

static void start_reading(tp_eval *e, uint32_t site, source *out) {
  *out = (source){.site = site, .test = tp_eval_tested(e)};
  if (tp_store_get(e->memory.store, e->s.cells, FORGOTTEN))
    return;
  bool is_known = find_ways(e, out);
  for (uint32_t i = 0; i < out->ways.n && is_known; i++)
    is_known = count_way(e, site, &out->ways.at[i]);
  if (is_known)
    return;
  free_source(out);
  tp_eval_forget_counters(e);
}

static void fill_object(tp_eval *e, const source *s, tp_expr address,
                        uint64_t size) {
  const tp_wire_site *wire = &e->plan->sites.at[s->site];
  if (!wire->n_parts || !wire->object_size || !s->ways.n || !size ||
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
  } else if (s.ways.n && e->plan->sites.at[id].n_parts == 1 &&
             tp_sem_scalar(e->p, out.type, &t)) {
    const tp_wire_part *part =
        &e->plan->parts.at[e->plan->sites.at[id].first_part];
    tp_expr bits = part_bits(e, &s, 0, (uint8_t)part->type);
    if (bits && tp_expr_width(e->x, bits) == 8u * t.size)
      out.e = tp_cop_of_bits(e->x, t, bits);
  }
  free_source(&s);
  return out;
}
