/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rival/rival.h - the strategies that two-phase is compared with.
 *
 * dfs             every path, the last open branch first (DART, CUTE)
 * dfs-reach       the same, but only towards uncovered branches (seed 004,
 *                 algorithm 2.1)
 * cfg             nearest uncovered branch in the graph first (CREST)
 * random-branch   a random branch of the last path is turned (CREST)
 * uniform-random  each branch of a path is turned with a chance that makes
 *                 paths equally likely (CREST)
 * random-input    random inputs
 *
 * Those that seed 003 compares itself with beside dfs, over all turns that are
 * left (rival/pursue.h):
 * rcn, rss, rps   a random one, with a weight by how near an uncovered branch
 *                 is; any; by a random way down the tree of paths (KLEE)
 * dart            the last one; again from random inputs
 * generational    all of the run that covered most (SAGE)
 * context         nearest to the entry, in a context that is new
 * subpath         whose last branches were taken least often
 *
 * The first two end when nothing is left to try. The others could go on for
 * ever; without a limit of time or runs they stop when runs that brought
 * nothing new, and what solving cost beside them, make TP_RIVAL_STALE runs.
 */
#ifndef TP_RIVAL_RIVAL_H
#define TP_RIVAL_RIVAL_H

#include "search/strategy.h"

#define TP_RIVAL_STALE 20000

extern const tp_strategy tp_rival_dfs;
extern const tp_strategy tp_rival_dfs_reach;
extern const tp_strategy tp_rival_cfg;
extern const tp_strategy tp_rival_random_branch;
extern const tp_strategy tp_rival_uniform_random;
extern const tp_strategy tp_rival_random_input;

extern const tp_strategy tp_rival_rcn;
extern const tp_strategy tp_rival_rss;
extern const tp_strategy tp_rival_rps;
extern const tp_strategy tp_rival_dart;
extern const tp_strategy tp_rival_generational;
extern const tp_strategy tp_rival_context;
extern const tp_strategy tp_rival_subpath;

/* All of them, ending with NULL. */
extern const tp_strategy *const tp_rivals[];
/* By name, NULL if there is none. */
const tp_strategy *tp_rival_find(const char *name);

#endif
