/* SPDX-License-Identifier: GPL-3.0-or-later */
/* phase2/reason.h - the part of a prefix that a finding rests on.
 *
 * A small set of "things" (numbered as in phase2/nopath.h). Beyond SIZE
 * members the lowest are given up: then it may rest on anything below a bound.
 */
#ifndef TP_PHASE2_REASON_H
#define TP_PHASE2_REASON_H

#include <stdbool.h>
#include <stdint.h>

#define TP_REASON_SIZE 14

typedef struct tp_reason {
  uint32_t n;
  uint32_t thing[TP_REASON_SIZE]; /* descending, all at least `below` */
  uint32_t below;                 /* it may rest on any thing below this */
  bool is_unsure;                 /* and on work that was not done: no proof */
} tp_reason;

void tp_reason_add(tp_reason *r, uint32_t thing);
void tp_reason_merge(tp_reason *r, const tp_reason *other);
/* Leave out the things from `thing` on. */
void tp_reason_cut(tp_reason *r, uint32_t thing);
/* The highest thing, TP_NOPATH_ALWAYS if there is none. */
uint32_t tp_reason_top(const tp_reason *r);
/* Whether it is proved, and rests on steps of the prefix alone. */
bool tp_reason_is_exact(const tp_reason *r);

#endif
