/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search/path.h - small operations on executed paths.
 *
 * Counter branches: the thesis' conditions have two branches, and the counter
 * branch of one is the other. Here a node may have more (a switch): the
 * counter branches of a branch are all other branches of its node, in their
 * order. "The counter branch is explored" then means that all of them are, and
 * "reverse the last branch" means: take the first that is not.
 */
#ifndef TP_SEARCH_PATH_H
#define TP_SEARCH_PATH_H

#include "search/oracle.h"

void tp_path_copy(tp_path *to, const tp_path *from);
/* Whether path begins as old[0 .. at-1] and then takes `branch`. */
bool tp_path_follows(const tp_path *path, const tp_path *old, uint32_t at,
                     tp_branch branch);
/* The first counter branch of `branch` whose number is at least `from`;
 * TP_NO_BRANCH if there is none. */
tp_branch tp_path_counter(const tp_graph *g, tp_branch branch, tp_branch from);

#endif
