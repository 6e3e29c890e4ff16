/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search/dfs.h - the path of a depth-first search over executed paths.
 *
 * Holds the current path and, for each step of it, which counter branches were
 * not tried yet with the prefix before it. Steps are worked off from the end;
 * what was tried once behind a prefix is never tried again behind it.
 */
#ifndef TP_SEARCH_DFS_H
#define TP_SEARCH_DFS_H

#include "base/map.h"
#include "search/path.h"

typedef struct tp_dfs_side {
  tp_branch met;  /* the branch that the first run through here took */
  tp_branch next; /* counter branches below this number are done */
  bool is_repeat; /* its predicate is in the path before it: no counter branch
                     can be taken here, as in a loop that turns for ever */
} tp_dfs_side;

typedef struct tp_dfs {
  const tp_graph *g;
  tp_path path;
  VEC(tp_dfs_side) side; /* as long as path */
  tp_map first;          /* predicate -> where it may be in the path first */
} tp_dfs;

void tp_dfs_init(tp_dfs *dfs, const tp_graph *g);
void tp_dfs_free(tp_dfs *dfs);
/* Begin with this path, nothing tried. */
void tp_dfs_start(tp_dfs *dfs, const tp_path *path);
/* The next untried counter branch at the last step, now counted as tried;
 * TP_NO_BRANCH if none is left there. */
tp_branch tp_dfs_next(tp_dfs *dfs);
/* Remove the last step. */
void tp_dfs_drop(tp_dfs *dfs);
/* Go on with a path that follows the current one up to its last step and takes
 * another branch there. */
void tp_dfs_follow(tp_dfs *dfs, const tp_path *path);

#endif
