/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/revision.h - what an output folder says of its program, by content: the
 * goals of report.json (branches, bins, limits, rules, checks, conditions of
 * MC/DC, findings), each known by what it is and its place among equals, never
 * by a line number. So two revisions of a program can be compared, and what was
 * accepted of one is found again in the next.
 */
#ifndef TP_APP_REVISION_H
#define TP_APP_REVISION_H

#include "base/diag.h"

typedef enum tp_goal_list {
  TP_GOAL_BRANCH,
  TP_GOAL_BIN,
  TP_GOAL_LIMIT,
  TP_GOAL_RULE,
  TP_GOAL_CHECK,
  TP_GOAL_MCDC,
  TP_GOAL_FINDING,
  TP_GOAL_LISTS
} tp_goal_list;

typedef enum tp_goal_state {
  TP_GOAL_ABSENT,
  TP_GOAL_REACHED,
  TP_GOAL_DEAD,
  TP_GOAL_UNKNOWN,
  TP_GOAL_FINE, /* a rule holds, a check is safe */
  TP_GOAL_FOUND /* a finding, a violation */
} tp_goal_state;

/* Texts are owned. */
typedef struct tp_goal {
  uint8_t list, state;
  uint32_t id;    /* of a branch; of others: their index in the list */
  uint32_t place; /* among those with the same words, from 1 */
  char *function; /* that it lies in; may be NULL */
  char *text;     /* condition; what a finding is; number of a bin ... */
  char *side;     /* of a branch; edge of a limit; kind of a bin; may be NULL */
  char *label;    /* of a switch: its side as it is written; may be NULL */
  char *file;     /* may be NULL */
  char *what;     /* would go wrong, of a check; may be NULL */
  uint32_t line, column;
  uint32_t test; /* that shows it; 0: none */
  char *why;     /* proof, reason or message; may be NULL */
} tp_goal;

typedef struct tp_revision {
  VEC(tp_goal) goals;
  bool has_list[TP_GOAL_LISTS];
  uint32_t total[TP_GOAL_UNKNOWN + 1]; /* branches by state */
  char *stopped; /* why the search ended early; may be NULL */
} tp_revision;

/* DIR/report.json. TP_ENVIRONMENT: there is no such folder; TP_REFUSED: it is
 * no output folder, or damaged. Free *out in any case. */
int tp_revision_read(tp_revision *out, const char *dir, tp_diag *diag);
/* The text of a report.json; it is taken. */
int tp_revision_parse(tp_revision *out, tp_str *text, tp_diag *diag);
void tp_revision_free(tp_revision *r);

const char *tp_goal_list_name(tp_goal_list list);
const char *tp_goal_state_name(tp_goal_state state);
/* The words that two goals have in common if they are the same; `out` is
 * cleared first. */
const char *tp_goal_key(const tp_goal *g, tp_str *out);
/* For people: "main: x > 3 [T]". */
void tp_goal_words(const tp_goal *g, tp_str *out);
void tp_goal_free(tp_goal *g);

#endif
