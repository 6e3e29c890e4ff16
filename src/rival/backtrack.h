/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rival/backtrack.h - the depth-first search that dfs and dfs-reach share. */
#ifndef TP_RIVAL_BACKTRACK_H
#define TP_RIVAL_BACKTRACK_H

#include "search/session.h"

/* Whether a counter branch is worth a solver call. */
typedef bool (*tp_rival_wants)(const tp_session *s, tp_branch counter);

void tp_rival_backtrack(const tp_oracle *oracle, const tp_search_limits *limits,
                        tp_search_counts *counts, tp_rival_wants wants);

#endif
