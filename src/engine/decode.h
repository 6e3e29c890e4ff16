/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/decode.h - a trace in, what happened out: inputs read, decisions taken
 * with their predicates over the inputs.
 *
 * Every predicate is evaluated on the inputs of its own run: one that does not
 * say what the run did is dropped (the step is then concrete) and counted.
 */
#ifndef TP_ENGINE_DECODE_H
#define TP_ENGINE_DECODE_H

#include "engine/lower.h"
#include "engine/vars.h"

typedef struct tp_event {
  tp_decision_id decision;
  uint32_t label; /* branch of the decision that was taken */
  tp_expr pred;   /* true exactly when it is; 0: no input decides it */
  tp_expr value;  /* switch: what it switches on; 0 if concrete */
} tp_event;

typedef VEC(tp_event) tp_events;

typedef struct tp_read { /* an input, in reading order */
  uint32_t var;
  uint32_t from; /* the call site through which its function was entered */
  uint64_t bits;
} tp_read;

/* Beside the runtime's reasons. */
enum {
  TP_WHY_NO_MODEL = TP_WHYS, /* an expression without a model */
  TP_WHY_IMPRECISE,          /* one that the run itself refuted */
  TP_WHY_OBJECTS, /* a pointer that may lead to an object whose elements are
                     not in the trace */
  TP_WHY_LONG     /* the run computed too much before */
};

typedef struct tp_concrete_place {
  uint32_t why;  /* tp_wire_reason or above */
  uint32_t expr; /* of the plan; 0: not known */
  uint64_t count;
} tp_concrete_place;

/* What was taken as it was instead of symbolically. */
typedef struct tp_concretised {
  VEC(tp_concrete_place) places;
  uint64_t by_reason[TP_WHYS]; /* the runtime's reasons */
  uint64_t not_modelled;       /* expressions without a model */
  uint64_t imprecise;          /* predicates that the run itself refuted */
} tp_concretised;

typedef struct tp_decoder {
  tp_lowering lowering;
  tp_vars *vars;
  /* of the last trace: */
  tp_events events;
  tp_events aside; /* taken some time, by other threads and the like */
  VEC(tp_read) reads;
  uint32_t entered_from;      /* call site of the function entered last */
  VEC(uint64_t) values;       /* by variable; valid for those in reads */
  uint32_t n_exact;           /* events before the first that rests on a value
                                 that was taken as it was */
  tp_concretised concretised; /* over all traces */
  struct tp_decoder_state *state;
} tp_decoder;

void tp_decoder_init(tp_decoder *d, const tp_ir *ir, const tp_plan *plan,
                     tp_exprs *exprs, tp_vars *vars);
void tp_decoder_free(tp_decoder *d);
/* All expressions were cleared. */
void tp_decoder_forget(tp_decoder *d);
/* False if the words are no trace: what was understood before is kept. */
bool tp_decode(tp_decoder *d, const uint64_t *words, uint64_t n);
/* What a condition compared in a run that measures. */
typedef struct tp_measure {
  uint32_t event;       /* its place among the branches */
  uint32_t expr;        /* planned; 0: none, it compares two integers */
  uint64_t value;       /* switch: what it switches on */
  const uint64_t *leaf; /* bytes of its leaves, or the two, in the trace */
} tp_measure;

typedef VEC(tp_measure) tp_measures;

/* What a blind run (tp_exec_blind) told. */
typedef struct tp_glance {
  tp_events events;
  tp_vec_u32 before; /* of each event: inputs that were read before it */
  tp_measures measures;
  VEC(uint64_t) read; /* values of inputs, in reading order */
} tp_glance;

/* The trace of a blind run, with nothing else changed: what the last trace told
 * stays valid. */
void tp_decode_blindly(tp_decoder *d, const uint64_t *words, uint64_t n,
                       tp_glance *out);
/* The predicate of label k of a decision: `value` of a switch, or (conditions)
 * the predicate `pred` of the taken label `taken`. */
tp_expr tp_decode_label(tp_decoder *d, const tp_event *event, uint32_t k);
/* The value of an input in the run last decoded: for tp_expr_eval and smt. */
uint64_t tp_decode_value(void *decoder, uint32_t var);

#endif
