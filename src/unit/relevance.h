/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/relevance.h - which functions belong together: sections 3.1 to 3.3 of
 * seed 001. Functions are numbers below n; nothing here knows C.
 */
#ifndef TP_UNIT_RELEVANCE_H
#define TP_UNIT_RELEVANCE_H

#include "base/bits.h"
#include "base/vec.h"

typedef struct tp_call_edge {
  uint32_t from, to; /* from calls to */
} tp_call_edge;

/* A static call graph (definition 1), or what one system test was seen to call
 * (a profile, 3.1). */
typedef struct tp_call_graph {
  uint32_t n; /* functions */
  VEC(tp_call_edge) edges;
} tp_call_graph;

/* Whether it is new. */
bool tp_call_graph_add(tp_call_graph *g, uint32_t from, uint32_t to);
void tp_call_graph_free(tp_call_graph *g);

/* Dependency of f on each function, p(g|f) (3.2): in *p, by function; below 0
 * for those that neither call f nor are called by it. False: no profile calls
 * f, there is no p. */
bool tp_dependency(double *p, const tp_call_graph *graph,
                   const tp_call_graph *profiles, uint32_t n_profiles,
                   uint32_t f);

/* The extended unit (3.3.1): f, and those that calls lead to through functions
 * whose p is at least the threshold. p NULL: f and those that it calls. */
void tp_extended_unit(tp_bits *unit, const tp_call_graph *graph,
                      const double *p, double threshold, uint32_t f);
/* All within so many calls of f: what seed 001 is compared with (4.3). */
void tp_unit_within(tp_bits *unit, const tp_call_graph *graph,
                    uint32_t distance, uint32_t f);

/* Calling contexts (definition 2): maximal paths a1 -> a2 -> .. -> f over
 * functions whose p is at least the threshold; each visits a function once. p
 * NULL: those that call f. */
typedef struct tp_contexts {
  VEC(tp_vec_u32) at; /* each ends with f */
  bool is_cut;        /* there are more than were asked for */
} tp_contexts;

void tp_calling_contexts(tp_contexts *out, const tp_call_graph *graph,
                         const double *p, double threshold, uint32_t f,
                         uint32_t max);
void tp_contexts_within(tp_contexts *out, const tp_call_graph *graph,
                        uint32_t distance, uint32_t f, uint32_t max);
void tp_contexts_free(tp_contexts *contexts);

#endif
