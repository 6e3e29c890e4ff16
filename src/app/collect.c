/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filling the result from what was found. Verdicts: what confirmed tests take
 * is covered, what was proved is infeasible; the rest says why nothing is known
 * of it. */
#include "app/collect.h"

#include "app/choose.h"
#include "app/drive.h"
#include "app/hoist.h"
#include "app/resume.h"
#include "app/timeline.h"
#include "checks/checks.h"
#include "decide/decide.h"
#include "exec/environment.h"
#include "report/audit.h"
#include "report/checks.h"
#include "report/limits.h"
#include "report/mcdc.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MAX_NAMED 5u /* files in a note */

/* Without what would make another job of compiling it (-c, -o ...). */
static const char *const *unit_flags(const tp_project *s, uint32_t source) {
  return s->program->units.at[source + 1].flags.at;
}

/* What merge runs to put shards together. */
static void collect_command(tp_result *r, const tp_options *o) {
  tp_option_set ours = tp_options_bit(o->command, "shard") |
                       tp_options_bit(o->command, "output") |
                       tp_options_bit(o->command, "resume");
  tp_option_words words = {0};
  if (o->command != TP_COMMAND_RUN)
    VEC_PUSH(&r->command, tp_command_name(o->command));
  tp_options_words(o, o->given & ~ours, &words);
  for (uint32_t i = 0; i < words.n; i++) {
    VEC_PUSH(&r->command, tp_result_keep(r, words.at[i]));
    tp_free(words.at[i]);
  }
  VEC_FREE(&words);
  for (uint32_t i = 0; i < o->names.n; i++)
    VEC_PUSH(&r->command, o->names.at[i]);
  if (o->flags[0])
    VEC_PUSH(&r->command, "--");
  for (uint32_t i = 0; o->flags[i]; i++)
    VEC_PUSH(&r->command, o->flags[i]);
}

static void collect_program(tp_result *r, const tp_project *s) {
  r->program = s->program;
  r->version = TP2PH_VERSION;
  r->solver = tp_smt_version();
  r->entry = s->options->entry;
  r->is_audit = s->options->command == TP_COMMAND_AUDIT;
  r->cc = s->cc;
  r->include_dir = tp_str_text(&s->include_dir);
  r->link_flags = s->link_flags.at;
  r->environment = tp_exec_fixed_environment();
  r->declared.path = s->options->inputs;
  r->driver = s->driver.n ? s->driver.at : NULL;
  r->is_prediction = s->options->command == TP_COMMAND_PREDICT;
  r->assume = s->options->assume;
  r->checked = s->options->check;
  r->has_limits = s->options->limits;
  r->has_mcdc = strcmp(s->options->criterion, "mcdc") == 0;
  r->sandbox = tp_world_name(s->sandbox.kind);
  r->sandbox_why = s->sandbox.why.n ? s->sandbox.why.at : NULL;
  r->strategy = s->options->strategy;
  r->seed = s->options->seed;
  char fingerprint[65];
  tp_resume_fingerprint(s, fingerprint);
  r->fingerprint = tp_result_keep(r, fingerprint);
  char *cwd = getcwd(NULL, 0);
  r->cwd = tp_result_keep(r, cwd ? cwd : ".");
  r->output = s->options->output;
  r->shard = s->options->part;
  if (r->shard)
    collect_command(r, s->options);
  free(cwd);
  for (uint32_t i = 0; i < s->sources.at.n; i++)
    VEC_PUSH(&r->files, (tp_result_file){.path = s->sources.at.at[i].path,
                                         .dir = s->sources.at.at[i].dir,
                                         .flags = unit_flags(s, i)});
  char text[32];
  time_t now = time(NULL);
  struct tm tm;
  strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &tm));
  r->created = tp_result_keep(r, text);
}

/* ---- tests --------------------------------------------------------------- */

/* Where the program asks for the input: what --inputs declares is delivered in
 * a function of ours, which it calls at site `from`. */
static const tp_site *place_of(const tp_program *p, const tp_site *site,
                               uint32_t from) {
  if (!site->is_delivery || from == 0 || from >= p->sites.n)
    return site;
  const tp_site *call = &p->sites.at[from];
  bool is_ours = !call->callee || /* through a pointer */
                 tp_decl_function(p, call->callee) == site->caller;
  bool is_before = /* main: a variable that the tester sets */
      strncmp(tp_names_text(p->names, call->file), "tp2ph: ", 7) == 0;
  return is_ours && !is_before ? call : site;
}

tp_result_input tp_collect_input(const tp_program *p,
                                 const tp_found_input *from, uint64_t bits,
                                 uint32_t *objects) {
  tp_result_input in = {.type = from->type, .bits = bits};
  if (from->site == 0 || from->site >= p->sites.n)
    return in;
  const tp_site *site = &p->sites.at[from->site];
  const tp_site *place = place_of(p, site, from->from);
  in.name = tp_site_name(p, site);
  in.file = tp_names_text(p->names, place->file);
  in.line = place->line;
  in.site = from->site;
  in.call = (uint32_t)(place - p->sites.at);
  if (from->is_object) {
    *objects += from->is_first;
    in.object = *objects;
    in.offset = from->offset;
  }
  return in;
}

void tp_collect_inputs(tp_result *r, const tp_found *f, uint32_t test) {
  const tp_found_test *t = &f->tests.at[test];
  uint32_t objects = 0;
  for (uint32_t k = 0; k < t->n_reads; k++) {
    const tp_found_read *read = &f->reads.at[t->first_read + k];
    VEC_PUSH(&r->inputs,
             tp_collect_input(r->program, &f->inputs.at[read->input],
                              read->bits, &objects));
  }
}

/* ---- verdicts ------------------------------------------------------------ */

static void set_unknown(tp_result *r, const tp_found *f) {
  for (tp_sbranch b = 0; b < r->verdicts.n; b++) {
    const char *why = b < f->reasons.n ? f->reasons.at[b] : NULL;
    if (r->shard && !tp_branch_is_sought(r->program, b))
      why = "another shard decides it";
    if (!why)
      why = r->stopped ? r->stopped : "not reached by the search";
    r->verdicts.at[b].text = why;
  }
}

static bool is_proved(const tp_found *f, tp_sbranch b) {
  return b < f->proofs.n && f->proofs.at[b].text;
}

/* The first branch that shows that what was proved need not be so: a test took
 * it and it was proved, or the model led a run to it that went elsewhere. */
static tp_sbranch find_refuted(const tp_result *r, const tp_found *f) {
  for (uint32_t i = 0; i < f->tests.n; i++) {
    const tp_found_test *t = &f->tests.at[i];
    for (uint32_t k = 0; k < t->n_taken && t->replayed != TP_REPLAY_DIFFERS;
         k++) {
      tp_sbranch b = f->taken.at[t->first_taken + k];
      if (is_proved(f, b))
        return b;
      if (tp_branch_spoils_memory(r->program, b))
        break; /* the model assumes that this does not happen */
    }
  }
  return f->astray.n ? f->astray.at[0] : UINT32_MAX;
}

static void note_refuted(tp_result *r, const tp_found *f) {
  tp_sbranch b = find_refuted(r, f);
  tp_str text = {0};
  if (b >= r->verdicts.n)
    return;
  const tp_program *p = r->program;
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  tp_str_addf(&text, "a proof was refuted at %s:%u",
              tp_names_text(p->names, d->file), d->line);
  r->refuted = tp_result_keep(r, text.at);
  tp_str_add(&text, ": nothing that was proved counts");
  VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  tp_str_free(&text);
}

static void set_proved(tp_result *r, const tp_found *f) {
  note_refuted(r, f);
  for (tp_sbranch b = 0; b < r->verdicts.n && b < f->proofs.n; b++) {
    const tp_found_proof *p = &f->proofs.at[b];
    if (!p->text || r->verdicts.at[b].kind == TP_VERDICT_COVERED)
      continue;
    if (r->refuted) {
      r->verdicts.at[b].text = r->refuted;
      continue;
    }
    r->verdicts.at[b] =
        (tp_result_verdict){.kind = TP_VERDICT_INFEASIBLE,
                            .text = p->text,
                            .first_certificate = r->certificates.n,
                            .n_certificates = p->certificates.n};
    for (uint32_t k = 0; k < p->certificates.n; k++)
      VEC_PUSH(&r->certificates, p->certificates.at[k]);
  }
}

static tp_witness witness_of(const tp_result *r, const tp_found *f,
                             const tp_program_check *c) {
  tp_witness who = c->branch < f->witnesses.n
                       ? (tp_witness)f->witnesses.at[c->branch]
                       : TP_WITNESS_RECORDER;
  uint32_t test = r->verdicts.at[c->branch].test;
  bool aborts = test && test <= r->tests.n &&
                r->tests.at[test - 1].end == TP_ENDED_SIGNAL &&
                r->tests.at[test - 1].code == SIGABRT;
  return c->kind == TP_CHECK_ASSERT && aborts ? TP_WITNESS_ABORT : who;
}

static void set_witnesses(tp_result *r, const tp_found *f) {
  static const char *const names[] = {[TP_WITNESS_RECORDER] = "recorder",
                                      [TP_WITNESS_ABORT] = "abort",
                                      [TP_WITNESS_ADDRESS] = "AddressSanitizer",
                                      [TP_WITNESS_UNDEFINED] =
                                          "UndefinedBehaviorSanitizer"};
  for (uint32_t i = 0; i < r->program->checks.n; i++) {
    const tp_program_check *c = &r->program->checks.at[i];
    tp_result_verdict *v = &r->verdicts.at[c->branch];
    if (v->kind == TP_VERDICT_COVERED)
      v->witness = names[witness_of(r, f, c)];
  }
}

/* ---- counts -------------------------------------------------------------- */

static void collect_counts(tp_result *r, const tp_found_state *s) {
  for (uint32_t i = 0; i < s->phases.n; i++) {
    tp_result_phase phase = s->phases.at[i].counts;
    phase.name = s->phases.at[i].name;
    r->solver_calls_saved += phase.solver_calls_saved;
    VEC_PUSH(&r->phases, phase);
  }
  for (uint32_t i = 0; i < s->arms.n; i++) {
    VEC_PUSH(&r->arms, s->arms.at[i].counts);
    VEC_LAST(&r->arms).name = s->arms.at[i].name;
  }
  for (uint32_t i = 0; i < s->parts.n; i++)
    VEC_PUSH(&r->parts,
             (tp_result_part){s->parts.at[i].name, s->parts.at[i].seconds});
  r->choices = s->choices;
  for (uint32_t i = 0; i < s->op_weights.n; i++)
    VEC_PUSH(&r->op_weights, (tp_result_part){s->op_weights.at[i].name,
                                              s->op_weights.at[i].seconds});
  r->runs = s->runs;
  r->damaged = s->damaged;
  r->solver_calls = s->solver_calls;
  r->quick_answers = s->quick_answers;
  r->peak_rss_kb = s->peak_rss_kb;
  r->constraints = s->constraints;
}

/* What the program reads from outside is as it happens to be. */
static void note_unasked(tp_result *r, const tp_project *s) {
  tp_str hint = {0}, text = {0};
  tp_drive_hint(s, &hint);
  if (hint.n) {
    tp_str_addf(
        &text, "what the program reads from outside is no input; it is with %s",
        hint.at);
    VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  }
  tp_str_free(&hint);
  tp_str_free(&text);
}

static void collect_notes(tp_result *r, const tp_found *f) {
  const tp_names *names = r->program->names;
  for (uint32_t i = 0; i < f->concretised.n; i++) {
    const tp_found_concrete *c = &f->concretised.at[i];
    VEC_PUSH(&r->concretised,
             (tp_result_concrete){
                 .what = c->what,
                 .file = c->file ? tp_names_text(names, c->file) : NULL,
                 .line = c->line,
                 .count = c->count});
  }
  for (uint32_t i = 0; i < f->notes.n; i++)
    VEC_PUSH(&r->notes, f->notes.at[i]);
}

static void collect_resumed(tp_result *r, const tp_resume *earlier,
                            const tp_found *f) {
  r->is_resumed = true;
  r->resumed_tests = f->state.rows_kept;
  r->resumed_proofs = r->refuted ? 0 : earlier->n_proved;
}

/* What was promised counts only if the plain program was seen to do it. */
static void collect_predictions(tp_result *r, const tp_resume *given,
                                const tp_hoist *hoist, const tp_found *f) {
  for (uint32_t i = 0; i < f->predictions.n; i++) {
    const tp_found_prediction *from = &f->predictions.at[i];
    if (from->check >= r->program->checks.n || from->given >= given->names.n)
      continue;
    tp_result_prediction p = {.check = from->check,
                              .given = given->names.at[from->given],
                              .verdict = from->verdict,
                              .met = from->met,
                              .shadow = from->shadow,
                              .reason = from->reason};
    if (hoist && from->hoisted && from->hoisted <= hoist->at.n)
      p.hoisted = hoist->at.at[from->hoisted - 1].function;
    const tp_result_verdict *v =
        &r->verdicts.at[r->program->checks.at[p.check].branch];
    if (p.verdict >= TP_PREDICTED_PREDICTED && v->kind != TP_VERDICT_COVERED) {
      p.verdict = TP_PREDICTED_INCOMPLETE;
      p.reason = "the plain program was not seen to violate it";
    }
    VEC_PUSH(&r->predictions, p);
  }
}

/* What was made of these tests, or hoisted from those of units. */
static void collect_preconditions(tp_result *r, const tp_hoist *hoist,
                                  const tp_found *f) {
  for (uint32_t i = 0; i < f->preconditions.n; i++)
    VEC_PUSH(&r->preconditions, &f->preconditions.at[i]);
  for (uint32_t i = 0; hoist && i < hoist->at.n; i++)
    VEC_PUSH(&r->preconditions, &hoist->at.at[i]);
  for (uint32_t i = 0; hoist && i < hoist->notes.n; i++)
    VEC_PUSH(&r->notes, hoist->notes.at[i]);
}

static void collect_trusted(tp_result *r, const tp_project *s) {
  tp_str text = {0};
  if (s->trusted.n == 0)
    return;
  tp_str_addf(&text,
              "taken for granted: %s (%s does not ask, and nobody gives NULL)",
              s->trusted.at, s->options->entry);
  VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  tp_str_free(&text);
}

/* Files of compile_commands.json; a few are named. */
static void collect_left_out(tp_result *r, const tp_front_sources *sources) {
  tp_str text = {0};
  uint32_t n = sources->left_out.n;
  if (n == 0)
    return;
  tp_str_add(&text, "left out, since they are not C:");
  for (uint32_t i = 0; i < n && i < MAX_NAMED; i++)
    tp_str_addf(&text, "%s %s", i ? "," : "", sources->left_out.at[i]);
  if (n > MAX_NAMED)
    tp_str_addf(&text, " and %u more", n - MAX_NAMED);
  VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  tp_str_free(&text);
}

static const char *stop_name(const tp_found *f, tp_stop late) {
  static const char *const names[] = {[TP_STOP_NONE] = "crash",
                                      [TP_STOP_TIME] = "time",
                                      [TP_STOP_SIGNAL] = "signal",
                                      [TP_STOP_MEMORY] = "memory"};
  return f->state.is_final ? f->state.stopped : names[late];
}

/* The search came to its end, and needed no more runs and no more time. */
static bool is_stopped_in_vain(const tp_result *r, const tp_found *f,
                               const tp_options *o) {
  bool is_over = r->stopped && (strcmp(r->stopped, "runs") == 0 ||
                                strcmp(r->stopped, "time") == 0);
  return is_over && f->state.is_final && !r->is_prediction &&
         !tp_options_all_paths(o) && tp_result_count(r).unknown == 0 &&
         tp_checks_count(r).unknown == 0 && tp_audit_count(r).unknown == 0 &&
         tp_audit_count(r).undecided == 0 && tp_limits_count(r).unknown == 0 &&
         tp_mcdc_count(r).unknown == 0;
}

void tp_collect(tp_result *r, const tp_project *s, const tp_found *f,
                tp_stop late) {
  *r = (tp_result){0};
  collect_program(r, s);
  r->stopped = stop_name(f, late);
  VEC_RESIZE(&r->verdicts, s->program->branches.n);
  set_unknown(r, f);
  collect_counts(r, &f->state);
  r->constraints.kind = s->options->constraints;
  collect_notes(r, f);
  note_unasked(r, s);
  collect_trusted(r, s);
  collect_left_out(r, &s->sources);
  tp_choose_tests(r, f, strcmp(s->options->minimize, "on") == 0);
  set_proved(r, f);
  tp_timeline_fill(r, f);
  set_witnesses(r, f);
  if (r->is_prediction)
    collect_predictions(r, s->resume, s->hoist, f);
  collect_preconditions(r, s->hoist, f);
  if (!r->is_prediction && s->resume)
    collect_resumed(r, s->resume, f);
  if (is_stopped_in_vain(r, f, s->options))
    r->stopped = NULL;
  r->is_complete = !r->stopped && f->state.is_exhausted;
  r->seconds = tp_now() - s->started;
}
