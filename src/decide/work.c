/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Effort, and runs. */
#include "decide/work.h"

#include "base/limits.h"

/* Processor seconds for one question: at first, later, and about half a model;
 * where there is a deadline at most such a part of what is left, and of what
 * has passed: a hard question is asked again when nothing easier was left. */
#define EARLY_SECONDS 1
#define LATE_SECONDS 10
#define PEEK_SECONDS 0.1
#define PARTS_OF_TIME 20
#define PART_OF_PAST 0.1
#define CHECKS_A_PACK 4 /* as many times that for all that one test takes */

typedef struct tp_decider work;

bool tp_work_is_covered(const work *w, tp_sbranch b) {
  return tp_bits_has(tp_engine_covered(w->parts.engine), b);
}

/* ---- effort -------------------------------------------------------------- */

void tp_work_spend(work *w) {
  if (w->parts.spend)
    w->parts.spend(w->parts.state, &w->work);
  w->work = (tp_decide_work){0};
}

static double seconds_of(const work *w) {
  double most = w->is_late      ? LATE_SECONDS
                : w->is_peeking ? PEEK_SECONDS
                                : EARLY_SECONDS;
  if (w->parts.budget->deadline <= 0)
    return most;
  double part = tp_budget_left(w->parts.budget) / PARTS_OF_TIME;
  double past = (tp_now() - w->start) * PART_OF_PAST;
  part = past < part ? past : part;
  return part < most ? part + PEEK_SECONDS / 10 : most;
}

/* One check, and where there is a deadline all of a pack together. */
void tp_work_limit_pack(work *w) {
  double seconds = seconds_of(w);
  w->pack.seconds = seconds;
  w->pack.end = w->parts.budget->deadline > 0
                    ? tp_cpu_now() + CHECKS_A_PACK * seconds
                    : 0;
}

static bool took_too_long(tp_smt_answer answer, const char *reason) {
  return answer == TP_SMT_UNKNOWN && reason && strcmp(reason, "timeout") == 0;
}

static uint64_t no_value(void *state, uint32_t var) {
  (void)state;
  (void)var;
  return 0;
}

static tp_smt_answer check_for(work *w, const tp_expr *conds, uint32_t n,
                               tp_smt_effort effort, bool want_minimal_core,
                               tp_smt_result *out) {
  tp_smt *smt = w->parts.smt;
  uint64_t checks = tp_smt_get_counts(smt)->checks;
  tp_smt_set_effort(smt, effort);
  tp_smt_answer answer =
      tp_smt_check(smt, conds, n, n, want_minimal_core, no_value, NULL, out);
  w->work.checks += tp_smt_get_counts(smt)->checks - checks;
  w->work.conditions += n;
  return answer;
}

tp_smt_answer tp_work_solve(work *w, const tp_expr *conds, uint32_t n,
                            bool spares, bool want_minimal_core) {
  tp_smt_effort effort = {spares, seconds_of(w)};
  tp_smt_answer answer =
      check_for(w, conds, n, effort, want_minimal_core, &w->q.result);
  if (took_too_long(answer, w->q.result.reason))
    w->work.lost += effort.seconds;
  return answer;
}

/* What is lost is not told: whether a question ends just before its time or
 * just behind it differs from run to run, and is to change no more than its
 * answer. */
tp_smt_answer tp_work_ask(work *w, const tp_expr *conds, uint32_t n,
                          bool want_minimal_core, double most,
                          tp_smt_result *out) {
  tp_smt_answer answer = TP_SMT_UNKNOWN;
  double seconds = seconds_of(w);
  for (bool goes_on = true; goes_on; seconds *= 2) {
    bool is_last = seconds >= most;
    answer =
        check_for(w, conds, n, (tp_smt_effort){true, is_last ? most : seconds},
                  want_minimal_core, out);
    goes_on = !is_last && took_too_long(answer, out->reason) &&
              tp_budget_over(w->parts.budget) == TP_STOP_NONE;
    tp_work_spend(w);
  }
  return answer;
}

/* ---- runs ---------------------------------------------------------------- */

void tp_work_run(work *w, const tp_smt_value *values, uint32_t n) {
  tp_inputs inputs = tp_engine_propose(w->parts.engine, values, n);
  const tp_oracle *oracle = tp_engine_oracle(w->parts.engine);
  tp_outcome outcome = oracle->run(oracle->state, inputs, &w->path);
  w->hung += outcome == TP_RUN_HUNG;
  w->has_ended = outcome == TP_RUN_ENDED;
  w->out->counts.runs += outcome != TP_RUN_OVER;
  w->work.runs++;
  w->work.steps += w->path.n;
  tp_work_spend(w);
}

/* Proofs can be had without runs. NULL: runs can be made. */
const char *tp_work_why_no_run(const work *w) {
  if (!tp_engine_may_run(w->parts.engine))
    return "runs";
  return w->hung >= TP_LIMIT_DECIDE_HUNG ? "runs do not end in time" : NULL;
}

bool tp_work_is_open(const work *w, tp_sbranch b) {
  return !tp_work_is_covered(w, b) &&
         w->out->at.at[b].kind == TP_DECIDED_UNKNOWN;
}

void tp_work_set_reason(tp_decide_verdict *v, const char *reason) {
  tp_free(v->reason);
  v->reason = tp_strdup(reason);
}
