/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/later.h - a trace of which nothing is computed before it is asked for.
 *
 * What a question needs is a small part of most runs: the records that its
 * condition is made of, and the conditions before it that inputs link with it.
 * A trace is passed over once; after that a decision's predicate is worked out
 * when somebody asks, with what it is made of, each record at most once.
 * Invariant: a record reads only symbols that records before it define.
 */
#ifndef TP_ENGINE_LATER_H
#define TP_ENGINE_LATER_H

#include "base/vec.h"

#include <stdbool.h>

struct tp_decoder;

typedef struct tp_later_record {
  const uint64_t *at; /* its head, in the trace */
  uint32_t symbol;    /* the first that it defines, or the next one's */
  uint32_t uses;      /* the first of it in uses; the next record's ends them */
  uint32_t event;     /* UINT32_MAX: it is no decision */
  bool is_read;
  bool is_linked; /* with what it defines */
} tp_later_record;

typedef struct tp_later {
  VEC(tp_later_record) records;
  const uint64_t *end; /* of the trace */
  tp_vec_u32 uses;     /* symbols that records read */
  tp_vec_u32 maker;  /* symbol -> 1 + the record that defines it; 0: an input */
  tp_vec_u32 record; /* event -> 1 + its record; 0: no input decides it */
  tp_vec_u32 link;   /* symbol -> one that inputs link with it; itself */
  tp_vec_u32 open;
} tp_later;

void tp_later_clear(tp_later *later);
void tp_later_free(tp_later *later);

/* As tp_decode, but that no event has a predicate yet. The words must stay
 * until the next trace. */
bool tp_decode_later(struct tp_decoder *d, const uint64_t *words, uint64_t n);
/* Whether inputs may decide the event, and nobody asked yet. */
bool tp_later_is_open(const struct tp_decoder *d, uint32_t event);
/* Its predicate and its value. */
void tp_later_settle(struct tp_decoder *d, uint32_t event);
/* It is a condition from now on: its inputs are linked with one another. */
void tp_later_link(struct tp_decoder *d, uint32_t event);
/* Whether conditions link inputs of the two; both are conditions. */
bool tp_later_are_linked(struct tp_decoder *d, uint32_t a, uint32_t b);

#endif
