/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unsat/unsat.h - unsat constraints: what can't hold together.
 *
 * An unsat constraint (core) is a set of conflicting steps in path order, the
 * last one being the branch that was turned. It is kept as a set of
 * predicates, which is sound for any program: inputs that satisfy all of them
 * do not exist. Read as a set of branches, as the thesis does, it says
 * something about paths that were never run; that is only right where a branch
 * stands for the same predicate on every path. So each branch has at most one
 * *known* predicate, and has none if its node is path-dependent: by the graph's
 * word, or because a run showed it with a second predicate. The graph's word
 * can be set aside (tp_unsat_guess) by a search that makes up for it later.
 *
 * A prefix is pushed step by step. Two predicates of each core are watched, so
 * "is this predicate blocked: would it complete a core" is answered at once
 * and nothing is ever scanned as a whole.
 */
#ifndef TP_UNSAT_UNSAT_H
#define TP_UNSAT_UNSAT_H

#include "reach/graph.h"

typedef struct tp_unsat tp_unsat;
typedef uint32_t tp_core; /* 0, 1, ... in the order of learning */

#define TP_NO_CORE UINT32_MAX

typedef struct tp_unsat_step {
  tp_branch branch;
  uint32_t pred; /* never 0 */
} tp_unsat_step;

tp_unsat *tp_unsat_new(const tp_graph *g); /* borrows g */
void tp_unsat_free(tp_unsat *db);

/* Learn a core. One that a known core is part of is not kept (TP_NO_CORE), nor
 * one with a step that no input decides (pred 0); known cores that the new one
 * is part of are removed. The current prefix stays. */
tp_core tp_unsat_add(tp_unsat *db, const tp_unsat_step *steps, uint32_t n);
/* Cores ever learned; removed ones are still counted and have no steps. */
uint32_t tp_unsat_n(const tp_unsat *db);
const tp_unsat_step *tp_unsat_core(const tp_unsat *db, tp_core core,
                                   uint32_t *n);

/* A run took `branch` where its predicate was `pred` (0: no input decides).
 * True if this showed its node, until now taken for path-independent, to be
 * path-dependent. */
bool tp_unsat_observe(tp_unsat *db, tp_branch branch, uint32_t pred);
/* While guessing, a node that runs showed with one predicate only is taken for
 * path-independent even if that is not proved. Off at first. */
void tp_unsat_guess(tp_unsat *db, bool on);
/* Whether guessing makes a difference: not all decisions are proved. */
bool tp_unsat_is_guess(const tp_unsat *db);
/* Whether a run has shown a node to be path-dependent. */
bool tp_unsat_has_dependent(const tp_unsat *db);
/* While supposing, a branch of a node that runs showed to be path-dependent
 * stands for the predicate it was met with last. True if there is one. */
bool tp_unsat_suppose(tp_unsat *db, bool on);
/* The predicate that a branch has on every path; 0 if there is none, or it was
 * never met. */
uint32_t tp_unsat_known(const tp_unsat *db, tp_branch branch);

/* The predicate that a branch had where it was met last, whatever its node is;
 * 0 if no input has ever decided it. */
uint32_t tp_unsat_met(const tp_unsat *db, tp_branch branch);

/* The prefix. push: a step of a run. push_branch: a branch never run here,
 * with its known predicate. Positions are 0, 1, ... */
void tp_unsat_push(tp_unsat *db, uint32_t pred);
void tp_unsat_push_branch(tp_unsat *db, tp_branch branch);
void tp_unsat_pop_to(tp_unsat *db, uint32_t depth);
uint32_t tp_unsat_depth(const tp_unsat *db);
/* The position from which a predicate is in the prefix; TP_NOT_IN_PREFIX. */
uint32_t tp_unsat_position(const tp_unsat *db, uint32_t pred);
#define TP_NOT_IN_PREFIX UINT32_MAX
/* Predicates have small numbers (literals) that never change: that of the step
 * at a position of which tp_unsat_position spoke, and back. */
uint32_t tp_unsat_literal_at(const tp_unsat *db, uint32_t position);
uint32_t tp_unsat_literal_position(const tp_unsat *db, uint32_t literal);

/* Whether prefix and predicate together contain a core. */
bool tp_unsat_blocks(const tp_unsat *db, uint32_t pred);
bool tp_unsat_blocks_branch(const tp_unsat *db, tp_branch branch);
/* The core behind the answer: of those that block pred the one whose other
 * steps came earliest. */
tp_core tp_unsat_blocker(const tp_unsat *db, uint32_t pred);
/* Whether the prefix itself contains a core. */
bool tp_unsat_is_contradictory(const tp_unsat *db);

/* The trimmed unsat constraint: how many leading steps of the core the prefix
 * takes away (thesis section 4.2). */
uint32_t tp_unsat_trim(const tp_unsat *db, tp_core core);
/* Whether pushing pred next would change the trimmed list. */
bool tp_unsat_trims(const tp_unsat *db, uint32_t pred);

#endif
