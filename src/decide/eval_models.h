/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/eval_models.h - what functions of the C library do to the state;
 * private to decide.
 *
 * Each function that runs follow (wire/library.def) has one model here, named
 * after it: whoever adds a row there is told by the compiler that it lacks one.
 * A model says false where it does not know: then the function may do what
 * libc/libc.def says.
 */
#ifndef TP_DECIDE_EVAL_MODELS_H
#define TP_DECIDE_EVAL_MODELS_H

#include "decide/eval.h"

typedef struct tp_eval_library_call {
  tp_node_id node;
  tp_type_id type; /* of the result */
  const tp_value *args;
  uint32_t n; /* as many as the function has parameters */
} tp_eval_library_call;

#define LIBRARY(result, name, parameters) \
  bool tp_eval_model_##name(tp_eval *e, const tp_eval_library_call *c, \
                            tp_value *out);
#define VALUED LIBRARY
#include "wire/library.def"
#undef LIBRARY
#undef VALUED

/* Argument i, if it is a constant. */
bool tp_eval_count(tp_eval *e, const tp_eval_library_call *c, uint32_t i,
                   uint64_t *out);
/* Bytes at an address, up to one that is surely NUL, at most max; false: one is
 * not known before. */
bool tp_eval_bytes(tp_eval *e, tp_expr address, uint64_t max, bool stop_at_nul,
                   tp_expr *out, uint32_t *n);
/* A text that may be one of a few, or one row of many. *elsewhere: the truth
 * value that it is any text, 0: it is not; NULL: it may not be. */
bool tp_eval_read_text(tp_eval *e, tp_expr address, uint64_t max, tp_expr *out,
                       uint32_t *n, tp_expr *elsewhere);

#endif
