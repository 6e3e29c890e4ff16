/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments in their order: ours, the user's flags, our headers, the file. */
#include "front/compiler.h"

#include "base/clock.h"

int tp_front_compile(tp_proc_result *result, const tp_unit *unit,
                     const tp_front_source *source, const tp_front_options *opt,
                     const tp_compiler_job *job, tp_diag *diag) {
  VEC(const char *) argv = {0};
  tp_str name = {0};
  bool is_odd = source->path[0] == '-' || source->path[0] == '@';
  /* A name the compiler can take for nothing but a file. */
  tp_str_addf(&name, "%s%s", is_odd ? "./" : "", source->path);
  VEC_PUSH(&argv, opt->cc);
  for (const char *const *word = opt->cc_words; word && *word; word++)
    VEC_PUSH(&argv, *word);
  VEC_PUSH(&argv, job->mode);
  if (job->option)
    VEC_PUSH(&argv, job->option);
  for (uint32_t i = 0; i < unit->flags.n; i++)
    VEC_PUSH(&argv, unit->flags.at[i]);
  if (opt->include_dir) {
    VEC_PUSH(&argv, "-idirafter");
    VEC_PUSH(&argv, opt->include_dir);
  }
  if (job->behind) {
    VEC_PUSH(&argv, "-include");
    VEC_PUSH(&argv, tp_str_text(&name));
  }
  VEC_PUSH(&argv, "-x");
  VEC_PUSH(&argv, job->language ? job->language : "c");
  VEC_PUSH(&argv, job->behind ? job->behind : tp_str_text(&name));
  VEC_PUSH(&argv, NULL);
  tp_proc_limits limits = {opt->cc_seconds, 0, TP_MAX_TEXT};
  int rc = tp_proc_run(result, argv.at, NULL, source->dir, &limits, diag);
  VEC_FREE(&argv);
  tp_str_free(&name);
  return rc;
}

bool tp_front_was_accepted(const tp_proc_result *r) {
  return !r->timed_out && !r->signal && r->exit_code == 0;
}

int tp_front_explain_failure(const tp_proc_result *r, const char *what,
                             const tp_front_options *opt, tp_diag *diag) {
  int rc;
  if (tp_budget_over(NULL) != TP_STOP_NONE)
    rc = tp_diag_set(diag, TP_BUDGET, "stopped while '%s -E' was running",
                     opt->cc);
  else if (r->timed_out)
    rc = tp_diag_set(diag, TP_ENVIRONMENT,
                     "'%s -E' did not end within %g seconds", opt->cc,
                     opt->cc_seconds);
  else if (r->signal)
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "'%s -E' was ended by signal %d",
                     opt->cc, r->signal);
  else if (tp_proc_blames_machine(tp_str_text(&r->err)))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "'%s -E' could not work", opt->cc);
  else
    rc = tp_diag_set(diag, TP_REFUSED, "'%s -E' does not accept %s", opt->cc,
                     what);
  if (r->err.n && !diag->detail.n)
    tp_str_addn(&diag->detail, r->err.at, r->err.n);
  return rc;
}

void tp_front_note_cplusplus(const tp_unit *unit, const tp_front_source *source,
                             const tp_front_options *opt, tp_diag *diag) {
  tp_compiler_job job = {
      .mode = "-fsyntax-only", .option = "-w", .language = "c++"};
  tp_proc_result result = {0};
  tp_diag ignored = {0};
  int rc = tp_front_compile(&result, unit, source, opt, &job, &ignored);
  if (rc == 0 && !result.timed_out && !result.signal && result.exit_code == 0)
    tp_str_addf(&diag->detail,
                "%s: note: '%s' takes it for C++: tp2ph reads C\n",
                source->path, opt->cc);
  tp_proc_result_free(&result);
  tp_diag_free(&ignored);
}
