/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rival/rival.h - the strategies that two-phase is compared with.
 *
 * dfs and dfs-reach end when nothing is left to try. The others could go on for
 * ever; without a limit of time or runs they stop when runs that brought
 * nothing new, and what solving cost beside them, make TP_RIVAL_STALE runs.
 */
#ifndef TP_RIVAL_RIVAL_H
#define TP_RIVAL_RIVAL_H

#include "search/strategy.h"

/* X(identifier, name): a strategy is a row here, and the function
 * tp_rival_search_IDENTIFIER in a file of its own.
 *
 * dfs-reach       only towards uncovered branches (seed 004, algorithm 2.1)
 * dfs             every path, the last open branch first (DART, CUTE)
 * cfg             nearest uncovered branch in the graph first (CREST)
 * random-branch   a random branch of the last path is turned (CREST)
 * uniform-random  each branch of a path is turned with a chance that makes
 *                 paths equally likely (CREST)
 * random-input    random inputs
 * unit-first      dfs, the branches of the function under test before those of
 *                 its callees (seed 001, section 3.4)
 *
 * Those that seed 003 compares itself with beside dfs, over all turns that are
 * left (rival/pursue.h):
 * rcn, rss, rps   a random one, with a weight by how near an uncovered branch
 *                 is; any; by a random way down the tree of paths (KLEE)
 * dart            the last one; again from random inputs
 * generational    all of the run that covered most (SAGE)
 * context         nearest to the entry, in a context that is new
 * subpath         whose last branches were taken least often
 */
#define TP_RIVALS(X) \
  X(dfs_reach, "dfs-reach") \
  X(dfs, "dfs") \
  X(cfg, "cfg") \
  X(random_branch, "random-branch") \
  X(uniform_random, "uniform-random") \
  X(random_input, "random-input") \
  X(unit_first, "unit-first") \
  X(rcn, "rcn") \
  X(rss, "rss") \
  X(rps, "rps") \
  X(dart, "dart") \
  X(generational, "generational") \
  X(context, "context") \
  X(subpath, "subpath")

#define TP_RIVAL_DECLARED(id, name) \
  void tp_rival_search_##id(const tp_oracle *oracle, \
                            const tp_search_limits *limits, \
                            tp_search_counts *counts); \
  extern const tp_strategy tp_rival_##id;
TP_RIVALS(TP_RIVAL_DECLARED)

#define TP_RIVAL_STALE 20000

/* All of them, ending with NULL. */
extern const tp_strategy *const tp_rivals[];
/* By name, NULL if there is none. */
const tp_strategy *tp_rival_find(const char *name);

#endif
