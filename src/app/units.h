/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/units.h - the parts of `tp2ph unit`; private to unit*.c.
 *
 * Output folder: drivers/ (C, one a function, and one a calling context),
 * system/ (the whole program), units/ (one folder a function), contexts/,
 * report.json, summary.txt. system, units and contexts are batches.
 */
#ifndef TP_APP_UNITS_H
#define TP_APP_UNITS_H

#include "app/profile.h"
#include "app/project.h"
#include "app/revision.h"
#include "base/json.h"
#include "base/map.h"
#include "unit/ranges.h"
#include "unit/uses.h"

typedef enum tp_alarm_verdict {
  TP_ALARM_CONFIRMED,
  TP_ALARM_REPORTED,
  TP_ALARM_FILTERED,
  TP_ALARM_IMPOSSIBLE,
  TP_ALARM_VERDICTS
} tp_alarm_verdict;

extern const char *const tp_alarm_verdicts[TP_ALARM_VERDICTS];

typedef struct tp_unit_alarm {
  uint32_t goal;     /* of the unit's report */
  bool is_of_system; /* .. of the whole program's: the unit does not have it */
  tp_alarm_verdict verdict;
  bool is_filtered;     /* by its contexts, whatever the program says */
  bool is_explored;     /* .. all their paths; else those that were explored */
  const char *reason;   /* why it is not; NULL */
  uint32_t system_test; /* that confirms it; 0: none */
} tp_unit_alarm;

/* A program that asks whether the callers can cause an alarm. */
typedef struct tp_unit_context {
  char *name; /* of its driver and of its folder */
  tp_vec_u32 path;
  bool is_asked;
  tp_revision report;
  tp_str lines; /* lcov.info of its tests: where they came */
} tp_unit_context;

typedef struct tp_unit_target {
  tp_func_id func;
  char *name; /* of its driver and of its folder; the function's, or NAME-2 */
  char *why;  /* it is not tested; NULL: it is */
  tp_str trusts; /* what others who call it must see to, as C */
  double *p;     /* p(g|f), by function; NULL: no system test calls it */
  tp_bits unit;
  bool is_cut;                /* there are more contexts */
  VEC(tp_call_edge) left_out; /* calls that lead to f, in no context */
  VEC(tp_unit_context) contexts;
  tp_revision report;
  VEC(tp_unit_alarm) alarms;
} tp_unit_target;

typedef struct tp_units {
  const tp_options *options;
  tp_options loading; /* of the project: files are absolute */
  VEC(char *) files;
  tp_str output; /* absolute */
  tp_str folder; /* from which files and flags are seen; absolute */
  tp_project project;
  bool has_main;
  tp_call_graph graph;
  tp_ranges ranges;
  tp_uses uses;
  tp_profiles profiles;
  tp_str without_profiles; /* why there are none */
  bool has_system;
  tp_revision system; /* of the whole program */
  VEC(tp_unit_target) targets;
  double seconds, system_seconds, unit_seconds, context_seconds;
  double confirm_seconds; /* of the second attempt */
} tp_units;

const char *tp_units_name(const tp_units *u, tp_func_id f);
/* unit_plan.c: units, contexts and their drivers. */
int tp_units_plan(tp_units *u, tp_diag *diag);
/* unit_judge.c: alarms, and which of them are to be asked about. */
void tp_units_find_alarms(tp_units *u);
void tp_units_judge(tp_units *u);
const tp_goal *tp_units_goal(const tp_units *u, const tp_unit_target *t,
                             const tp_unit_alarm *a);
/* An alarm of which the whole program says nothing yet. */
bool tp_units_has_open_alarm(const tp_units *u);
/* unit_report.c. Branches of the program: those that system tests take, that
 * are proved dead, that only units take, and the rest. */
typedef struct tp_unit_branches {
  uint32_t total, covered, infeasible, unit_covered, unknown;
} tp_unit_branches;

void tp_units_mark(tp_map *marks, const tp_revision *r, bool is_unit);
tp_unit_branches tp_units_count(const tp_map *marks);

#define TP_UNITS_PROFILES "profiles   "
#define TP_UNITS_NOT_TESTED "not tested: "
#define TP_UNITS_ASSUMED "assumed: "
/* How report.json begins, in an object that is left open, and summary.txt. */
void tp_units_json_head(tp_json *j, const tp_unit_branches *n);
void tp_units_summary_head(tp_str *out, uint32_t functions,
                           const tp_unit_branches *n);
void tp_units_summary_alarms(tp_str *out,
                             const uint32_t counts[TP_ALARM_VERDICTS]);

void tp_units_json(const tp_units *u, tp_str *out);
/* Whether a branch is neither taken nor proved, in no unit either. */
bool tp_units_has_unknown(const tp_units *u);
void tp_units_summary(const tp_units *u, tp_str *out);
/* unit_merge.c: of several folders one. */
bool tp_units_is_folder(const char *dir);
int tp_units_merge(const tp_options *options, tp_diag *diag);

#endif
