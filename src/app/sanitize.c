/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sanitize.h"

#include "app/tell.h"

#include <ctype.h>

typedef struct search {
  const tp_unstable *in;
  tp_diag diag;
} search;

static bool is_over(const search *s) {
  return s->diag.status != TP_OK ||
         tp_budget_over(&s->in->project->budget) != TP_STOP_NONE;
}

/* The first test that takes a branch; n_tests: none does. */
static uint32_t test_of(const tp_unstable *in, tp_sbranch b) {
  for (uint32_t i = 0; i < in->n_tests; i++)
    for (uint32_t k = 0; k < in->tests[i].seen.n; k++)
      if (in->tests[i].seen.at[k] == b)
        return i;
  return in->n_tests;
}

static bool is_any_violated(const tp_unstable *in) {
  const tp_program *p = in->project->program;
  for (uint32_t i = 0; i < p->checks.n; i++)
    if (test_of(in, p->checks.at[i].branch) < in->n_tests)
      return true;
  return false;
}

static bool build(search *s) {
  int state;
  do
    state =
        tp_listing_poll_build(s->in->listing, TP_WAY_SANITIZED, 20, &s->diag);
  while (state > 0 && !is_over(s));
  return state == 0;
}

static bool run(search *s, uint32_t test, tp_str *report) {
  tp_listing *l = s->in->listing;
  tp_vec_u32 taken = {0};
  tp_plain_end end = {0};
  tp_plain_state now = TP_PLAIN_RUNNING;
  if (tp_listing_start(l, 0, TP_WAY_SANITIZED, test, &s->diag) != 0)
    return false;
  while (now == TP_PLAIN_RUNNING && !is_over(s))
    now = tp_listing_poll(l, 0, 100, &end, &taken);
  VEC_FREE(&taken);
  tp_listing_report(l, 0, report);
  return now == TP_PLAIN_ENDED && report->n > 0;
}

/* "FILE:LINE" in the words before an empty line: what follows is about where
 * the object came from. */
static bool names_line(const char *report, const char *file, uint32_t line) {
  const char *slash = strrchr(file, '/');
  const char *end = strstr(report, "\n\n");
  tp_str place = {0};
  tp_str_addf(&place, "%s:%u", slash ? slash + 1 : file, line);
  const char *at = strstr(report, place.at);
  while (at && isdigit((unsigned char)at[place.n]))
    at = strstr(at + 1, place.at);
  tp_str_free(&place);
  return at && (!end || at < end);
}

static void look_at(search *s, const tp_program_check *check, uint32_t test) {
  const tp_program *p = s->in->project->program;
  tp_str report = {0};
  if (run(s, test, &report) &&
      names_line(report.at, tp_names_text(p->names, check->file), check->line))
    tp_tell_witness(s->in->project->tell, check->branch,
                    strstr(report.at, "AddressSanitizer")
                        ? TP_WITNESS_ADDRESS
                        : TP_WITNESS_UNDEFINED);
  tp_str_free(&report);
}

void tp_sanitize_find(const tp_unstable *in) {
  search s = {.in = in};
  const tp_program *p = in->project->program;
  if (is_any_violated(in) && build(&s))
    for (uint32_t i = 0; i < p->checks.n && !is_over(&s); i++) {
      uint32_t test = test_of(in, p->checks.at[i].branch);
      if (test < in->n_tests)
        look_at(&s, &p->checks.at[i], test);
    }
  tp_diag_free(&s.diag);
}
