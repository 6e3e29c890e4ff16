/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/space.h - tp2ph's side of the memory shared with the program. */
#ifndef TP_EXEC_SPACE_H
#define TP_EXEC_SPACE_H

#include "base/diag.h"
#include "wire/area.h"
#include "instr/plan.h"

typedef struct tp_space {
  int fd;        /* of the memory; -1: none */
  tp_area *area; /* mapped whole; NULL: none */
  tp_area head;  /* what its head is before a run */
  uint64_t bytes;
  VEC(uint64_t) copy; /* of the last trace */
} tp_space;

/* A word that the program may be writing to: what was checked is what is used.
 */
#define TP_READ_ONCE(place) __atomic_load_n(&(place), __ATOMIC_RELAXED)

/* The plan is copied in. trace_bytes 0: the default. */
int tp_space_open(tp_space *s, const tp_plan *plan, uint64_t trace_bytes,
                  tp_diag *diag);
void tp_space_close(tp_space *s);
/* The inputs of the next run. -1 with TP_BUDGET if they are too many. */
int tp_space_put_inputs(tp_space *s, const tp_wire_input *inputs, uint32_t n,
                        tp_diag *diag);
/* Forget what the last run wrote. */
void tp_space_clear(tp_space *s);
/* How long the trace of the last run is. */
uint64_t tp_space_words(const tp_space *s);
/* A copy of it, then the branches taken beside it, closed by an END; the number
 * of its words. Borrowed until the next call. is_starved: only up to where it
 * had been given enough inputs, if it went on. */
uint64_t tp_space_trace(tp_space *s, bool is_starved, const uint64_t **words);
/* A copy of its first n words, or of all. */
uint64_t tp_space_prefix(tp_space *s, uint64_t n, const uint64_t **words);

/* The calls that were denied to the last run, if that was to be observed; out
 * has room for TP_AREA_MAX_DENIED. */
uint32_t tp_space_denied(const tp_space *s, tp_area_denied *out);

#endif
