/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/summary.h - a function walked once for many calls.
 *
 * A function that is called over and over is walked below a guard of its own
 * ("some call gets here") instead of the caller's. What it read, what it left
 * behind and what it returned are kept; a later call with the same arguments
 * that finds the same values where it read takes that over and only adds itself
 * to the calls. When the walk is over the guard of each summary becomes: one of
 * its calls is reached. So 50 functions that call each other in every
 * combination cost their pairs, not their paths.
 *
 * Variables made inside stand for the values of one activation. Where they are
 * part of what a call leaves behind, that is free for each call anew. A
 * function that reads inputs reads others in each call context; it is
 * summarised only when there are more contexts than can be walked, and its
 * inputs are free then.
 */
#ifndef TP_DECIDE_SUMMARY_H
#define TP_DECIDE_SUMMARY_H

#include "base/bits.h"
#include "decide/memory.h"
#include "decide/model.h"

typedef struct tp_eval tp_eval;
typedef struct tp_summary_walk tp_summary_walk; /* one being made */

typedef struct tp_summary_cell {
  uint32_t cell;
  tp_expr value; /* 0: not known */
} tp_summary_cell;

typedef struct tp_summary {
  tp_func_id func;
  uint32_t first_arg, n_args; /* in args */
  uint32_t first_read, n_reads, first_write, n_writes;
  uint32_t first_var; /* variables from here on were made in it */
  uint32_t next;      /* with the same hash, + 1 */
  tp_guard root;
  tp_expr result; /* 0: none or not known */
  tp_expr rest;   /* under which it comes back; true: always */
} tp_summary;

typedef struct tp_summary_call {
  uint32_t summary;
  tp_guard guard;
} tp_summary_call;

typedef struct tp_summaries {
  VEC(tp_summary) at; /* in the order in which they were complete */
  VEC(tp_expr) args;
  VEC(tp_summary_cell) cells; /* reads and writes */
  VEC(tp_summary_call) calls;
  /* When linked: calls of summary i are first_call.at[i .. i + 1]. */
  tp_vec_u32 first_call;
  tp_map by_hash;       /* -> the latest, + 1 */
  VEC(uint8_t) useless; /* by func: summaries that can't be used again */
  tp_bits readers;      /* by func: it, or what it calls, reads inputs */
  uint32_t depth;       /* summaries being made */
  uint32_t made;
  uint32_t in_context; /* questions whose answer the caller may change */
} tp_summaries;

void tp_summaries_init(tp_summaries *s, const tp_program *p);
void tp_summaries_free(tp_summaries *s);
/* Whether a call of f is to be answered by a summary. */
bool tp_summary_wanted(const tp_eval *e, tp_func_id f);
/* True: one that is known gives the result. False: the function is walked, in a
 * frame that ends with tp_summary_end, which gives it. */
bool tp_summary_call_function(tp_eval *e, tp_func_id f, const tp_value *args,
                              uint32_t n, tp_value *out);
tp_value tp_summary_end(tp_eval *e, tp_summary_walk *w, tp_value result);
/* The walk is over: order the calls, tell each summary's guard which they
 * are. */
void tp_summaries_link(tp_eval *e);

#endif
