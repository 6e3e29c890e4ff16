/* SPDX-License-Identifier: GPL-3.0-or-later */
/* search/cover.h - what is still worth searching for.
 *
 * An edge is open while its goal (source branch) was taken by no run. Several
 * edges may share a goal (copies of a function, one for each call site): all
 * close together. Kept in step with the oracle, which owns the truth.
 */
#ifndef TP_SEARCH_COVER_H
#define TP_SEARCH_COVER_H

#include "reach/live.h"
#include "search/oracle.h"

/* Invariant (tp_cover_check): the edges of a goal carry it, and all of them are
 * open or none is; n_covered counts goals with edges that are not. */
typedef struct tp_cover {
  const tp_graph *g;
  tp_scc scc;
  tp_live live;           /* open: goal not covered */
  tp_vec_u32 edge, first; /* edges of goal k: edge.at[first.at[k] ..
                             first.at[k + 1]) */
  uint32_t n_covered;     /* goals */
  bool has_shared_goals;
} tp_cover;

void tp_cover_init(tp_cover *cover, const tp_graph *g);
void tp_cover_free(tp_cover *cover);
/* Ends with a message if the invariant is broken. */
void tp_cover_check(const tp_cover *cover);
/* Closes what the oracle has covered. Asks for every goal. */
void tp_cover_sync(tp_cover *cover, const tp_oracle *oracle);
/* Closes the goals of a path; the number of goals that were new. */
uint32_t tp_cover_path(tp_cover *cover, const tp_path *path);

/* Whether a goal on some edge is left. */
static inline bool tp_cover_is_complete(const tp_cover *cover) {
  return cover->live.n_open == 0;
}

#endif
