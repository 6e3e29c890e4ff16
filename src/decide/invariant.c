/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Induction over the turns of a loop. The turn that stands for any begins with
 * variables in place of what the loop may have assigned; so the values behind
 * it are expressions over them, and what is true of the values before the loop,
 * and stays true from the head of a turn to its end, is true at each head.
 *
 * Candidates are comparisons with the constants that the values are made of
 * (Houdini): all that an answer of the solver shows to be false are left out,
 * until there is none. What is left is the literal of the guard of that turn,
 * and so a part of every question about it.
 *
 * They come in stages, the simple ones first: values of what has few, bounds of
 * each, order of two, what holds while something has one of its few values. A
 * stage rests on those before it, and one that takes too long is left out
 * alone. */
#include "decide/fact.h"

#include "base/limits.h"
#include "base/rng.h"
#include "decide/access.h"
#include "expr/node.h"

#include <stdlib.h>

/* The constants in a value, sorted as signed numbers of its width. */
typedef struct constants {
  VEC(uint64_t) all;
  tp_fact_values chosen; /* that it may be as they are, */
  uint32_t n_later;      /* the first of them behind a turn, too */
  bool is_few;           /* it is one of these, or as it was */
} constants;

typedef struct search {
  tp_eval *e;
  const tp_eval_heads *heads;
  VEC(constants) constants; /* by head */
  VEC(tp_fact) facts;
  VEC(uint8_t) weakened; /* by group: how often */
  uint32_t first; /* of the stage; what holds of those before it is known */
  uint32_t groups, checks, most_checks;
  const tp_smt_result *answer;
  tp_map place;       /* variable -> in the model of the answer, + 1 */
  VEC(uint64_t) bits; /* of the model */
  tp_rng rng;
} search;

/* ---- the heads ----------------------------------------------------------- */

static bool is_plain_object(const tp_object_info *o) {
  return !o->is_open && !o->is_constant && !o->is_string && !o->is_dead &&
         !o->is_freed && o->n_cells && o->n_cells <= TP_LIMIT_INVARIANT_CELLS;
}

static void add_head(tp_eval *e, tp_eval_loop *l, tp_object o, uint32_t part) {
  tp_store *store = e->memory.store;
  const tp_object_info *info = &e->memory.objects.at[o];
  uint32_t cell = info->first_cell + part;
  unsigned size = e->memory.layouts.at[info->layout_first + part].size;
  tp_expr first = tp_store_get(store, l->before.cells, cell);
  tp_expr any = tp_store_get(store, e->s.cells, cell);
  if (!first || any == first || tp_expr_sort(e->x, first) != TP_X_BV ||
      tp_expr_width(e->x, first) != 8 * size)
    return;
  if (!any) {
    any = tp_eval_fresh_cell(e, size, TP_FREE_LOOP);
    e->s.cells = tp_store_set(store, e->s.cells, cell, any);
  }
  tp_store_note(store, cell, first);
  VEC_PUSH(
      &l->heads,
      (tp_eval_head){
          .object = o, .part = part, .cell = cell, .first = first, .any = any});
}

void tp_invariant_begin(tp_eval *e, tp_eval_loop *l) {
  const tp_memory *m = &e->memory;
  l->any = e->s.guard;
  if (e->opt->is_first && !l->is_driven)
    return;
  if (!e->opt->ask || !l->is_entered || l->is_jumped_into)
    return;
  for (tp_object o = 1; o < m->objects.n; o++) {
    tp_object_info info = m->objects.at[o];
    if (!is_plain_object(&info))
      continue;
    for (uint32_t i = 0; i < info.n_cells; i++) {
      tp_cell cell = m->layouts.at[info.layout_first + i];
      if (!cell.is_pointer && l->heads.n < TP_LIMIT_INVARIANT_HEADS)
        add_head(e, l, o, i);
    }
  }
}

/* ---- constants ----------------------------------------------------------- */

static void add_value(constants *c, uint64_t value) {
  bool is_new = c->all.n < TP_LIMIT_INVARIANT_CONSTANTS;
  for (uint32_t i = 0; i < c->all.n && is_new; i++)
    is_new = c->all.at[i] != value;
  if (is_new)
    VEC_PUSH(&c->all, value);
}

/* All bits up to the highest one. */
static uint64_t ones(uint64_t bits) {
  for (unsigned n = 1; n < 64; n *= 2)
    bits |= bits >> n;
  return bits;
}

/* With its neighbours, and what can be made of its bits. */
static void add_constant(constants *c, const tp_expr_node *n, unsigned width) {
  uint64_t mask = UINT64_MAX >> (64 - width), bits = n->bits;
  bool is_negative = (bits | mask) == UINT64_MAX >> (64 - n->width);
  if (bits > mask && !is_negative)
    return;
  for (int step = -1; step <= 1; step++)
    add_value(c, (bits + (uint64_t)step) & mask);
  add_value(c, ones(bits & mask));
}

/* False: there are too many nodes. */
static bool collect(search *s, constants *c, tp_expr e, unsigned width) {
  tp_vec_u32 work = {0};
  tp_map seen = {0};
  bool is_new = true;
  VEC_PUSH(&work, e);
  while (work.n && seen.n <= TP_LIMIT_INVARIANT_NODES) {
    tp_expr at = VEC_POP(&work);
    tp_expr_node n = *tp_expr_get(s->e->x, at);
    tp_map_put(&seen, at, &is_new);
    if (!is_new)
      continue;
    if (n.op == TP_E_CONST && n.sort == TP_X_BV)
      add_constant(c, &n, width);
    else if (n.op != TP_E_CONST && n.op != TP_E_VAR)
      for (int i = 0; i < 3; i++)
        if ((&n.a)[i])
          VEC_PUSH(&work, (&n.a)[i]);
  }
  bool is_whole = !work.n;
  VEC_FREE(&work);
  tp_map_free(&seen);
  return is_whole;
}

/* False: there are too many. */
static bool add_chosen(constants *c, uint64_t value) {
  for (uint32_t i = 0; i < c->chosen.n; i++)
    if (c->chosen.at[i] == value)
      return true;
  if (c->chosen.n == TP_LIMIT_INVARIANT_CONSTANTS)
    return false;
  VEC_PUSH(&c->chosen, value);
  return true;
}

/* What an earlier loop left is one of what was found there. */
static bool add_chosen_before(search *s, constants *c, tp_expr e) {
  const tp_eval *eval = s->e;
  const tp_expr_node *n = tp_expr_get(eval->x, e);
  const uint32_t *at =
      n->op == TP_E_VAR ? tp_map_get(&eval->among_of, n->bits) : NULL;
  if (!at)
    return false;
  const tp_eval_among *among = &eval->among.at[*at - 1];
  bool is_room = true;
  for (uint32_t i = 0; i < among->n; i++)
    is_room &= add_chosen(c, eval->among_values.at[among->first + i]);
  return is_room;
}

/* The constants that a value is chosen from; false: it may be something else.
 */
static bool collect_chosen(search *s, constants *c, tp_expr e, tp_expr any) {
  tp_vec_u32 work = {0};
  tp_map seen = {0};
  uint64_t bits;
  bool is_new, is_all = true;
  VEC_PUSH(&work, e);
  while (work.n) {
    tp_expr at = VEC_POP(&work);
    tp_expr_node n = *tp_expr_get(s->e->x, at);
    tp_map_put(&seen, at, &is_new);
    if (!is_new || at == any)
      continue;
    if (n.op == TP_E_ITE) {
      VEC_PUSH(&work, n.b);
      VEC_PUSH(&work, n.c);
    } else {
      is_all &= tp_expr_constant(s->e->x, at, &bits)
                    ? add_chosen(c, bits)
                    : add_chosen_before(s, c, at);
    }
  }
  VEC_FREE(&work);
  tp_map_free(&seen);
  return is_all;
}

/* ---- facts --------------------------------------------------------------- */

typedef enum moment { AT_FIRST, AT_ANY, AT_NEXT } moment;

static tp_expr value_at(const search *s, uint32_t head, moment m) {
  const tp_eval_head *h = &s->heads->at[head];
  return m == AT_FIRST ? h->first : m == AT_ANY ? h->any : h->next;
}

static int64_t as_signed(uint64_t v, unsigned width) {
  return (int64_t)(v << (64 - width)) >> (64 - width);
}

static unsigned width_of(const search *s, uint32_t head) {
  return tp_expr_width(s->e->x, s->heads->at[head].any);
}

static bool is_among(const search *s, uint32_t head, uint64_t v) {
  const constants *c = &s->constants.at[head];
  for (uint32_t i = 0; i < c->chosen.n; i++)
    if (c->chosen.at[i] == v)
      return true;
  return false;
}

static bool holds_of(const search *s, const tp_fact *f, const uint64_t *now) {
  unsigned width = width_of(s, f->head);
  uint64_t v = now[f->head];
  switch (f->kind) {
  case TP_FACT_UP_TO:
    return as_signed(v, width) <= as_signed(now[f->value], width);
  case TP_FACT_AMONG:
    return is_among(s, f->head, v);
  case TP_FACT_MOST:
    return as_signed(v, width) <= as_signed(f->value, width);
  case TP_FACT_LEAST:
    return as_signed(v, width) >= as_signed(f->value, width);
  case TP_FACT_MOST_BITS:
    return v <= f->value;
  default:
    return v != f->value;
  }
}

static tp_expr is_one_of(search *s, uint32_t head, tp_expr v) {
  const constants *c = &s->constants.at[head];
  tp_exprs *x = s->e->x;
  tp_expr out = tp_expr_bool(x, false);
  for (uint32_t i = 0; i < c->chosen.n; i++)
    out = tp_expr_or(
        x, out,
        tp_expr_eq(x, v, tp_expr_bv(x, width_of(s, head), c->chosen.at[i])));
  return out;
}

static tp_expr is_so(search *s, const tp_fact *f, moment m) {
  tp_exprs *x = s->e->x;
  tp_expr v = value_at(s, f->head, m);
  tp_expr bound = f->kind == TP_FACT_UP_TO
                      ? value_at(s, (uint32_t)f->value, m)
                      : tp_expr_bv(x, width_of(s, f->head), f->value);
  switch (f->kind) {
  case TP_FACT_AMONG:
    return is_one_of(s, f->head, v);
  case TP_FACT_UP_TO:
  case TP_FACT_MOST:
    return tp_expr_not(x, tp_expr_slt(x, bound, v));
  case TP_FACT_LEAST:
    return tp_expr_not(x, tp_expr_slt(x, v, bound));
  case TP_FACT_MOST_BITS:
    return tp_expr_not(x, tp_expr_ult(x, bound, v));
  default:
    return tp_expr_not(x, tp_expr_eq(x, v, bound));
  }
}

/* The strongest first. */
static int compare_signed(const void *a, const void *b) {
  const tp_fact *f = a, *g = b;
  int64_t x = as_signed(f->value, 64), y = as_signed(g->value, 64);
  int order = (x > y) - (x < y);
  return f->kind == TP_FACT_LEAST ? -order : order;
}

static bool is_full(const search *s) {
  return s->facts.n - s->first >= TP_LIMIT_INVARIANT_FACTS;
}

static void add_bounds(search *s, tp_fact f, const constants *c) {
  unsigned width = width_of(s, f.head);
  uint32_t first = s->facts.n;
  f.group = s->groups++;
  for (uint32_t i = 0; i < c->all.n; i++) {
    f.value = f.kind == TP_FACT_MOST_BITS
                  ? c->all.at[i]
                  : (uint64_t)as_signed(c->all.at[i], width);
    if (!is_full(s) &&
        (f.kind != TP_FACT_MOST_BITS || f.value <= (uint64_t)INT64_MAX))
      VEC_PUSH(&s->facts, f);
  }
  qsort(s->facts.at + first, s->facts.n - first, sizeof *s->facts.at,
        compare_signed);
  for (uint32_t i = first; i < s->facts.n; i++)
    s->facts.at[i].value &= UINT64_MAX >> (64 - width);
}

static void add_others(search *s, tp_fact f, const constants *c) {
  f.kind = TP_FACT_NOT;
  for (uint32_t i = 0; i < c->n_later && !is_full(s); i++) {
    f.group = s->groups++;
    f.value = c->chosen.at[i];
    VEC_PUSH(&s->facts, f);
  }
}

static void add_facts(search *s, tp_fact f) {
  static const uint8_t bounds[] = {TP_FACT_MOST, TP_FACT_LEAST,
                                   TP_FACT_MOST_BITS};
  const constants *c = &s->constants.at[f.head];
  for (uint32_t i = 0; i < sizeof bounds; i++) {
    f.kind = bounds[i];
    add_bounds(s, f, c);
  }
  add_others(s, f, c);
  if (c->chosen.n && !is_full(s)) {
    f.kind = TP_FACT_AMONG;
    f.group = s->groups++;
    VEC_PUSH(&s->facts, f);
  }
}

/* What holds while a state is one of its values. */
static void add_facts_by_state(search *s, uint32_t state) {
  const constants *c = &s->constants.at[state];
  for (uint32_t i = 0; i < c->chosen.n; i++)
    for (uint32_t h = 0; h < s->heads->n; h++)
      if (h != state && s->heads->at[h].next)
        add_facts(s, (tp_fact){.head = h,
                               .if_head = state,
                               .if_value = c->chosen.at[i]});
}

static void add_order(search *s) {
  for (uint32_t a = 0; a < s->heads->n; a++)
    for (uint32_t b = 0; b < s->heads->n && !is_full(s); b++)
      if (a != b && s->heads->at[a].next && s->heads->at[b].next &&
          width_of(s, a) == width_of(s, b))
        VEC_PUSH(&s->facts, (tp_fact){.head = a,
                                      .value = b,
                                      .kind = TP_FACT_UP_TO,
                                      .if_head = TP_NO_HEAD,
                                      .group = s->groups++});
}

/* Those of its own values, then those of the conditions in the turn. */
static bool find_constants(search *s, uint32_t h, uint32_t first_instance) {
  const tp_eval_head *head = &s->heads->at[h];
  const tp_model *m = s->e->model;
  constants *c = &s->constants.at[h];
  unsigned width = width_of(s, h);
  if (!collect(s, c, head->next, width) || !collect(s, c, head->first, width))
    return false;
  for (uint32_t i = first_instance; i < m->instances.n; i++)
    if (c->all.n < TP_LIMIT_INVARIANT_CONSTANTS)
      collect(s, c, tp_expr_plain(s->e->x, m->instances.at[i].value), width);
  c->is_few = collect_chosen(s, c, head->next, head->any);
  c->n_later = c->chosen.n;
  if (c->is_few && !collect_chosen(s, c, head->first, 0))
    c->chosen.n = c->n_later;
  return true;
}

/* What has too large a value is as if it were no head. */
static void find_all_constants(search *s, uint32_t first_instance) {
  VEC_RESIZE(&s->constants, s->heads->n);
  for (uint32_t h = 0; h < s->heads->n; h++)
    if (s->heads->at[h].next && !find_constants(s, h, first_instance))
      s->heads->at[h].next = 0;
}

/* ---- which of them hold -------------------------------------------------- */

static tp_expr fact_at(search *s, const tp_fact *f, moment m) {
  tp_exprs *x = s->e->x;
  tp_expr out = is_so(s, f, m);
  if (f->if_head == TP_NO_HEAD)
    return out;
  tp_expr is_state =
      tp_expr_eq(x, value_at(s, f->if_head, m),
                 tp_expr_bv(x, width_of(s, f->if_head), f->if_value));
  return tp_expr_or(x, tp_expr_not(x, is_state), out);
}

/* All from there on that were not seen to be false; each group has its
 * strongest. */
static tp_expr all_facts(search *s, uint32_t first, moment m) {
  tp_expr all = tp_expr_bool(s->e->x, true);
  uint32_t group = UINT32_MAX;
  for (uint32_t i = first; i < s->facts.n; i++) {
    const tp_fact *f = &s->facts.at[i];
    if (f->is_false || f->group == group)
      continue;
    group = f->group;
    all = tp_expr_and(s->e->x, all, fact_at(s, f, m));
  }
  return all;
}

static uint64_t value_of(void *state, uint32_t var) {
  const search *s = state;
  const uint32_t *place = tp_map_get(&s->place, var);
  return place ? s->bits.at[*place - 1] : 0;
}

static void take_answer(search *s) {
  tp_map_clear(&s->place);
  VEC_CLEAR(&s->bits);
  for (uint32_t i = 0; i < s->answer->model.n; i++) {
    *tp_map_put(&s->place, s->answer->model.at[i].var, NULL) = i + 1;
    VEC_PUSH(&s->bits, s->answer->model.at[i].bits);
  }
}

/* Leave out what is false for these values: true if something was. A group that
 * gets weaker again and again is about something that has no bound. */
static bool leave_out(search *s, moment m) {
  VEC(uint64_t) now = {0};
  uint32_t group = UINT32_MAX;
  bool is_any = false, is_hopeless = false;
  for (uint32_t h = 0; h < s->heads->n; h++) {
    tp_expr v = s->heads->at[h].next ? value_at(s, h, m) : 0;
    VEC_PUSH(&now, v ? tp_expr_eval(s->e->x, v, value_of, s) : 0);
  }
  for (uint32_t i = s->first; i < s->facts.n; i++) {
    tp_fact *f = &s->facts.at[i];
    bool is_meant =
        f->if_head == TP_NO_HEAD || now.at[f->if_head] == f->if_value;
    bool is_false = is_meant && !holds_of(s, f, now.at);
    is_false = is_false && !f->is_false;
    is_any |= is_false;
    if (is_false && f->group != group)
      is_hopeless = ++s->weakened.at[f->group] > TP_LIMIT_INVARIANT_WEAKER;
    if (is_false)
      group = f->group;
    f->is_false |= is_false || (f->group == group && is_hopeless);
  }
  VEC_FREE(&now);
  return is_any;
}

/* The answer shows that not all of them hold there. Values near it show more of
 * that, if the other conditions hold for them. */
static bool learn(search *s, const tp_expr *conds, uint32_t n, moment m) {
  take_answer(s);
  bool is_any = leave_out(s, m);
  for (uint32_t t = 0; t < TP_LIMIT_INVARIANT_SHAKES && s->bits.n; t++) {
    uint32_t i = tp_rng_below(&s->rng, s->bits.n);
    uint64_t was = s->bits.at[i];
    s->bits.at[i] = t % 2 ? was ^ UINT64_C(1) << tp_rng_below(&s->rng, 8)
                          : tp_rng_below(&s->rng, 256);
    if (tp_expr_all_hold(s->e->x, conds, n, value_of, s))
      leave_out(s, m);
    else
      s->bits.at[i] = was;
  }
  return is_any;
}

/* Until all that are left hold there, on all paths with this guard; false: that
 * is not known. */
static bool settle(search *s, tp_guard guard, moment m) {
  const tp_guards *g = &s->e->model->guards;
  const tp_model_options *opt = s->e->opt;
  VEC(tp_expr) conds = {0};
  bool is_settled = false, goes_on = true;
  while (goes_on) {
    uint64_t bits;
    tp_expr not_so = tp_expr_not(s->e->x, all_facts(s, s->first, m));
    if (tp_expr_constant(s->e->x, not_so, &bits) && !bits) {
      is_settled = true;
      break;
    }
    VEC_CLEAR(&conds);
    for (tp_guard at = guard; at != TP_GUARD_ROOT;
         at = tp_guard_loosely_above(g, at))
      VEC_PUSH(&conds, tp_expr_plain(s->e->x, g->at.at[at].literal));
    if (m == AT_NEXT)
      VEC_PUSH(&conds, all_facts(s, 0, AT_ANY));
    VEC_PUSH(&conds, not_so);
    goes_on = s->checks < s->most_checks &&
              s->e->invariant_checks + s->checks < opt->max_asked;
    s->checks += goes_on;
    tp_smt_answer answer =
        goes_on ? opt->ask(opt->state, conds.at, conds.n, &s->answer)
                : TP_SMT_UNKNOWN;
    is_settled = answer == TP_SMT_UNSAT;
    goes_on = answer == TP_SMT_SAT && learn(s, conds.at, conds.n - 1, m);
  }
  VEC_FREE(&conds);
  return is_settled;
}

/* ---- the stages ---------------------------------------------------------- */

typedef struct turn { /* what comes before, and the end of one that is any */
  tp_guard before, end;
} turn;

static void begin_stage(search *s) {
  s->first = s->facts.n;
}

/* All of it or nothing: what holds of it rests on the rest. */
static bool end_stage(search *s, const turn *t) {
  VEC_RESIZE(&s->weakened, s->groups);
  s->most_checks = s->checks + TP_LIMIT_INVARIANT_CHECKS;
  if (s->facts.n == s->first)
    return true;
  bool holds = settle(s, t->before, AT_FIRST) && settle(s, t->end, AT_NEXT);
  if (!holds)
    s->facts.n = s->first;
  return holds;
}

static bool is_few(const search *s, uint32_t h) {
  return s->heads->at[h].next && s->constants.at[h].is_few;
}

static void add_facts_of(search *s, uint32_t h) {
  if (s->heads->at[h].next)
    add_facts(s, (tp_fact){.head = h, .if_head = TP_NO_HEAD});
}

/* One by one, if they are too many together. */
static void find_bounds(search *s, const turn *t) {
  begin_stage(s);
  for (uint32_t h = 0; h < s->heads->n; h++)
    if (!is_few(s, h))
      add_facts_of(s, h);
  bool holds = end_stage(s, t);
  for (uint32_t h = 0; h < s->heads->n && !holds; h++)
    if (!is_few(s, h)) {
      begin_stage(s);
      add_facts_of(s, h);
      end_stage(s, t);
    }
}

static void find_in_stages(search *s, const turn *t) {
  begin_stage(s);
  for (uint32_t h = 0; h < s->heads->n; h++)
    if (is_few(s, h))
      add_facts_of(s, h);
  end_stage(s, t);
  find_bounds(s, t);
  begin_stage(s);
  add_order(s);
  end_stage(s, t);
  for (uint32_t h = 0; h < s->heads->n; h++)
    if (is_few(s, h) && s->heads->at[h].next != s->heads->at[h].any) {
      begin_stage(s);
      add_facts_by_state(s, h);
      end_stage(s, t);
    }
}

static void free_search(search *s) {
  for (uint32_t h = 0; h < s->constants.n; h++) {
    VEC_FREE(&s->constants.at[h].all);
    VEC_FREE(&s->constants.at[h].chosen);
  }
  VEC_FREE(&s->constants);
  VEC_FREE(&s->facts);
  VEC_FREE(&s->weakened);
  VEC_FREE(&s->bits);
  tp_map_free(&s->place);
}

/* ---- the end of the turn ------------------------------------------------- */

/* Addresses are not the program's: as numbers they mean nothing. */
static void set_next(tp_eval *e, tp_eval_head *h, tp_cells end) {
  tp_expr next = tp_store_get(e->memory.store, end, h->cell);
  if (next && tp_expr_sort(e->x, next) == TP_X_BV &&
      tp_expr_width(e->x, next) == tp_expr_width(e->x, h->any) &&
      !tp_memory_may_be_address(&e->memory, h->first) &&
      !tp_memory_may_be_address(&e->memory, next))
    h->next = next;
}

static void know(tp_eval *e, tp_guard any, tp_expr holds) {
  tp_expr *literal = &e->model->guards.at.at[any].literal;
  uint64_t bits;
  holds = tp_expr_and(e->x, *literal, holds);
  if (!tp_expr_constant(e->x, holds, &bits))
    *literal = holds;
}

/* Each by itself: a proof needs few of them. Whoever has to know has all. */
static void tell(search *s, const tp_eval_loop *l, tp_guard end) {
  uint32_t group = UINT32_MAX;
  uint64_t bits;
  tp_diary_turn(s->e, l, end, all_facts(s, 0, AT_ANY));
  s->heads = &l->heads;
  for (uint32_t i = 0; i < s->facts.n; i++) {
    const tp_fact *f = &s->facts.at[i];
    if (f->is_false || f->group == group)
      continue;
    group = f->group;
    tp_expr any = fact_at(s, f, AT_ANY);
    if (tp_expr_known(s->e->x, any, &bits))
      continue; /* it says nothing */
    tp_str text = {0};
    tp_fact_words(s->e, &l->heads, f, &s->constants.at[f->head].chosen, &text);
    tp_diary_fact(s->e, any, fact_at(s, f, AT_FIRST), fact_at(s, f, AT_NEXT),
                  &text);
  }
}

/* What was found to be one of few, for the loops behind this one. */
static void note_among(const search *s) {
  tp_eval *e = s->e;
  for (uint32_t i = 0; i < s->facts.n; i++) {
    const tp_fact *f = &s->facts.at[i];
    if (f->is_false || f->kind != TP_FACT_AMONG || f->if_head != TP_NO_HEAD)
      continue;
    const tp_expr_node *any = tp_expr_get(e->x, s->heads->at[f->head].any);
    const constants *c = &s->constants.at[f->head];
    if (any->op != TP_E_VAR)
      continue;
    tp_eval_among among = {e->among_values.n, c->chosen.n};
    for (uint32_t k = 0; k < c->chosen.n; k++)
      VEC_PUSH(&e->among_values, c->chosen.at[k]);
    VEC_PUSH(&e->among, among);
    *tp_map_put(&e->among_of, any->bits, NULL) = e->among.n;
  }
}

/* Whoever wants to know has to see through names. */
static void copy_plain(search *s, const tp_eval_heads *heads,
                       tp_eval_heads *out) {
  for (uint32_t h = 0; h < heads->n; h++) {
    tp_eval_head plain = heads->at[h];
    plain.first = tp_expr_plain(s->e->x, plain.first);
    plain.any = tp_expr_plain(s->e->x, plain.any);
    plain.next = plain.next ? tp_expr_plain(s->e->x, plain.next) : 0;
    VEC_PUSH(out, plain);
  }
}

void tp_invariant_end(tp_eval *e, tp_eval_loop *l) {
  tp_eval_heads plain = {0};
  search s = {.e = e, .heads = &plain};
  tp_state behind = e->s;
  if (!l->heads.n || e->invariant_checks >= e->opt->max_asked)
    return;
  tp_eval_kill(e);
  tp_eval_join_all(e, &l->again);
  tp_state end = e->s;
  e->s = behind;
  if (end.guard == TP_GUARD_NEVER)
    return;
  for (uint32_t h = 0; h < l->heads.n; h++)
    set_next(e, &l->heads.at[h], end.cells);
  copy_plain(&s, &l->heads, &plain);
  find_all_constants(&s, l->endless.first_any);
  find_in_stages(&s, &(turn){l->before.guard, end.guard});
  note_among(&s);
  if (e->opt->told)
    tell(&s, l, end.guard);
  else
    know(e, l->any, all_facts(&s, 0, AT_ANY));
  e->invariant_checks += s.checks;
  free_search(&s);
  VEC_FREE(&plain);
}
