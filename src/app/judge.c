/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result is looked at as others see it: as report.json, read back. So what
 * tp2ph accept wrote of a folder is found in the next run by the same words. */
#include "app/judge.h"

#include "report/audit.h"
#include "report/report.h"

/* "ann: known since March" */
static const char *words_of(tp_result *r, const tp_accepted *a) {
  tp_str text = {0};
  tp_str_addf(&text, "%s: %s", a->name, a->reason);
  const char *kept = tp_result_keep(r, text.at);
  tp_str_free(&text);
  return kept;
}

/* That nothing ends in a default bin is as it should be. */
static bool needs_words(const tp_result *r, const tp_goal *g) {
  if (g->list == TP_GOAL_BIN && g->state == TP_GOAL_DEAD &&
      tp_audit_bin_at(r, g->id)->is_default)
    return false;
  return g->state == TP_GOAL_DEAD || g->state == TP_GOAL_UNKNOWN ||
         g->state == TP_GOAL_FOUND;
}

static void mark_rule(tp_result *r, uint32_t i, const char *words) {
  tp_audit_rules rules = {0};
  tp_audit_collect(&rules, r);
  if (i < rules.n)
    r->verdicts.at[rules.at[i].branch].accepted = words;
  VEC_FREE(&rules);
}

static void mark_condition(tp_result *r, uint32_t i, const char *words) {
  VEC_RESIZE(&r->mcdc_accepted, r->program->mcdc_conditions.n);
  if (i < r->mcdc_accepted.n)
    r->mcdc_accepted.at[i] = words;
}

static void mark(tp_result *r, const tp_goal *g, const tp_accepted *a) {
  if (g->list == TP_GOAL_BRANCH)
    r->verdicts.at[g->id].accepted = words_of(r, a);
  else if (g->list == TP_GOAL_FINDING)
    r->findings.at[g->id].accepted = words_of(r, a);
  else if (g->list == TP_GOAL_BIN)
    r->verdicts.at[tp_audit_bin_at(r, g->id)->branch].accepted = words_of(r, a);
  else if (g->list == TP_GOAL_LIMIT)
    r->verdicts.at[r->program->edges.at[g->id].branch].accepted =
        words_of(r, a);
  else if (g->list == TP_GOAL_MCDC)
    mark_condition(r, g->id, words_of(r, a));
  else if (g->list == TP_GOAL_RULE)
    mark_rule(r, g->id, words_of(r, a));
}

static void compare(tp_result *r, const tp_expected *e,
                    const tp_revision *now) {
  tp_expect_index *index = tp_expect_index_new(e);
  for (uint32_t i = 0; i < now->goals.n; i++) {
    const tp_goal *g = &now->goals.at[i];
    const tp_accepted *a = needs_words(r, g) ? tp_expect_find(index, g) : NULL;
    if (a)
      mark(r, g, a);
    r->expect.accepted += a != NULL;
    r->expect.fresh += !a && needs_words(r, g);
  }
  tp_expect_index_free(index);
}

static void note_obsolete(tp_result *r, const tp_expected *e,
                          const tp_revision *now) {
  tp_str notes = {0};
  r->expect.obsolete = tp_expect_obsolete(e, now, &notes);
  char *at = notes.at;
  for (char *line; at && (line = strsep(&at, "\n"));)
    if (*line)
      VEC_PUSH(&r->notes, tp_result_keep(r, line));
  tp_str_free(&notes);
}

int tp_judge(tp_result *r, const tp_expected *e, const char *path,
             tp_diag *diag) {
  tp_str text = {0};
  tp_revision now = {0};
  tp_report_json(r, &text);
  int rc = tp_revision_parse(&now, &text, diag);
  if (rc == 0) {
    r->expect.path = path;
    compare(r, e, &now);
    note_obsolete(r, e, &now);
  }
  tp_revision_free(&now);
  tp_str_free(&text);
  return rc;
}
