/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/reduce.h - which tests are worth reporting, and in which order. */
#ifndef TP_APP_REDUCE_H
#define TP_APP_REDUCE_H

#include "app/found.h"

/* Whether a test may be chosen. */
typedef bool (*tp_reduce_filter)(const tp_found *found, uint32_t test);

/* Fills `out` with the numbers of tests (of found->tests): the
 * first n_fixed that are usable, whatever they cover; then by greedy cover of
 * all branches that are not `unasked`, the
 * test that adds the most branches first, so that coverage rises
 * fastest and no test is left that adds nothing; then the tests that show a
 * finding, if they are not among them. */
void tp_reduce(tp_vec_u32 *out, const tp_found *found, uint32_t n_branches,
               const tp_vec_u32 *unasked, uint32_t n_fixed,
               tp_reduce_filter is_usable);

#endif
