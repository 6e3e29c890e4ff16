/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/inside.h - the state of a tp_smt, for the files of this module that
 * answer queries. */
#ifndef TP_SMT_INSIDE_H
#define TP_SMT_INSIDE_H

#include "smt/abstract.h"
#include "smt/cache.h"
#include "smt/limited.h"
#include "smt/plain.h"
#include "smt/quick.h"
#include "smt/smt.h"
#include "smt/solver.h"

struct tp_smt {
  tp_exprs *exprs;
  tp_smt_options options;
  tp_str log_dir;
  uint32_t logged;
  tp_solver *solver;
  tp_slicer slicer;
  tp_cache cache;
  tp_domains domains;
  tp_smt_counts counts;
  tp_map satisfiable; /* predicates that held in some model */
  tp_rewrite abstract;
  tp_map slow; /* pivots of queries that were not answered in time */
  tp_smt_effort effort;
  bool is_abstract; /* Yices is asked without hard arithmetic */
  uint32_t group;   /* variable that chooses the context */
  bool keeps_group; /* the query goes on with that of the one before */
  bool is_quick;    /* Yices is not asked */
  /* Of the query under way: */
  tp_query q;
  VEC(uint64_t) values; /* of q.vars */
  tp_vec_u32 core;      /* places in q.items */
  tp_vec_u32 trial, trial_core, trial_exprs;
  tp_vec_u32 order, part, part_conds; /* of a query that falls apart */
  tp_plain_list tries;                /* values to put in place of an odd one */
  tp_limited limited;
};

/* Whether the values at hand make all predicates of the query true. */
bool tp_smt_holds(tp_smt *smt);
/* Ask Yices about some places of the query. The core is places, too. */
tp_smt_answer tp_smt_ask(tp_smt *smt, const tp_vec_u32 *places,
                         tp_vec_u32 *core, const char **reason);

/* ---- products (pin.c) */
/* Values that make the query true, with some variables as one of the proposals
 * (values of q.vars) has them; in smt->values. */
bool tp_smt_solve_pinned(tp_smt *smt, const uint64_t *const *proposals,
                         uint32_t n);

/* ---- floating-point arithmetic, products of integers (hard.c) */
bool tp_smt_is_hard(const tp_smt *smt);
/* An answer that needs no bit of it; UNKNOWN: there is none. */
tp_smt_answer tp_smt_solve_hard(tp_smt *smt, tp_expr_values current,
                                void *state, const char **reason);

#endif
