/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Choosing tests. What ends otherwise on the plain program is no test; what was
 * not replayed is none either. */
#include "app/choose.h"

#include "app/collect.h"
#include "app/reduce.h"
#include "base/bits.h"
#include "checks/checks.h"

#define MAX_INPUTS 8  /* of a test, in a note */
#define MAX_NOTES 20u /* one for each test, then only their number */

bool tp_choose_is_confirmed(const tp_found *f, uint32_t test) {
  return f->tests.at[test].replayed == TP_REPLAY_SAME;
}

bool tp_choose_has_replayed(const tp_found *f, uint32_t n) {
  for (uint32_t i = 0; i < n && i < f->tests.n; i++)
    if (f->tests.at[i].replayed == TP_REPLAY_PENDING)
      return false;
  return true;
}

static const char *reason_of(const tp_found *f, uint32_t test) {
  if (f->tests.at[test].replayed == TP_REPLAY_DIFFERS)
    return "differs on the plain program";
  if (f->tests.at[test].replayed == TP_REPLAY_OVERFLOWS)
    return "the stack of the plain program overflows before";
  return f->state.replay_failure
             ? "not confirmed: the plain program could not be run"
             : "not confirmed: time";
}

/* Instrumented it did not end in time; the plain program, which is faster, did.
 */
static bool has_ended_after_all(const tp_found_test *t) {
  return t->replayed == TP_REPLAY_SAME && t->end == TP_ENDED_TIMEOUT &&
         (t->plain.how == TP_PLAIN_EXIT || t->plain.how == TP_PLAIN_INPUTS);
}

static bool is_spoilt(const tp_program *p, const tp_found *f,
                      const tp_found_test *t) {
  for (uint32_t i = 0; i < t->n_taken; i++)
    if (tp_branch_spoils_memory(p, f->taken.at[t->first_taken + i]))
      return true;
  return false;
}

/* How a test ends: as the plain program does where the instrumented one did not
 * end in time, or memory was spoilt. */
static void set_end(tp_result_test *out, const tp_program *p, const tp_found *f,
                    const tp_found_test *t) {
  static const uint8_t ends[] = {[TP_PLAIN_EXIT] = TP_ENDED_EXIT,
                                 [TP_PLAIN_SIGNAL] = TP_ENDED_SIGNAL,
                                 [TP_PLAIN_TIMEOUT] = TP_ENDED_TIMEOUT,
                                 [TP_PLAIN_INPUTS] = TP_ENDED_INPUTS};
  out->is_spoilt = is_spoilt(p, f, t);
  bool as_plain = has_ended_after_all(t) ||
                  (t->replayed == TP_REPLAY_SAME &&
                   t->plain.how != TP_PLAIN_LOST && out->is_spoilt);
  out->end = as_plain ? ends[t->plain.how] : t->end;
  out->code = as_plain ? t->plain.code : t->code;
}

/* The monitor takes other branches than bins and rules, too. */
static bool is_told(const tp_program *p, tp_sbranch b) {
  return !p->decisions.at[p->branches.at[b].decision].is_monitor ||
         p->branches.at[b].is_goal;
}

/* The branches of a test that holds are covered, if none before it did. */
static void keep_test(tp_result *r, const tp_found *f, uint32_t test,
                      tp_bits *seen) {
  const tp_found_test *t = &f->tests.at[test];
  tp_result_test out = {.first_input = r->inputs.n,
                        .n_inputs = t->n_reads,
                        .first_branch = r->new_branches.n};
  set_end(&out, r->program, f, t);
  tp_collect_inputs(r, f, test);
  out.first_taken = r->taken.n;
  for (uint32_t i = 0; i < t->n_taken; i++) {
    tp_sbranch b = f->taken.at[t->first_taken + i];
    if (b < r->verdicts.n)
      VEC_PUSH(&r->taken, b);
    if (b >= r->verdicts.n || tp_bits_has(seen, b))
      continue;
    tp_bits_add(seen, b);
    if (is_told(r->program, b))
      VEC_PUSH(&r->new_branches, b);
    r->verdicts.at[b] =
        (tp_result_verdict){.kind = TP_VERDICT_COVERED, .test = r->tests.n + 1};
  }
  out.n_branches = r->new_branches.n - out.first_branch;
  out.n_taken = r->taken.n - out.first_taken;
  out.first_story = r->story.n;
  out.n_story = t->n_story;
  for (uint32_t i = 0; i < t->n_story; i++)
    VEC_PUSH(&r->story, f->story.at[t->first_story + i]);
  VEC_PUSH(&r->tests, out);
}

static void drop_test(tp_result *r, const tp_found *f, uint32_t test,
                      const tp_bits *seen) {
  const tp_found_test *t = &f->tests.at[test];
  for (uint32_t i = 0; i < t->n_taken; i++) {
    tp_sbranch b = f->taken.at[t->first_taken + i];
    if (b < r->verdicts.n && !tp_bits_has(seen, b))
      r->verdicts.at[b] = (tp_result_verdict){.text = reason_of(f, test)};
  }
}

/* What tests seemed to cover, and no test does. */
static void tell_lost(tp_result *r, const tp_found *f) {
  static const tp_result_verdict verdicts[] = {
      [TP_LOST_PLAIN] = {.text = "the plain program does not take it"},
      [TP_LOST_UNINITIALISED] = {.text = "hangs on uninitialised memory: "
                                         "another compiler may not take it",
                                 .unstable = "uninitialised"},
      [TP_LOST_ADDRESS] = {.text = "hangs on where objects lie: another run "
                                   "may not take it",
                           .unstable = "address"},
      [TP_LOST_ENVIRONMENT] = {.text = "hangs on environment variables: "
                                       "elsewhere it may not be taken",
                               .unstable = "environment"}};
  for (tp_sbranch b = 0; b < f->lost.n && b < r->verdicts.n; b++)
    if (f->lost.at[b] && r->verdicts.at[b].kind == TP_VERDICT_UNKNOWN)
      r->verdicts.at[b] = verdicts[f->lost.at[b]];
}

/* number: of each test that was found, 0 if it is not in the result. */
static void keep_findings(tp_result *r, const tp_found *f,
                          const uint32_t *number) {
  for (uint32_t i = 0; i < f->findings.n; i++) {
    const tp_found_finding *from = &f->findings.at[i];
    if (!number[from->test] || has_ended_after_all(&f->tests.at[from->test]))
      continue;
    VEC_PUSH(&r->findings, (tp_result_finding){.kind = from->kind,
                                               .signal = from->signal,
                                               .file = from->file,
                                               .line = from->line,
                                               .test = number[from->test]});
  }
}

static void keep_denied(tp_result *r, const tp_found *f,
                        const uint32_t *number) {
  for (uint32_t i = 0; i < f->denied.n; i++) {
    const tp_found_denied *d = &f->denied.at[i];
    if (number[d->test])
      VEC_PUSH(&r->denied, (tp_result_denied){.call = d->call,
                                              .file = d->file,
                                              .line = d->line,
                                              .test = number[d->test],
                                              .count = d->count});
  }
}

/* ---- notes --------------------------------------------------------------- */

static void add_end(tp_str *out, tp_end_kind end, int code) {
  tp_str name = {0};
  if (end == TP_ENDED_SIGNAL)
    tp_str_add(out, tp_signal_name(code, &name));
  else if (end == TP_ENDED_TIMEOUT)
    tp_str_add(out, "time over");
  else if (end == TP_ENDED_INPUTS)
    tp_str_add(out, "no more inputs");
  else
    tp_str_addf(out, "exit %d", code);
  tp_str_free(&name);
}

static void add_plain_end(tp_str *out, tp_plain_end end) {
  static const tp_end_kind kinds[] = {[TP_PLAIN_EXIT] = TP_ENDED_EXIT,
                                      [TP_PLAIN_SIGNAL] = TP_ENDED_SIGNAL,
                                      [TP_PLAIN_TIMEOUT] = TP_ENDED_TIMEOUT,
                                      [TP_PLAIN_INPUTS] = TP_ENDED_INPUTS};
  if (end.how == TP_PLAIN_LOST)
    tp_str_add(out, "no start");
  else
    add_end(out, kinds[end.how], end.code);
}

static void add_inputs(tp_str *out, const tp_found *f, uint32_t test,
                       const tp_program *program) {
  tp_result only = {.program = program};
  tp_collect_inputs(&only, f, test);
  for (uint32_t i = 0; i < only.inputs.n && i < MAX_INPUTS; i++) {
    tp_str_addc(out, ' ');
    tp_input_value(&only.inputs.at[i], out);
  }
  if (only.inputs.n > MAX_INPUTS)
    tp_str_add(out, " ...");
  tp_result_free(&only);
}

static void note_difference(tp_result *r, const tp_found *f, uint32_t test) {
  const tp_found_test *t = &f->tests.at[test];
  tp_str text = {0};
  tp_str_add(&text, "dropped a test that ends with ");
  add_end(&text, (tp_end_kind)t->end, t->code);
  tp_str_add(&text, ", but on the plain program with ");
  add_plain_end(&text, t->plain);
  tp_str_add(&text, "; its inputs:");
  add_inputs(&text, f, test, r->program);
  VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  tp_str_free(&text);
}

static void add_notes(tp_result *r, const tp_found *f) {
  uint32_t differing = 0, pending = 0;
  tp_str text = {0};
  for (uint32_t i = 0; i < f->tests.n; i++) {
    pending += f->tests.at[i].replayed == TP_REPLAY_PENDING;
    if (f->tests.at[i].replayed == TP_REPLAY_DIFFERS && differing++ < MAX_NOTES)
      note_difference(r, f, i);
  }
  if (differing > MAX_NOTES)
    tp_str_addf(&text, "%u more tests end differently on the plain program",
                differing - MAX_NOTES);
  if (text.n)
    VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  VEC_CLEAR(&text);
  if (pending)
    tp_str_addf(&text,
                "%u of %u tests were not replayed on the plain "
                "program and are left out: %s",
                pending, f->tests.n,
                f->state.replay_failure ? f->state.replay_failure : "no time");
  if (text.n)
    VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  tp_str_free(&text);
}

/* ---- all of them --------------------------------------------------------- */

static void choose(tp_vec_u32 *out, const tp_result *r, const tp_found *f,
                   bool is_few) {
  if (is_few) {
    tp_vec_u32 unasked = {0};
    for (tp_sbranch b = 0; b < r->verdicts.n; b++)
      if (!is_told(r->program, b))
        VEC_PUSH(&unasked, b);
    tp_reduce(out, f, r->verdicts.n, &unasked, f->state.rows_kept,
              tp_choose_is_confirmed);
    VEC_FREE(&unasked);
    return;
  }
  for (uint32_t i = 0; i < f->tests.n; i++)
    if (tp_choose_is_confirmed(f, i))
      VEC_PUSH(out, i);
}

void tp_choose_tests(tp_result *r, const tp_found *f, bool is_few) {
  uint32_t *number = TP_NEW_ARRAY(uint32_t, f->tests.n + 1);
  tp_vec_u32 chosen = {0};
  tp_bits seen;
  tp_bits_init(&seen, r->verdicts.n);
  add_notes(r, f);
  choose(&chosen, r, f, is_few);
  for (uint32_t i = 0; i < chosen.n; i++) {
    number[chosen.at[i]] = i + 1;
    keep_test(r, f, chosen.at[i], &seen);
  }
  for (uint32_t i = 0; i < f->tests.n; i++)
    if (!tp_choose_is_confirmed(f, i))
      drop_test(r, f, i, &seen);
  tell_lost(r, f);
  keep_findings(r, f, number);
  keep_denied(r, f, number);
  VEC_FREE(&chosen);
  tp_bits_free(&seen);
  tp_free(number);
}
