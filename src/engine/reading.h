/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/reading.h - the words of a trace, checked as they are read; private to
 * decode.c, later.c and leaves.c.
 *
 * The program under test can write anything there. What makes no sense (a
 * number that nothing has, a value that does not fit its place) damages the
 * reader, and nothing behind it is read.
 */
#ifndef TP_ENGINE_READING_H
#define TP_ENGINE_READING_H

#include "engine/decode.h"
#include "engine/later.h"

typedef struct tp_reader {
  const uint64_t *at, *end;
  bool is_damaged;
} tp_reader;

/* What follows the head of a record, as the plan knows it. */
typedef struct tp_record {
  unsigned kind, flags, n;
  uint32_t id;
} tp_record;

struct tp_decoder_state {
  VEC(tp_expr) symbols; /* bytes of the symbolic values, from 1; 0: not yet */
  uint32_t defined;     /* the symbol that is defined next */
  uint32_t settling;    /* the event that is settled; UINT32_MAX: the next */
  VEC(tp_leaf) leaves;
  VEC(tp_expr) elements;       /* of table leaves, all in a row */
  VEC(uint32_t) element_first; /* by leaf: where its elements start */
  tp_tables tables;
  bool has_other_objects; /* a pointer of the expression may lead there */
  tp_map labels;          /* hash of (decision, value of the switch) -> label */
  uint32_t walk;          /* of value_of in this trace; 0: none yet */
  uint32_t before;        /* expressions that there were before this trace */
  tp_map places;          /* why, expression -> index into concretised.places */
  tp_later later;
};

/* Behind the last word: 0, and the reader is damaged. */
uint64_t tp_read_word(tp_reader *r);
/* Damages the reader if it does not hold; true: it still is whole. */
bool tp_read_check(tp_reader *r, bool holds);
/* n bytes, two in a word, as an expression of 8 bits each. */
bool tp_read_bytes(tp_decoder *d, tp_reader *r, tp_expr *out, uint32_t n);
/* The leaves of expression number e, which is planned, into state->leaves. */
bool tp_read_leaves(tp_decoder *d, tp_reader *r, uint32_t e);
/* The same are passed over: the symbols in them are put behind `uses`, the
 * elements of the table that comes last into *n_elements (0: none). */
bool tp_pass_leaves(const tp_decoder *d, tp_reader *r, uint32_t e,
                    tp_vec_u32 *uses, uint32_t *n_elements);
bool tp_pass_bytes(const tp_decoder *d, tp_reader *r, uint32_t n,
                   tp_vec_u32 *uses);

/* ---- decode.c ---- */
tp_record tp_record_of(uint64_t head);
/* Begins a trace: what the last one told is forgotten. */
void tp_decode_begin(tp_decoder *d);
/* What follows the head. A decision is a new event. */
void tp_decode_record(tp_decoder *d, tp_reader *r, const tp_record *in);
/* Where events are known already: a decision into *event. */
void tp_decode_again(tp_decoder *d, tp_reader *r, const tp_record *in,
                     tp_event *event);
/* What is computed from inputs is passed over, if the record does so: the
 * symbols that it reads are put behind `uses`; how many it defines. A decision
 * is a new event, without a predicate. */
bool tp_decode_is_computed(const tp_record *in);
uint32_t tp_decode_pass(tp_decoder *d, tp_reader *r, const tp_record *in,
                        tp_vec_u32 *uses);

#endif
