/* Decoding a trace. One pass over the records; symbolic values are numbered as
 * the runtime numbered them, each with the expression of its bytes. A value
 * without a model is the constant it was in the run. */
#include "engine/decode.h"

#include "base/stage.h"
#include "engine/text.h"

typedef struct symbol {
  tp_expr bits;
} symbol;

struct tp_decoder_state {
  VEC(symbol) symbols; /* from 1 */
  VEC(tp_leaf) leaves;
  VEC(tp_expr) elements;       /* of table leaves, all in a row */
  VEC(uint32_t) element_first; /* by leaf: where its elements start */
  tp_tables tables;
  bool has_other_objects; /* a pointer of the expression may lead there */
  tp_map labels; /* hash of (decision, value of the switch) -> label + 1 */
  uint32_t walk; /* of value_of in this trace; 0: none yet */
  tp_map places; /* why, expression -> index into concretised.places */
};

/* A reader that never leaves the trace. */
typedef struct reader {
  const uint64_t *at, *end;
  bool is_short;
} reader;

static uint64_t next_word(reader *r) {
  if (r->at == r->end) {
    r->is_short = true;
    return 0;
  }
  return *r->at++;
}

void tp_decoder_init(tp_decoder *d, const tp_program *p, const tp_plan *plan,
                     tp_exprs *exprs, tp_vars *vars) {
  d->state = TP_NEW(struct tp_decoder_state);
  *d = (tp_decoder){.lowering = {{p, exprs},
                                 plan,
                                 &d->state->tables,
                                 &d->state->has_other_objects},
                    .vars = vars,
                    .state = d->state};
}

void tp_decoder_free(tp_decoder *d) {
  struct tp_decoder_state *s = d->state;
  if (s) {
    VEC_FREE(&s->symbols);
    VEC_FREE(&s->leaves);
    VEC_FREE(&s->elements);
    VEC_FREE(&s->element_first);
    tp_tables_free(&s->tables);
    tp_map_free(&s->labels);
    tp_map_free(&s->places);
    tp_free(s);
  }
  VEC_FREE(&d->events);
  VEC_FREE(&d->aside);
  VEC_FREE(&d->reads);
  VEC_FREE(&d->values);
  VEC_FREE(&d->concretised.places);
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

/* ---- what is taken as it is
 * --------------------------------------------------*/

static void count_place(tp_decoder *d, uint32_t why, uint32_t e) {
  bool is_new;
  uint32_t *slot =
      tp_map_put(&d->state->places, (uint64_t)why << 32 | e, &is_new);
  if (is_new) {
    *slot = d->concretised.places.n;
    VEC_PUSH(&d->concretised.places, (tp_concrete_place){why, e, 0});
  }
  d->concretised.places.at[*slot].count++;
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
  VEC_PUSH(&d->state->symbols, (symbol){bits});
}

/* ---- leaves ----------------------------------------------------------------
 */

static tp_expr symbol_bits(tp_decoder *d, reader *r, uint64_t number) {
  if (number == 0 || number >= d->state->symbols.n) {
    r->is_short = true; /* no such symbol: the trace is damaged */
    return 0;
  }
  return d->state->symbols.at[number].bits;
}

static tp_expr one_byte(tp_decoder *d, reader *r, uint32_t code) {
  tp_exprs *x = d->lowering.sem.exprs;
  if (code & 0x80000000u)
    return tp_expr_bv(x, 8, code & 0xff);
  tp_expr whole = symbol_bits(d, r, code >> 3);
  if (!whole || 8 * (code & 7) + 8 > tp_expr_width(x, whole)) {
    r->is_short = true;
    return 0;
  }
  return tp_expr_extract(x, whole, 8 * (code & 7), 8);
}

/* `size` bytes, two in a word, put together; the first is the lowest. */
static tp_expr read_bytes(tp_decoder *d, reader *r, unsigned size) {
  tp_expr out = 0;
  uint64_t word = 0;
  for (unsigned i = 0; i < size && !r->is_short; i++) {
    word = i % 2 ? word >> 32 : next_word(r);
    tp_expr byte = one_byte(d, r, (uint32_t)word);
    if (!byte)
      return 0;
    out = out ? tp_expr_concat(d->lowering.sem.exprs, byte, out) : byte;
  }
  return out;
}

static tp_expr read_value(tp_decoder *d, reader *r, unsigned tag,
                          unsigned size) {
  switch (tag) {
  case TP_TAG_CONCRETE:
    return tp_expr_bv(d->lowering.sem.exprs, 8 * size, next_word(r));
  case TP_TAG_SYMBOL:
    return symbol_bits(d, r, next_word(r));
  case TP_TAG_BYTES:
    return read_bytes(d, r, size);
  default:
    r->is_short = true;
    return 0;
  }
}

/* A table without a symbol in it is a tag and a number for each element. */
static bool is_constant_table(const reader *r, uint64_t n) {
  if ((uint64_t)(r->end - r->at) < 2 * n)
    return false;
  for (uint64_t i = 0; i < n; i++)
    if ((r->at[2 * i] & 3) != TP_TAG_CONCRETE)
      return false;
  return true;
}

static void read_elements(tp_decoder *d, reader *r, uint64_t n, unsigned size) {
  for (uint64_t i = 0; i < n && !r->is_short; i++) {
    unsigned tag = next_word(r) & 3;
    VEC_PUSH(&d->state->elements, read_value(d, r, tag, size));
  }
}

static tp_table read_constants(tp_decoder *d, reader *r, uint32_t n,
                               unsigned size) {
  struct tp_decoder_state *s = d->state;
  const uint64_t *words = r->at;
  uint32_t first = s->elements.n;
  tp_table found = tp_tables_find(&s->tables, words, 2 * n, size);
  if (!found) {
    read_elements(d, r, n, size);
    return tp_tables_add(&s->tables, words, 2 * n, size, s->elements.at + first,
                         n);
  }
  r->at += 2 * n;
  VEC_RESIZE(&s->elements, first + n);
  memcpy(s->elements.at + first, tp_tables_elements(&s->tables, found),
         n * sizeof *s->elements.at);
  return found;
}

static void read_table(tp_decoder *d, reader *r, tp_leaf *leaf,
                       const tp_wire_leaf *plan) {
  uint64_t n = next_word(r);
  if (plan->dim[0].count == 0) {
    leaf->first = (int64_t)next_word(r);
    leaf->here = next_word(r);
  }
  if (n == 0 || n > TP_WIRE_MAX_TABLE)
    r->is_short = true;
  else if (is_constant_table(r, n))
    leaf->table = read_constants(d, r, (uint32_t)n, plan->size);
  else
    read_elements(d, r, n, plan->size);
  leaf->n_elements = (uint32_t)n;
}

/* The leaves of expression number e into state->leaves. */
static bool read_leaves(tp_decoder *d, reader *r, uint32_t e) {
  struct tp_decoder_state *s = d->state;
  const tp_wire_expr *wire = &d->lowering.plan->wire_exprs.at[e];
  const tp_wire_leaf *plan = d->lowering.plan->wire_leaves.at;
  VEC_CLEAR(&s->leaves);
  VEC_CLEAR(&s->elements);
  VEC_CLEAR(&s->element_first);
  tp_tables_make_room(&s->tables);
  uint64_t tags = next_word(r);
  for (uint32_t i = 0; i < wire->n_leaves && !r->is_short; i++) {
    unsigned tag = tags >> (2 * i) & 3, size = plan[wire->first_leaf + i].size;
    tp_leaf leaf = {0};
    VEC_PUSH(&s->element_first, s->elements.n);
    if (tag == TP_TAG_TABLE)
      read_table(d, r, &leaf, &plan[wire->first_leaf + i]);
    else
      leaf.bits = read_value(d, r, tag, size);
    VEC_PUSH(&s->leaves, leaf);
  }
  if (r->is_short)
    return false;
  for (uint32_t i = 0; i < s->leaves.n; i++) /* elements stay put from here */
    if (s->leaves.at[i].n_elements)
      s->leaves.at[i].element = s->elements.at + s->element_first.at[i];
  return true;
}

static bool is_planned(const tp_decoder *d, uint64_t e) {
  return e > 0 && e < d->lowering.plan->exprs.n;
}

/* ---- decisions
 * --------------------------------------------------------------*/

static const tp_decision *decision_at(const tp_decoder *d, uint32_t id) {
  return &d->lowering.sem.program->decisions.at[id];
}

static bool switch_is_signed(const tp_decoder *d, tp_decision_id id) {
  const tp_program *p = d->lowering.sem.program;
  tp_node_id value = tp_node_get(p, decision_at(d, id)->node)->first;
  return tp_type_is_signed(&p->types, tp_sem_promoted(p, value));
}

static uint32_t find_label(const tp_decoder *d, tp_decision_id id,
                           int64_t value) {
  bool is_signed = switch_is_signed(d, id);
  const tp_decision *decision = decision_at(d, id);
  const tp_source_branch *b =
      &d->lowering.sem.program->branches.at[decision->first];
  for (uint32_t k = 0; k + 1 < decision->n; k++) {
    if (is_signed ? value >= b[k].low && value <= b[k].high
                  : (uint64_t)value >= (uint64_t)b[k].low &&
                        (uint64_t)value <= (uint64_t)b[k].high)
      return k;
  }
  return decision->n - 1;
}

static uint32_t switch_label(tp_decoder *d, tp_decision_id id, int64_t value) {
  bool is_new;
  uint64_t key = tp_hash_pair(id, (uint64_t)value) >> 1;
  uint32_t *slot = tp_map_put(&d->state->labels, key, &is_new);
  if (is_new)
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

static void read_branch(tp_decoder *d, reader *r, uint32_t id, unsigned flags) {
  if (id == 0 || id >= d->lowering.sem.program->decisions.n) {
    r->is_short = true;
    return;
  }
  tp_event event = {.decision = id, .label = flags & TP_RF_VALUE ? 0 : 1};
  if (flags & TP_RF_SWITCH)
    event.label = switch_label(d, id, (int64_t)next_word(r));
  if (flags & TP_RF_ASIDE) {
    VEC_PUSH(&d->aside, event);
    return;
  }
  if (flags & TP_RF_SYMBOLIC) {
    uint64_t e = next_word(r);
    if (!is_planned(d, e) || !read_leaves(d, r, (uint32_t)e)) {
      r->is_short = true;
      return;
    }
    tp_expr meaning =
        tp_lower_plan(&d->lowering, (uint32_t)e, d->state->leaves.at);
    note_objects(d, (uint32_t)e);
    if (!meaning) {
      no_model(d, (uint32_t)e);
    } else if (flags & TP_RF_SWITCH) {
      event.value = meaning;
      event.pred = tp_sem_case(&d->lowering.sem, id, meaning, event.label);
    } else {
      event.pred = event.label == 0
                       ? meaning
                       : tp_expr_not(d->lowering.sem.exprs, meaning);
    }
    settle(d, &event, (uint32_t)e);
  }
  VEC_PUSH(&d->events, event);
}

/* ---- definitions
 * ------------------------------------------------------------*/

/* Whether an expression has, in this run, the value that was seen. */
static bool gives(tp_decoder *d, tp_expr e, uint64_t result) {
  return value_of(d, e) == result;
}

static void read_define(tp_decoder *d, reader *r, uint32_t e) {
  uint64_t value = next_word(r);
  if (!is_planned(d, e) || !read_leaves(d, r, e)) {
    r->is_short = true;
    return;
  }
  unsigned width = 8u * d->lowering.plan->wire_exprs.at[e].dst_size;
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

static void read_table_store(tp_decoder *d, reader *r, uint32_t e) {
  uint64_t n = next_word(r);
  tp_expr out[TP_WIRE_MAX_TABLE];
  if (!is_planned(d, e) || !read_leaves(d, r, e) || n > TP_WIRE_MAX_TABLE ||
      d->state->leaves.n == 0 || VEC_LAST(&d->state->leaves).n_elements != n) {
    r->is_short = true;
    return;
  }
  if (!tp_lower_table_store(&d->lowering, e, d->state->leaves.at, out)) {
    no_model(d, e);
    memcpy(out, VEC_LAST(&d->state->leaves).element, n * sizeof *out);
  }
  note_objects(d, e);
  for (uint64_t i = 0; i < n; i++)
    define(d, out[i]);
}

static void read_input(tp_decoder *d, reader *r, uint32_t site, uint32_t part) {
  uint64_t key = next_word(r), bits = next_word(r), kind = next_word(r);
  if (r->is_short || (kind & 0xffffffff) > TP_W_F64) {
    r->is_short = true;
    return;
  }
  tp_var what = {.key = key,
                 .site = site,
                 .occurrence = (uint32_t)(kind >> 32),
                 .part = part,
                 .type = (uint8_t)kind};
  uint32_t var = tp_vars_of(d->vars, d->lowering.sem.exprs, &what);
  if (var >= d->values.n)
    VEC_RESIZE(&d->values, var + 1);
  d->values.at[var] = bits;
  VEC_PUSH(&d->reads, (tp_read){var, d->entered_from, bits});
  define(d, d->vars->at.at[var].bits);
}

static void read_string(tp_decoder *d, reader *r, tp_expr *out, uint32_t n) {
  uint64_t word = 0;
  for (uint32_t i = 0; i < n && !r->is_short; i++) {
    word = i % 2 ? word >> 32 : next_word(r);
    out[i] = one_byte(d, r, (uint32_t)word);
  }
}

/* A result that bytes decide which were not looked at: any value, known by the
 * call. It is no input: a solution that needs it is a guess. */
static tp_expr any_result(tp_decoder *d, const tp_text_call *c,
                          uint64_t result) {
  tp_var what = {.key = tp_text_key(c),
                 .type = tp_text_width(c) == 32 ? TP_W_U32 : TP_W_U64};
  uint32_t var = tp_vars_of(d->vars, d->lowering.sem.exprs, &what);
  if (var >= d->values.n)
    VEC_RESIZE(&d->values, var + 1);
  d->values.at[var] = result;
  return d->vars->at.at[var].bits;
}

static bool read_text_call(tp_decoder *d, reader *r, tp_text_call *c) {
  if (c->n > TP_WIRE_MAX_STRING || c->which > TP_LIB_NUMBER)
    r->is_short = true;
  else
    read_string(d, r, c->a, c->n);
  if (!r->is_short && c->which != TP_LIB_STRLEN && c->which != TP_LIB_NUMBER)
    read_string(d, r, c->b, c->n);
  return !r->is_short;
}

static void read_library(tp_decoder *d, reader *r, uint32_t which,
                         unsigned flags, uint32_t n) {
  tp_text_call c = {.which = which, .n = n};
  uint64_t result = next_word(r);
  c.base = which >= TP_LIB_MEMCHR ? next_word(r) : 0;
  c.how = which == TP_LIB_NUMBER ? (uint32_t)next_word(r) : 0;
  if (!read_text_call(d, r, &c))
    return;
  tp_exprs *x = d->lowering.sem.exprs;
  unsigned width = tp_text_width(&c);
  if (width == 32)
    result = (uint32_t)result;
  tp_expr other = flags & TP_RF_LIMIT ? any_result(d, &c, result) : 0;
  tp_expr e = tp_text_result(x, &c, other, false);
  if (!gives(d, e, result)) /* C libraries differ */
    e = tp_text_result(x, &c, other, true);
  if (!gives(d, e, result)) {
    imprecise(d, 0);
    e = tp_expr_bv(x, width, result);
  }
  define(d, e);
}

static void read_reason(tp_decoder *d, unsigned reason, uint32_t e) {
  if (reason >= TP_WHYS)
    return;
  d->concretised.by_reason[reason]++;
  count_place(d, reason, is_planned(d, e) ? e : 0);
}

bool tp_decode(tp_decoder *d, const uint64_t *words, uint64_t n) {
  reader r = {words, words + n, false};
  tp_stage("decoding");
  VEC_CLEAR(&d->events);
  VEC_CLEAR(&d->aside);
  d->state->walk = 0;
  VEC_CLEAR(&d->reads);
  d->entered_from = 0;
  VEC_CLEAR(&d->state->symbols);
  VEC_PUSH(&d->state->symbols, (symbol){0});
  while (r.at < r.end && !r.is_short) {
    uint64_t head = next_word(&r);
    unsigned flags = head >> 8 & 0xff, count = head >> 16 & 0xffff;
    uint32_t id = (uint32_t)(head >> 32);
    switch (head & 0xff) {
    case TP_R_END:
      return true;
    case TP_R_BRANCH:
      read_branch(d, &r, id, flags);
      break;
    case TP_R_DEFINE:
      read_define(d, &r, id);
      break;
    case TP_R_INPUT:
      read_input(d, &r, id, count);
      break;
    case TP_R_LIBRARY:
      read_library(d, &r, id, flags, count);
      break;
    case TP_R_TABLE_STORE:
      read_table_store(d, &r, id);
      break;
    case TP_R_ENTER:
      d->entered_from = (uint32_t)next_word(&r);
      break;
    case TP_R_CONCRETISED:
      read_reason(d, flags, id);
      break;
    default:
      return false;
    }
  }
  return !r.is_short;
}
