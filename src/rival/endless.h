/* SPDX-License-Identifier: GPL-3.0-or-later */
/* rival/endless.h - what the searches that never end by themselves share. */
#ifndef TP_RIVAL_ENDLESS_H
#define TP_RIVAL_ENDLESS_H

#include "base/rng.h"
#include "search/session.h"

/* Done, or stale without any other limit (rival.h). */
bool tp_rival_is_done(const tp_session *s);
/* Runs new random inputs; the very first run has the initial ones. No other
 * path of this search may be in use. */
bool tp_rival_restart(tp_session *s, tp_rng *rng, tp_path *path);
/* The steps of a path that an input decides, in random order. */
void tp_rival_shuffle_steps(tp_vec_u32 *steps, const tp_path *path,
                            tp_rng *rng);
/* A random counter branch; TP_NO_BRANCH at a node with one branch. */
tp_branch tp_rival_random_counter(const tp_graph *g, tp_branch branch,
                                  tp_rng *rng);

#endif
