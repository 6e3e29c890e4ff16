/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/by_file.h - a result sorted by source file and line, as the formats of
 * other tools want it; private to report. */
#ifndef TP_REPORT_BY_FILE_H
#define TP_REPORT_BY_FILE_H

#include "report/result.h"

/* A line of which something is known. */
typedef struct tp_by_line {
  uint32_t line;
  bool is_counted; /* hits are those of gcov; else 1 if a branch was taken */
  uint64_t hits;
  uint32_t first, n; /* its decisions, by column */
} tp_by_line;

typedef struct tp_by_file {
  const char *name; /* as given to the compiler */
  bool is_counted;  /* by gcov: it has said which lines are code */
  VEC(tp_by_line) lines;
  VEC(tp_decision_id) decisions; /* with a branch that counts */
  VEC(uint32_t) functions;       /* in result.lines */
} tp_by_file;

typedef VEC(tp_by_file) tp_by_files;

/* Files in the order of their names. */
void tp_by_files_init(tp_by_files *out, const tp_result *r);
void tp_by_files_free(tp_by_files *files);

/* How many tests of the suite take a branch, by tp_sbranch; at least 1 for a
 * covered one. Free it. */
uint32_t *tp_count_takers(const tp_result *r);
/* A file as seen from anywhere. */
void tp_add_absolute(tp_str *out, const tp_result *r, const char *file);
/* "file.c:12: a < b [T]" */
void tp_add_branch(tp_str *out, const tp_result *r, tp_sbranch b);

#endif
