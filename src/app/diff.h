/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/diff.h - two revisions compared, and what is told of it. */
#ifndef TP_APP_DIFF_H
#define TP_APP_DIFF_H

#include "app/revision.h"

/* In the order they are told: first what is worse. */
typedef enum tp_change_kind {
  TP_CHANGE_FOUND,
  TP_CHANGE_DEAD,
  TP_CHANGE_UNKNOWN,
  TP_CHANGE_GONE,
  TP_CHANGE_REACHED,
  TP_CHANGE_FINE, /* a finding that is gone, a rule that holds again */
  TP_CHANGE_KINDS
} tp_change_kind;

typedef struct tp_change {
  uint8_t kind;             /* tp_change_kind */
  const tp_goal *old, *new; /* one may be NULL; borrowed */
} tp_change;

typedef struct tp_diff {
  const char *old_dir, *new_dir;
  tp_revision old, new;
  VEC(tp_change) changes;          /* by kind, then as in the reports */
  bool is_left_out[TP_GOAL_LISTS]; /* only one of the two has such a list */
  uint32_t count[TP_CHANGE_KINDS];
} tp_diff;

/* Fills in the changes; the revisions were read. */
void tp_diff_compare(tp_diff *d);
void tp_diff_free(tp_diff *d);
bool tp_diff_is_worse(const tp_diff *d);

/* "newly dead" */
const char *tp_change_name(tp_change_kind kind);
void tp_diff_text(const tp_diff *d, tp_str *out);
void tp_diff_json(const tp_diff *d, tp_str *out);
void tp_diff_html(const tp_diff *d, tp_str *out);

#endif
