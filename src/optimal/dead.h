/* SPDX-License-Identifier: GPL-3.0-or-later */
/* optimal/dead.h - branches that an unsatisfiable path shows to be dead.
 *
 * A core speaks of the steps of one path. If every path to the branch takes
 * these steps, and their conditions mean the same on every path, it speaks of
 * all: no run takes the branch. That only says where to search: verdicts are
 * none of it. */
#ifndef TP_OPTIMAL_DEAD_H
#define TP_OPTIMAL_DEAD_H

#include "search/oracle.h"

/* The core of solving path[0 .. at-1] and then another branch of the node. */
bool tp_dead_by_core(const tp_graph *g, const tp_path *path, uint32_t at,
                     const tp_vec_u32 *core);

#endif
