/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What comes back: the answer, a count, and that many values or places. */
#include "smt/heavy.h"

#include "base/apart.h"

typedef struct head {
  uint32_t answer; /* tp_smt_answer */
  uint32_t n;
} head;

static void say(tp_str *said, const void *bytes, size_t n) {
  tp_str_addn(said, bytes, n);
}

static void say_head(tp_str *said, tp_smt_answer answer, uint32_t n) {
  head h = {answer, n};
  say(said, &h, sizeof h);
}

static void say_model(const tp_heavy *h, context_t *ctx, tp_str *said) {
  model_t *model = yices_get_model(ctx, 1);
  tp_heavy_values values = {0};
  for (uint32_t i = 0; model && i < h->terms->vars.n; i++) {
    const tp_term_var *v = &h->terms->vars.at[i];
    tp_smt_value value = {.var = v->var};
    if (tp_terms_value(v, model, &value.bits))
      VEC_PUSH(&values, value);
  }
  say_head(said, model ? TP_SMT_SAT : TP_SMT_UNKNOWN, values.n);
  say(said, values.at, values.n * sizeof *values.at);
}

static void say_core(const tp_heavy *h, context_t *ctx, tp_str *said) {
  tp_vec_u32 core = {0};
  bool ok = tp_yices_core(ctx, h->assumed, h->n, &core);
  say_head(said, ok ? TP_SMT_UNSAT : TP_SMT_UNKNOWN, ok ? core.n : 0);
  say(said, core.at, ok ? core.n * sizeof *core.at : 0);
}

/* In the copy of this process; nothing has to be freed there. */
static void check(void *state, tp_str *said) {
  const tp_heavy *h = state;
  context_t *ctx = yices_new_context(h->config);
  bool ok = ctx != NULL;
  for (uint32_t i = 0; ok && i < h->load->definitions.n; i++)
    ok = yices_assert_formula(ctx, h->load->definitions.at[i]) == 0;
  tp_yices_status status = TP_YICES_UNKNOWN;
  if (ok)
    status = yices_check_context_with_assumptions(ctx, NULL, h->n, h->assumed);
  if (status == TP_YICES_SAT)
    say_model(h, ctx, said);
  else if (status == TP_YICES_UNSAT)
    say_core(h, ctx, said);
  else
    say_head(said, TP_SMT_UNKNOWN, 0);
}

/* The head, and that there is as much behind it as it says. */
static bool read_head(const tp_str *said, head *h) {
  if (said->n < sizeof *h)
    return false;
  memcpy(h, said->at, sizeof *h);
  size_t each =
      h->answer == TP_SMT_SAT ? sizeof(tp_smt_value) : sizeof(uint32_t);
  return said->n - sizeof *h == h->n * each;
}

static tp_smt_answer read_answer(const tp_str *said, tp_heavy_values *values,
                                 tp_vec_u32 *core, const char **reason) {
  head h;
  *reason = "solver";
  if (!read_head(said, &h) || h.answer == TP_SMT_UNKNOWN)
    return TP_SMT_UNKNOWN;
  const char *at = said->at + sizeof h;
  if (h.answer == TP_SMT_SAT) {
    VEC_RESIZE(values, h.n);
    if (h.n)
      memcpy(values->at, at, h.n * sizeof *values->at);
  } else {
    VEC_RESIZE(core, h.n);
    if (h.n)
      memcpy(core->at, at, h.n * sizeof *core->at);
  }
  *reason = NULL;
  return (tp_smt_answer)h.answer;
}

tp_smt_answer tp_heavy_check(const tp_heavy *h, tp_heavy_values *values,
                             tp_vec_u32 *core, const char **reason) {
  static const char *const why[] = {[TP_APART_LATE] = "timeout",
                                    [TP_APART_LARGE] = "memory",
                                    [TP_APART_STOPPED] = "interrupted",
                                    [TP_APART_FAILED] = "solver"};
  tp_str said = {0};
  tp_heavy copy = *h;
  tp_apart_end end = tp_apart_run(check, &copy, h->seconds, h->budget, &said);
  tp_smt_answer answer = TP_SMT_UNKNOWN;
  if (end == TP_APART_DONE)
    answer = read_answer(&said, values, core, reason);
  else
    *reason = why[end];
  tp_str_free(&said);
  return answer;
}
