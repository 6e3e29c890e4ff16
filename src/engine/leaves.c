/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the leaves of a record: words of the trace in, expressions out; or
 * passing over them.
 *
 * Invariant: if the reader is whole, each leaf has the width that the plan
 * gives it, and a table the elements of its dimensions. */
#include "engine/reading.h"

/* Addresses of programs; sums and differences of them are no overflow. */
#define MAX_ADDRESS (UINT64_C(1) << 56)

uint64_t tp_read_word(tp_reader *r) {
  if (r->at == r->end) {
    r->is_damaged = true;
    return 0;
  }
  return *r->at++;
}

bool tp_read_check(tp_reader *r, bool holds) {
  if (!holds)
    r->is_damaged = true;
  return !r->is_damaged;
}

/* ---- values -------------------------------------------------------------- */

/* 0: no such symbol. */
static tp_expr symbol_bits(const tp_decoder *d, uint64_t number) {
  return number < d->state->symbols.n ? d->state->symbols.at[number] : 0;
}

/* 0: no such byte. */
static tp_expr one_byte(tp_decoder *d, uint32_t code) {
  tp_exprs *x = d->lowering.sem.exprs;
  if (code & 0x80000000u)
    return tp_expr_bv(x, 8, code & 0xff);
  tp_expr whole = symbol_bits(d, code >> 3);
  unsigned low = 8 * (code & 7);
  if (!whole || low + 8 > tp_expr_width(x, whole))
    return 0;
  return tp_expr_extract(x, whole, low, 8);
}

bool tp_read_bytes(tp_decoder *d, tp_reader *r, tp_expr *out, uint32_t n) {
  uint64_t word = 0;
  for (uint32_t i = 0; i < n && !r->is_damaged; i++) {
    word = i % 2 ? word >> 32 : tp_read_word(r);
    out[i] = one_byte(d, (uint32_t)word);
    tp_read_check(r, out[i]);
  }
  return !r->is_damaged;
}

/* The first byte is the lowest. */
static tp_expr read_pieces(tp_decoder *d, tp_reader *r, unsigned size) {
  tp_expr byte[8];
  if (!tp_read_bytes(d, r, byte, size))
    return 0;
  tp_expr out = byte[0];
  for (unsigned i = 1; i < size; i++)
    out = tp_expr_concat(d->lowering.sem.exprs, byte[i], out);
  return out;
}

static tp_expr read_symbol(tp_decoder *d, tp_reader *r, unsigned size) {
  tp_expr bits = symbol_bits(d, tp_read_word(r));
  if (!bits || tp_expr_width(d->lowering.sem.exprs, bits) != 8 * size)
    return 0;
  return bits;
}

/* 0: the reader is damaged. */
static tp_expr read_value(tp_decoder *d, tp_reader *r, uint64_t tag,
                          unsigned size) {
  tp_expr bits = 0;
  if (tag == TP_TAG_CONCRETE)
    bits = tp_expr_bv(d->lowering.sem.exprs, 8 * size, tp_read_word(r));
  else if (tag == TP_TAG_SYMBOL)
    bits = read_symbol(d, r, size);
  else if (tag == TP_TAG_BYTES)
    bits = read_pieces(d, r, size);
  return tp_read_check(r, bits) ? bits : 0;
}

/* ---- tables -------------------------------------------------------------- */

/* A table without a symbol in it is a tag and a number for each element. */
static bool is_constant_table(const tp_reader *r, uint32_t n) {
  if ((uint64_t)(r->end - r->at) < 2 * (uint64_t)n)
    return false;
  for (uint32_t i = 0; i < n; i++)
    if (r->at[2 * (size_t)i] != TP_TAG_CONCRETE)
      return false;
  return true;
}

static void read_elements(tp_decoder *d, tp_reader *r, uint32_t n,
                          unsigned size) {
  for (uint32_t i = 0; i < n && !r->is_damaged; i++) {
    uint64_t tag = tp_read_word(r);
    VEC_PUSH(&d->state->elements, read_value(d, r, tag, size));
  }
}

static tp_choice_table read_constants(tp_decoder *d, tp_reader *r, uint32_t n,
                                      unsigned size) {
  struct tp_decoder_state *s = d->state;
  const uint64_t *words = r->at;
  uint32_t first = s->elements.n;
  tp_choice_table found = tp_tables_find(&s->tables, words, 2 * n, size);
  if (!found) {
    read_elements(d, r, n, size);
    return tp_tables_add(&s->tables, words, 2 * n, size, s->elements.at + first,
                         n);
  }
  r->at += 2 * (size_t)n;
  VEC_RESIZE(&s->elements, first + n);
  memcpy(s->elements.at + first, tp_tables_elements(&s->tables, found),
         n * sizeof *s->elements.at);
  return found;
}

/* Elements of the dimensions inside the outermost one; more than a table may
 * have: too many. */
static uint64_t inner_count(const tp_wire_leaf *plan) {
  uint64_t n = 1;
  for (unsigned k = 1; k < plan->n_dims && n <= TP_WIRE_MAX_TABLE; k++)
    n *= plan->dim[k].count;
  return n;
}

/* The accessed element lies in its object. */
static bool read_place(tp_reader *r, tp_leaf *leaf, uint64_t count) {
  leaf->first = (int64_t)tp_read_word(r);
  leaf->here = tp_read_word(r);
  return tp_read_check(r, leaf->first <= 0 && leaf->first > -(int64_t)count &&
                              leaf->here < MAX_ADDRESS);
}

static bool read_extent(tp_reader *r, tp_leaf *leaf, const tp_wire_leaf *plan) {
  uint64_t n = tp_read_word(r), inner = inner_count(plan);
  uint64_t count = plan->dim[0].count;
  if (!tp_read_check(r, plan->kind == TP_LEAF_TABLE && n &&
                            n <= TP_WIRE_MAX_TABLE && n % inner == 0))
    return false;
  leaf->n_elements = (uint32_t)n;
  return count ? tp_read_check(r, n / inner == count)
               : read_place(r, leaf, n / inner);
}

static void read_table(tp_decoder *d, tp_reader *r, tp_leaf *leaf,
                       const tp_wire_leaf *plan) {
  if (!read_extent(r, leaf, plan))
    return;
  if (is_constant_table(r, leaf->n_elements))
    leaf->table = read_constants(d, r, leaf->n_elements, plan->size);
  else
    read_elements(d, r, leaf->n_elements, plan->size);
}

/* ---- all leaves ---------------------------------------------------------- */

static void read_leaf(tp_decoder *d, tp_reader *r, unsigned tag,
                      const tp_wire_leaf *plan) {
  tp_leaf leaf = {0};
  VEC_PUSH(&d->state->element_first, d->state->elements.n);
  if (tag == TP_TAG_TABLE)
    read_table(d, r, &leaf, plan);
  else
    leaf.bits = read_value(d, r, tag, plan->size);
  VEC_PUSH(&d->state->leaves, leaf);
}

bool tp_read_leaves(tp_decoder *d, tp_reader *r, uint32_t e) {
  struct tp_decoder_state *s = d->state;
  const tp_wire_expr *wire = &d->lowering.plan->wire_exprs.at[e];
  const tp_wire_leaf *plan =
      d->lowering.plan->wire_leaves.at + wire->first_leaf;
  VEC_CLEAR(&s->leaves);
  VEC_CLEAR(&s->elements);
  VEC_CLEAR(&s->element_first);
  tp_tables_make_room(&s->tables);
  uint64_t tags = tp_read_word(r);
  for (uint32_t i = 0; i < wire->n_leaves && !r->is_damaged; i++)
    read_leaf(d, r, tags >> (2 * i) & 3, &plan[i]);
  if (r->is_damaged)
    return false;
  for (uint32_t i = 0; i < s->leaves.n; i++) /* elements stay put from here */
    if (s->leaves.at[i].n_elements)
      s->leaves.at[i].element = s->elements.at + s->element_first.at[i];
  return true;
}

/* ---- passing over them --------------------------------------------------- */

static void pass_symbol(const tp_decoder *d, tp_reader *r, uint64_t number,
                        tp_vec_u32 *uses) {
  if (tp_read_check(r, number && number < d->state->defined))
    VEC_PUSH(uses, (uint32_t)number);
}

bool tp_pass_bytes(const tp_decoder *d, tp_reader *r, uint32_t n,
                   tp_vec_u32 *uses) {
  uint64_t word = 0;
  uint32_t last = 0;
  for (uint32_t i = 0; i < n && !r->is_damaged; i++) {
    word = i % 2 ? word >> 32 : tp_read_word(r);
    uint32_t code = (uint32_t)word, symbol = code >> 3;
    if (!(code & 0x80000000u) && symbol != last)
      pass_symbol(d, r, last = symbol, uses);
  }
  return !r->is_damaged;
}

static void pass_value(const tp_decoder *d, tp_reader *r, uint64_t tag,
                       unsigned size, tp_vec_u32 *uses) {
  if (tag == TP_TAG_CONCRETE)
    tp_read_word(r);
  else if (tag == TP_TAG_SYMBOL)
    pass_symbol(d, r, tp_read_word(r), uses);
  else if (tp_read_check(r, tag == TP_TAG_BYTES))
    tp_pass_bytes(d, r, size, uses);
}

static uint32_t pass_table(const tp_decoder *d, tp_reader *r,
                           const tp_wire_leaf *plan, tp_vec_u32 *uses) {
  tp_leaf leaf = {0};
  if (!read_extent(r, &leaf, plan))
    return 0;
  for (uint32_t i = 0; i < leaf.n_elements && !r->is_damaged; i++) {
    uint64_t tag = tp_read_word(r);
    pass_value(d, r, tag, plan->size, uses);
  }
  return leaf.n_elements;
}

bool tp_pass_leaves(const tp_decoder *d, tp_reader *r, uint32_t e,
                    tp_vec_u32 *uses, uint32_t *n_elements) {
  const tp_wire_expr *wire = &d->lowering.plan->wire_exprs.at[e];
  const tp_wire_leaf *plan =
      d->lowering.plan->wire_leaves.at + wire->first_leaf;
  uint64_t tags = tp_read_word(r);
  for (uint32_t i = 0; i < wire->n_leaves && !r->is_damaged; i++) {
    unsigned tag = tags >> (2 * i) & 3;
    *n_elements = 0;
    if (tag == TP_TAG_TABLE)
      *n_elements = pass_table(d, r, &plan[i], uses);
    else
      pass_value(d, r, tag, plan[i].size, uses);
  }
  return !r->is_damaged;
}
