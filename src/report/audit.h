/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/audit.h - bins and rules of a result: what the branches of the monitor
 * that stand for them were found to be. */
#ifndef TP_REPORT_AUDIT_H
#define TP_REPORT_AUDIT_H

#include "report/result.h"

typedef struct tp_audit_totals {
  uint32_t bins, reached, dead, unknown;
  uint32_t rules, violated, undecided; /* rules */
  uint32_t not_accepted;               /* that fail the run, of all these */
} tp_audit_totals;

typedef struct tp_audit_rule {
  uint32_t id; /* 101 */
  const char *name;
  /* covered: violated, infeasible: it holds. */
  tp_result_verdict verdict;
  tp_sbranch branch; /* that the verdict is of */
} tp_audit_rule;

typedef VEC(tp_audit_rule) tp_audit_rules;

/* The bins that are shown, from 0: those that are declared, and, where that is
 * left to the program, those that it can set. */
uint32_t tp_audit_bin_count(const tp_result *r);
const tp_bin *tp_audit_bin_at(const tp_result *r, uint32_t i);
/* Whether bins are declared. */
bool tp_audit_is_made(const tp_result *r);
/* The rules that were asked, in the order of their numbers. */
void tp_audit_collect(tp_audit_rules *out, const tp_result *r);
/* Whether no test, but a proof, shows that it is violated: its text. */
bool tp_audit_is_by_proof(const tp_result_verdict *v);
tp_audit_totals tp_audit_count(const tp_result *r);
const char *tp_audit_bin_verdict(tp_verdict_kind kind);  /* "reached" .. */
const char *tp_audit_rule_verdict(tp_verdict_kind kind); /* "violated" .. */
const char *tp_audit_bin_kind(const tp_bin *bin); /* "soft", "hard", "row" */
/* "soft bin 7 \"leakage\"" */
void tp_audit_bin_name(const tp_program *p, const tp_bin *bin, tp_str *out);
/* Why nothing ends in it, in lines of the source. */
void tp_audit_why_dead(const tp_result *r, const tp_bin *bin, tp_str *out);
/* The functions that set it: to its number, or, if none does, to one that is
 * computed. */
void tp_audit_setters(const tp_program *p, const tp_bin *bin, tp_vec_u32 *out);
/* The bins that a test ends in, by their kinds; false: in none. */
bool tp_audit_bins_of(const tp_result *r, uint32_t test, tp_str *out);

#endif
