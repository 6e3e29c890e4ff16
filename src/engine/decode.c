/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decoding a trace. One pass over the records; symbolic values are numbered as
 * the runtime numbered them, each with the expression of its bytes. A value
 * without a model is the constant it was in the run. The first record that
 * makes no sense ends the trace. */
#include "engine/decode.h"

#include "base/clock.h"
#include "base/limits.h"
#include "base/stage.h"
#include "engine/reading.h"
#include "engine/text.h"

#define POLL_EVERY 256u /* records: one may have a thousand values */
#define MAX_LABELS 4096 /* that are remembered */

void tp_decoder_init(tp_decoder *d, const tp_ir *ir, const tp_plan *plan,
                     tp_exprs *exprs, tp_vars *vars) {
  d->state = TP_NEW(struct tp_decoder_state);
  *d = (tp_decoder){.lowering = {{.program = ir->p, .exprs = exprs},
                                 ir,
                                 plan,
                                 &d->state->tables,
                                 TP_NEW_ARRAY(tp_lowered, TP_LIMIT_LOWER_KEPT),
                                 &d->state->has_other_objects},
                    .vars = vars,
                    .state = d->state};
}

void tp_decoder_free(tp_decoder *d) {
  struct tp_decoder_state *s = d->state;
  VEC_FREE(&s->symbols);
  VEC_FREE(&s->leaves);
  VEC_FREE(&s->elements);
  VEC_FREE(&s->element_first);
  tp_tables_free(&s->tables);
  tp_free(d->lowering.lowered);
  tp_map_free(&s->labels);
  tp_map_free(&s->places);
  tp_later_free(&s->later);
  tp_free(s);
  VEC_FREE(&d->events);
  VEC_FREE(&d->aside);
  VEC_FREE(&d->reads);
  VEC_FREE(&d->values);
  VEC_FREE(&d->concretised.places);
}

void tp_decoder_forget(tp_decoder *d) {
  tp_tables_free(&d->state->tables);
  d->state->tables = (tp_tables){0};
  memset(d->lowering.lowered, 0,
         TP_LIMIT_LOWER_KEPT * sizeof *d->lowering.lowered);
  d->state->walk = 0;
}

uint64_t tp_decode_value(void *decoder, uint32_t var) {
  const tp_decoder *d = decoder;
  return var < d->values.n ? d->values.at[var] : 0;
}

/* The value of an expression in this run. What was computed for those before it
 * is kept (a sum of many inputs grows by one each time): an input is read once,
 * before it is in any expression of the run. */
static uint64_t value_of(tp_decoder *d, tp_expr e) {
  tp_exprs *x = d->lowering.sem.exprs;
  uint32_t walk = d->state->walk;
  if (walk && walk == tp_expr_walk(x))
    return tp_expr_eval_more(x, e, tp_decode_value, d);
  uint64_t bits = tp_expr_eval(x, e, tp_decode_value, d);
  d->state->walk = tp_expr_walk(x);
  return bits;
}

/* ---- what is taken as it is ---------------------------------------------- */

static void count_place(tp_decoder *d, uint32_t why, uint32_t e) {
  bool is_new;
  uint32_t *slot =
      tp_map_put(&d->state->places, (uint64_t)why << 32 | e, &is_new);
  if (is_new) {
    *slot = d->concretised.places.n;
    VEC_PUSH(&d->concretised.places, (tp_concrete_place){why, e, 0});
  }
  d->concretised.places.at[*slot].count++;
  uint32_t event = d->state->settling;
  event = event == UINT32_MAX ? d->events.n : event;
  d->n_exact = event < d->n_exact ? event : d->n_exact;
}

static void no_model(tp_decoder *d, uint32_t e) {
  d->concretised.not_modelled++;
  count_place(d, TP_WHY_NO_MODEL, e);
}

static void imprecise(tp_decoder *d, uint32_t e) {
  d->concretised.imprecise++;
  count_place(d, TP_WHY_IMPRECISE, e);
}

static void note_objects(tp_decoder *d, uint32_t e) {
  if (d->state->has_other_objects)
    count_place(d, TP_WHY_OBJECTS, e);
  d->state->has_other_objects = false;
}

static void define(tp_decoder *d, tp_expr bits) {
  struct tp_decoder_state *s = d->state;
  if (s->defined == s->symbols.n)
    VEC_PUSH(&s->symbols, 0);
  s->symbols.at[s->defined++] = bits;
}

/* ---- what is read -------------------------------------------------------- */

static tp_expr as_it_was(tp_decoder *d, tp_expr e) {
  tp_exprs *x = d->lowering.sem.exprs;
  return e ? tp_expr_bv(x, tp_expr_width(x, e), value_of(d, e)) : 0;
}

/* Inputs are in none of what is read from here on: stores into arrays, each
 * through an index that inputs choose, make a new expression of each element
 * each time. */
static void take_as_they_were(tp_decoder *d, uint32_t e) {
  struct tp_decoder_state *s = d->state;
  for (uint32_t i = 0; i < s->leaves.n; i++)
    s->leaves.at[i].bits = as_it_was(d, s->leaves.at[i].bits);
  for (uint32_t i = 0; i < s->elements.n; i++)
    s->elements.at[i] = as_it_was(d, s->elements.at[i]);
  count_place(d, TP_WHY_LONG, e);
}

/* The leaves of expression number e. */
static bool read_leaves(tp_decoder *d, tp_reader *r, uint32_t e) {
  if (!tp_read_leaves(d, r, e))
    return false;
  uint32_t now = tp_exprs_count(d->lowering.sem.exprs);
  if (now - d->state->before > TP_LIMIT_ENGINE_RUN)
    take_as_they_were(d, e);
  return true;
}

/* ---- decisions ----------------------------------------------------------- */

static const tp_decision *decision_at(const tp_decoder *d, uint32_t id) {
  return &d->lowering.sem.program->decisions.at[id];
}

static uint32_t find_label(const tp_decoder *d, tp_decision_id id,
                           int64_t value) {
  const tp_program *p = d->lowering.sem.program;
  const tp_decision *decision = decision_at(d, id);
  bool is_signed = tp_type_is_signed(&p->types, decision->type);
  const tp_source_branch *b = &p->branches.at[decision->first];
  for (uint32_t k = 0; k + 1 < decision->n; k++) {
    if (is_signed ? value >= b[k].low && value <= b[k].high
                  : (uint64_t)value >= (uint64_t)b[k].low &&
                        (uint64_t)value <= (uint64_t)b[k].high)
      return k;
  }
  return decision->n - 1;
}

/* Two values of one hash would share a label: it is of this switch at least. */
static uint32_t switch_label(tp_decoder *d, tp_decision_id id, int64_t value) {
  bool is_new;
  if (d->state->labels.n >= MAX_LABELS)
    tp_map_clear(&d->state->labels);
  uint64_t key = tp_hash_pair(id, (uint64_t)value) >> 1;
  uint32_t *slot = tp_map_put(&d->state->labels, key, &is_new);
  if (is_new || *slot >= decision_at(d, id)->n)
    *slot = find_label(d, id, value);
  return *slot;
}

tp_expr tp_decode_label(tp_decoder *d, const tp_event *event, uint32_t k) {
  if (event->value)
    return tp_sem_case(&d->lowering.sem, event->decision, event->value, k);
  if (!event->pred || k == event->label)
    return event->pred;
  return tp_expr_not(d->lowering.sem.exprs, event->pred);
}

/* Keep the predicate only if inputs are in it and the run agrees with it. */
static void settle(tp_decoder *d, tp_event *event, uint32_t e) {
  uint64_t bits;
  if (!event->pred)
    return;
  bool is_constant =
      tp_expr_constant(d->lowering.sem.exprs, event->pred, &bits);
  if (!is_constant)
    bits = value_of(d, event->pred);
  if (!bits)
    imprecise(d, e);
  if (is_constant || !bits)
    event->pred = event->value = 0;
}

static bool is_decision(const tp_decoder *d, const tp_record *in) {
  const tp_program *p = d->lowering.sem.program;
  bool is_switch = in->flags & TP_RF_SWITCH;
  return in->id > 0 && in->id < p->decisions.n &&
         in->flags <= (TP_RF_MEASURED << 1) - 1 &&
         is_switch == (p->decisions.at[in->id].construct == TP_C_SWITCH);
}

/* Expression e is planned, has so many leaves and is of a kind between two. */
static bool is_planned(const tp_decoder *d, uint64_t e, unsigned n_leaves,
                       tp_plan_kind first, tp_plan_kind last) {
  const tp_plan *plan = d->lowering.plan;
  return e > 0 && e < plan->exprs.n && plan->exprs.at[e].kind >= first &&
         plan->exprs.at[e].kind <= last &&
         plan->wire_exprs.at[e].n_leaves == n_leaves;
}

static bool is_condition(const tp_decoder *d, uint64_t e, const tp_record *in) {
  tp_plan_kind kind =
      in->flags & TP_RF_SWITCH ? TP_PLAN_SWITCH : TP_PLAN_CONDITION;
  return is_planned(d, e, in->n, kind, kind) &&
         d->lowering.plan->wire_exprs.at[e].decision == in->id;
}

/* The predicate of a decision that inputs may decide. */
static bool read_predicate(tp_decoder *d, tp_reader *r, const tp_record *in,
                           tp_event *event) {
  uint64_t e = tp_read_word(r);
  if (!tp_read_check(r, is_condition(d, e, in)) ||
      !read_leaves(d, r, (uint32_t)e))
    return false;
  tp_expr meaning =
      tp_lower_plan(&d->lowering, (uint32_t)e, d->state->leaves.at);
  note_objects(d, (uint32_t)e);
  if (!meaning) {
    no_model(d, (uint32_t)e);
  } else if (in->flags & TP_RF_SWITCH) {
    event->value = meaning;
    event->pred = tp_sem_case(&d->lowering.sem, in->id, meaning, event->label);
  } else {
    event->pred = event->label == 0
                      ? meaning
                      : tp_expr_not(d->lowering.sem.exprs, meaning);
  }
  settle(d, event, (uint32_t)e);
  return true;
}

/* Which side was taken. */
static bool read_side(tp_decoder *d, tp_reader *r, const tp_record *in,
                      tp_event *event) {
  if (!tp_read_check(r, is_decision(d, in)))
    return false;
  *event =
      (tp_event){.decision = in->id, .label = in->flags & TP_RF_VALUE ? 0 : 1};
  if (in->flags & TP_RF_SWITCH)
    event->label = switch_label(d, in->id, (int64_t)tp_read_word(r));
  return tp_read_check(r, !(in->flags & TP_RF_MEASURED));
}

static void read_branch(tp_decoder *d, tp_reader *r, const tp_record *in) {
  tp_event event;
  if (!read_side(d, r, in, &event))
    return;
  if (in->flags & TP_RF_ASIDE)
    VEC_PUSH(&d->aside, event);
  else if (!(in->flags & TP_RF_SYMBOLIC) || read_predicate(d, r, in, &event))
    VEC_PUSH(&d->events, event);
}

/* ---- definitions --------------------------------------------------------- */

/* Whether an expression has, in this run, the value that was seen. */
static bool gives(tp_decoder *d, tp_expr e, uint64_t result) {
  return value_of(d, e) == result;
}

/* Zeros above `width` bits, as everything is written. */
static bool fits(uint64_t bits, unsigned width) {
  return width >= 64 || bits >> width == 0;
}

/* The runtime follows no stores of more than 8 bytes. */
static bool is_store(const tp_decoder *d, const tp_record *in) {
  return is_planned(d, in->id, in->n, TP_PLAN_VALUE, TP_PLAN_FIELD) &&
         d->lowering.plan->wire_exprs.at[in->id].dst_size - 1u < 8;
}

static void read_define(tp_decoder *d, tp_reader *r, const tp_record *in) {
  uint32_t e = in->id;
  uint64_t value = tp_read_word(r);
  if (!tp_read_check(r, is_store(d, in)) || !read_leaves(d, r, e))
    return;
  unsigned width = 8u * d->lowering.plan->wire_exprs.at[e].dst_size;
  if (!tp_read_check(r, fits(value, width)))
    return;
  tp_expr bits = tp_lower_plan(&d->lowering, e, d->state->leaves.at);
  note_objects(d, e);
  if (!bits || tp_expr_width(d->lowering.sem.exprs, bits) != width) {
    no_model(d, e);
    bits = tp_expr_bv(d->lowering.sem.exprs, width, value);
  } else if (!gives(d, bits, value)) {
    imprecise(d, e);
    bits = tp_expr_bv(d->lowering.sem.exprs, width, value);
  }
  define(d, bits);
}

static void read_table_store(tp_decoder *d, tp_reader *r, const tp_record *in) {
  uint32_t e = in->id;
  uint64_t n = tp_read_word(r);
  tp_expr out[TP_WIRE_MAX_TABLE];
  if (!tp_read_check(r, is_store(d, in)) || !read_leaves(d, r, e))
    return;
  const tp_leaf *table = in->n ? &VEC_LAST(&d->state->leaves) : NULL;
  if (!tp_read_check(r, table && table->element && table->n_elements == n))
    return;
  if (!tp_lower_table_store(&d->lowering, e, d->state->leaves.at, out)) {
    no_model(d, e);
    memcpy(out, table->element, n * sizeof *out);
  }
  note_objects(d, e);
  for (uint64_t i = 0; i < n; i++)
    define(d, out[i]);
}

static void keep_value(tp_decoder *d, uint32_t var, uint64_t bits) {
  if (var >= d->values.n)
    VEC_RESIZE(&d->values, var + 1);
  d->values.at[var] = bits;
}

/* 0 and the last are no keys. */
static bool is_input(const tp_decoder *d, const tp_var *what, uint64_t kind,
                     uint64_t bits) {
  return what->key > 0 && what->key < UINT64_MAX &&
         what->site < d->lowering.plan->sites.n &&
         (kind & 0xffffffff) <= TP_W_F64 &&
         fits(bits, what->type == TP_W_BOOL
                        ? 1
                        : 8 * tp_wire_type_size((tp_wire_type)what->type));
}

static void read_input(tp_decoder *d, tp_reader *r, const tp_record *in) {
  uint64_t key = tp_read_word(r), bits = tp_read_word(r),
           kind = tp_read_word(r);
  tp_var what = {.key = key,
                 .site = in->id,
                 .occurrence = (uint32_t)(kind >> 32),
                 .part = in->n,
                 .type = (uint8_t)kind};
  if (!tp_read_check(r, is_input(d, &what, kind, bits)))
    return;
  uint32_t var = tp_vars_of(d->vars, d->lowering.sem.exprs, &what);
  keep_value(d, var, bits);
  VEC_PUSH(&d->reads, (tp_read){var, d->entered_from, bits});
  define(d, d->vars->at.at[var].bits);
}

/* A result that bytes decide which were not looked at: any value, known by the
 * call. It is no input: a solution that needs it is a guess. */
static tp_expr any_result(tp_decoder *d, const tp_text_call *c,
                          uint64_t result) {
  tp_var what = {.key = tp_text_key(c),
                 .type = tp_text_width(c) == 32 ? TP_W_U32 : TP_W_U64};
  uint32_t var = tp_vars_of(d->vars, d->lowering.sem.exprs, &what);
  keep_value(d, var, result);
  return d->vars->at.at[var].bits;
}

static bool is_number(const tp_text_call *c) {
  unsigned base = c->how & TP_NUMBER_BASE;
  return c->n <= TP_WIRE_MAX_NUMBER && base != 1 && base <= 36 &&
         c->how <= (TP_NUMBER_END << 1) - 1;
}

/* A whole number, as its bytes. */
static bool is_range(const tp_text_call *c) {
  return (c->which != TP_LIB_PLACE && c->which != TP_LIB_SIZE) || c->n == 8;
}

static bool is_text_call(const tp_text_call *c, unsigned flags,
                         uint64_t result) {
  uint32_t most =
      c->which == TP_LIB_STRLEN ? TP_WIRE_MAX_LENGTH : TP_WIRE_MAX_STRING;
  return c->which <= TP_LIB_NUMBER && c->n <= most && flags <= TP_RF_LIMIT &&
         fits(result, tp_text_width(c)) &&
         (c->which != TP_LIB_NUMBER || is_number(c)) && is_range(c);
}

/* All but the bytes. */
static bool read_call_head(tp_reader *r, const tp_record *in, tp_text_call *c,
                           uint64_t *result) {
  c->which = in->id;
  c->n = in->n;
  *result = tp_read_word(r);
  c->base = c->which >= TP_LIB_MEMCHR ? tp_read_word(r) : 0;
  uint64_t how = c->which == TP_LIB_NUMBER ? tp_read_word(r) : 0;
  c->how = (uint32_t)how;
  return tp_read_check(r, how == c->how && is_text_call(c, in->flags, *result));
}

static bool read_text_call(tp_decoder *d, tp_reader *r, const tp_record *in,
                           tp_text_call *c, uint64_t *result) {
  if (!read_call_head(r, in, c, result) || !tp_read_bytes(d, r, c->a, c->n))
    return false;
  return !tp_text_has_second(c->which) || tp_read_bytes(d, r, c->b, c->n);
}

static void read_library(tp_decoder *d, tp_reader *r, const tp_record *in) {
  tp_text_call c;
  uint64_t result;
  if (!read_text_call(d, r, in, &c, &result))
    return;
  tp_exprs *x = d->lowering.sem.exprs;
  tp_expr other = in->flags & TP_RF_LIMIT ? any_result(d, &c, result) : 0;
  tp_expr e = tp_text_result(x, &c, other, false);
  if (!gives(d, e, result)) /* C libraries differ */
    e = tp_text_result(x, &c, other, true);
  if (!gives(d, e, result)) {
    imprecise(d, 0);
    e = tp_expr_bv(x, tp_text_width(&c), result);
  }
  define(d, e);
}

static void read_enter(tp_decoder *d, tp_reader *r, const tp_record *in) {
  const tp_plan *plan = d->lowering.plan;
  uint64_t site = tp_read_word(r);
  if (tp_read_check(r, in->id < plan->funcs.n && site < plan->sites.n))
    d->entered_from = (uint32_t)site;
}

static void read_reason(tp_decoder *d, tp_reader *r, const tp_record *in) {
  if (!tp_read_check(r,
                     in->flags < TP_WHYS && in->id < d->lowering.plan->exprs.n))
    return;
  d->concretised.by_reason[in->flags]++;
  count_place(d, in->flags, in->id);
}

void tp_decode_record(tp_decoder *d, tp_reader *r, const tp_record *in) {
  switch (in->kind) {
  case TP_R_BRANCH:
    read_branch(d, r, in);
    break;
  case TP_R_DEFINE:
    read_define(d, r, in);
    break;
  case TP_R_INPUT:
    read_input(d, r, in);
    break;
  case TP_R_LIBRARY:
    read_library(d, r, in);
    break;
  case TP_R_TABLE_STORE:
    read_table_store(d, r, in);
    break;
  case TP_R_ENTER:
    read_enter(d, r, in);
    break;
  case TP_R_CONCRETISED:
    read_reason(d, r, in);
    break;
  default:
    r->is_damaged = true;
  }
}

/* ---- what is computed, later --------------------------------------------- */

bool tp_decode_is_computed(const tp_record *in) {
  return in->kind == TP_R_DEFINE || in->kind == TP_R_LIBRARY ||
         in->kind == TP_R_TABLE_STORE ||
         (in->kind == TP_R_BRANCH && in->flags & TP_RF_SYMBOLIC &&
          !(in->flags & TP_RF_ASIDE));
}

static bool pass_branch(tp_decoder *d, tp_reader *r, const tp_record *in,
                        tp_vec_u32 *uses) {
  tp_event event;
  uint32_t n_elements;
  if (!read_side(d, r, in, &event))
    return false;
  uint64_t e = tp_read_word(r);
  if (!tp_read_check(r, is_condition(d, e, in)) ||
      !tp_pass_leaves(d, r, (uint32_t)e, uses, &n_elements))
    return false;
  VEC_PUSH(&d->events, event);
  return true;
}

static bool pass_library(tp_decoder *d, tp_reader *r, const tp_record *in,
                         tp_vec_u32 *uses) {
  tp_text_call c;
  uint64_t result;
  return read_call_head(r, in, &c, &result) && tp_pass_bytes(d, r, c.n, uses) &&
         (!tp_text_has_second(c.which) || tp_pass_bytes(d, r, c.n, uses));
}

uint32_t tp_decode_pass(tp_decoder *d, tp_reader *r, const tp_record *in,
                        tp_vec_u32 *uses) {
  uint32_t n_elements = 0;
  if (in->kind == TP_R_BRANCH) {
    pass_branch(d, r, in, uses);
    return 0;
  }
  if (in->kind == TP_R_LIBRARY)
    return pass_library(d, r, in, uses);
  uint64_t word = tp_read_word(r);
  bool is_whole = tp_read_check(r, is_store(d, in)) &&
                  tp_pass_leaves(d, r, in->id, uses, &n_elements);
  if (in->kind == TP_R_DEFINE)
    return is_whole;
  return tp_read_check(r, n_elements && n_elements == word) ? n_elements : 0;
}

void tp_decode_again(tp_decoder *d, tp_reader *r, const tp_record *in,
                     tp_event *event) {
  if (in->kind != TP_R_BRANCH)
    tp_decode_record(d, r, in);
  else if (read_side(d, r, in, event))
    read_predicate(d, r, in, event);
  if (r->is_damaged) { /* it defines nothing: neither does what reads that */
    event->pred = event->value = 0;
    imprecise(d, 0);
  }
}

/* ---- the whole ----------------------------------------------------------- */

void tp_decode_begin(tp_decoder *d) {
  VEC_CLEAR(&d->events);
  VEC_CLEAR(&d->aside);
  VEC_CLEAR(&d->reads);
  d->entered_from = 0;
  d->state->walk = 0;
  d->state->before = tp_exprs_count(d->lowering.sem.exprs);
  VEC_CLEAR(&d->state->symbols);
  VEC_PUSH(&d->state->symbols, 0);
  d->state->defined = 1;
  d->state->settling = d->n_exact = UINT32_MAX;
  tp_later_clear(&d->state->later);
}

/* A run of a million records takes seconds: when the time is over the rest of
 * it is not looked at. */
static bool is_time_over(uint32_t records) {
  return records % POLL_EVERY == POLL_EVERY - 1 &&
         tp_budget_over(NULL) != TP_STOP_NONE;
}

tp_record tp_record_of(uint64_t head) {
  return (tp_record){.kind = head & 0xff,
                     .flags = head >> 8 & 0xff,
                     .n = head >> 16 & 0xffff,
                     .id = (uint32_t)(head >> 32)};
}

bool tp_decode(tp_decoder *d, const uint64_t *words, uint64_t n) {
  tp_reader r = {words, words + n, false};
  tp_stage("decoding");
  tp_decode_begin(d);
  for (uint32_t records = 0; !r.is_damaged; records++) {
    uint64_t head = tp_read_word(&r);
    tp_record in = tp_record_of(head);
    if (head == TP_R_END)
      return r.at == r.end && !r.is_damaged;
    if (is_time_over(records))
      return true;
    tp_decode_record(d, &r, &in);
  }
  return false;
}

static void read_measure(const tp_decoder *d, tp_reader *r, const tp_record *in,
                         tp_measure *m) {
  uint64_t e = tp_read_word(r);
  m->expr = (uint32_t)e;
  m->leaf = r->at;
  bool is_known =
      e ? is_condition(d, e, in) : in->n == 2 && !(in->flags & TP_RF_SWITCH);
  if (tp_read_check(r, is_known && (uint64_t)(r->end - r->at) >= in->n))
    r->at += in->n;
}

static void read_branch_blindly(tp_decoder *d, tp_reader *r,
                                const tp_record *in, tp_glance *out) {
  tp_measure m = {.event = out->events.n};
  bool is_measured = in->flags & TP_RF_MEASURED;
  if (!tp_read_check(r, is_decision(d, in) && !(in->flags & TP_RF_SYMBOLIC)))
    return;
  tp_event event = {.decision = in->id,
                    .label = in->flags & TP_RF_VALUE ? 0 : 1};
  if (in->flags & TP_RF_SWITCH) {
    m.value = tp_read_word(r);
    event.label = switch_label(d, in->id, (int64_t)m.value);
  }
  if (is_measured)
    read_measure(d, r, in, &m);
  if (r->is_damaged)
    return;
  VEC_PUSH(&out->events, event);
  VEC_PUSH(&out->before, out->read.n);
  if (is_measured)
    VEC_PUSH(&out->measures, m);
}

static void read_input_blindly(tp_reader *r, tp_glance *out) {
  tp_read_word(r);
  uint64_t bits = tp_read_word(r);
  tp_read_word(r);
  if (!r->is_damaged)
    VEC_PUSH(&out->read, bits);
}

static void read_blindly(tp_decoder *d, tp_reader *r, const tp_record *in,
                         tp_glance *out) {
  switch (in->kind) {
  case TP_R_BRANCH:
    read_branch_blindly(d, r, in, out);
    return;
  case TP_R_INPUT:
    read_input_blindly(r, out);
    return;
  case TP_R_ENTER:
    tp_read_word(r);
    return;
  default:
    tp_read_check(r, in->kind == TP_R_CONCRETISED);
  }
}

void tp_decode_blindly(tp_decoder *d, const uint64_t *words, uint64_t n,
                       tp_glance *out) {
  tp_reader r = {words, words + n, false};
  VEC_CLEAR(&out->events);
  VEC_CLEAR(&out->before);
  VEC_CLEAR(&out->measures);
  VEC_CLEAR(&out->read);
  while (!r.is_damaged) {
    uint64_t head = tp_read_word(&r);
    tp_record in = tp_record_of(head);
    if (head == TP_R_END)
      return;
    read_blindly(d, &r, &in, out);
  }
}
