/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/cut.h - what many sets of values have in common (inside module smt). */
#ifndef TP_SMT_CUT_H
#define TP_SMT_CUT_H

#include "smt/domain.h"

/* What a set leaves out, between two of its ranges. */
typedef struct tp_gap {
  uint64_t low, high; /* both inside */
  uint32_t item;      /* whose set */
} tp_gap;

typedef struct tp_cut {
  tp_ranges within; /* only here, if there is something */
  VEC(tp_gap) gaps; /* of all sets */
  tp_ranges left;   /* the answer: what no gap covers */
  tp_vec_u32 core;  /* if nothing is left: items whose gaps cover all */
} tp_cut;

/* From all of a variable's values, or from a set of them. */
void tp_cut_begin(tp_cut *c, const tp_domain_var *var);
void tp_cut_begin_within(tp_cut *c, const tp_ranges *within);
void tp_cut_add(tp_cut *c, const tp_ranges *set, uint32_t item);
void tp_cut_end(tp_cut *c);
void tp_cut_free(tp_cut *c);

#endif
