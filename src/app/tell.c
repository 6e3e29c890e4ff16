/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the search has found, as records. Tests are told in the engine's order;
 * the scalars that they read are numbered as they come up. */
#include "app/tell.h"

#include "app/concrete.h"
#include "app/confirm.h"
#include "app/resume.h"
#include "program/place.h"
#include "engine/estimate.h"
#include "journal/code.h"
#include "journal/journal.h"

#include <sys/resource.h>

#define PAUSE 0.5 /* seconds between two records of where the search stands */

struct tp_tell {
  const tp_project *project;
  tp_journal *journal;
  tp_map numbers; /* variable and call site -> 1 + number of the input */
  uint32_t n_inputs;
  uint32_t n_tests, n_findings; /* that were told */
  double next_state;
  tp_str out; /* the record being made */
};

static void put(tp_tell *t, tp_found_kind kind) {
  tp_journal_put(t->journal, (uint8_t)kind, &t->out);
  VEC_CLEAR(&t->out);
}

/* ---- tests --------------------------------------------------------------- */

static uint32_t part_offset(const tp_project *s, const tp_var *var) {
  const tp_plan *plan = &s->instr.plan;
  const tp_wire_site *site = &plan->sites.at[var->site];
  if (site->n_parts == 0)
    return var->part;
  return plan->parts.at[site->first_part + var->part % site->n_parts].offset +
         var->part / site->n_parts * site->object_size;
}

tp_found_input tp_tell_input(const tp_project *s, const tp_read *read) {
  const tp_var *var = &tp_engine_vars(s->engine)->at.at[read->var];
  bool is_object = var->site && s->program->sites.at[var->site].input_kind ==
                                    TP_INPUT_OBJECT;
  return (tp_found_input){.type = var->type,
                          .site = var->site,
                          .from = read->from,
                          .is_object = is_object,
                          .is_first = is_object && var->part == 0,
                          .offset = is_object ? part_offset(s, var) : 0};
}

static void tell_input(tp_tell *t, const tp_read *read) {
  tp_found_input in = tp_tell_input(t->project, read);
  tp_put_u64(&t->out, in.type);
  tp_put_u64(&t->out, in.site);
  tp_put_u64(&t->out, in.from);
  tp_put_u64(&t->out, in.is_object);
  tp_put_u64(&t->out, in.is_first);
  tp_put_u64(&t->out, in.offset);
  put(t, TP_FOUND_INPUT);
}

static uint32_t number_of(tp_tell *t, const tp_read *read) {
  bool is_new;
  uint32_t *slot =
      tp_map_put(&t->numbers, (uint64_t)read->var << 32 | read->from, &is_new);
  if (is_new) {
    *slot = t->n_inputs++;
    tell_input(t, read);
  }
  return *slot;
}

static tp_end_kind end_kind(tp_exec_end end) {
  switch (end) {
  case TP_END_SIGNAL:
    return TP_ENDED_SIGNAL;
  case TP_END_TIMEOUT:
    return TP_ENDED_TIMEOUT;
  case TP_END_MEMORY:
    return TP_ENDED_MEMORY;
  case TP_END_INPUTS:
    return TP_ENDED_INPUTS;
  default:
    return TP_ENDED_EXIT;
  }
}

static void put_reads(tp_tell *t, const tp_engine_test *test) {
  int64_t last = 0;
  tp_put_u64(&t->out, test->reads.n);
  for (uint32_t i = 0; i < test->reads.n; i++) {
    int64_t number = number_of(t, &test->reads.at[i]);
    tp_put_i64(&t->out, number - last);
    tp_put_u64(&t->out, test->reads.at[i].bits);
    last = number;
  }
}

static void tell_test(tp_tell *t, const tp_engine_test *test) {
  int64_t last = 0;
  for (uint32_t i = 0; i < test->reads.n; i++)
    number_of(t, &test->reads.at[i]); /* told before the test */
  tp_put_u64(&t->out, end_kind(test->end));
  tp_put_i64(&t->out, test->end == TP_END_SIGNAL ? test->signal : test->code);
  put_reads(t, test);
  tp_put_u64(&t->out, test->taken.n);
  for (uint32_t i = 0; i < test->taken.n; i++) {
    tp_put_i64(&t->out, (int64_t)test->taken.at[i] - last);
    last = test->taken.at[i];
  }
  put(t, TP_FOUND_TEST);
}

static void tell_finding(tp_tell *t, const tp_engine_finding *f) {
  tp_finding_kind kind = f->end == TP_END_TIMEOUT  ? TP_FINDING_HANG
                         : f->end == TP_END_MEMORY ? TP_FINDING_MEMORY
                                                   : TP_FINDING_CRASH;
  tp_put_u64(&t->out, kind);
  tp_put_i64(&t->out, kind == TP_FINDING_CRASH ? f->signal : 0);
  /* A name that only this process may know: debug information has its own. */
  tp_put_text(&t->out, f->file
                           ? tp_names_text(t->project->program->names, f->file)
                           : NULL);
  tp_put_u64(&t->out, f->line);
  tp_put_u64(&t->out, f->test);
  put(t, TP_FOUND_FINDING);
}

static void tell_tests(tp_tell *t) {
  const tp_engine *e = t->project->engine;
  for (; t->n_tests < tp_engine_test_count(e); t->n_tests++)
    tell_test(t, tp_engine_test_at(e, t->n_tests));
  for (; t->n_findings < tp_engine_finding_count(e); t->n_findings++)
    tell_finding(t, tp_engine_finding_at(e, t->n_findings));
}

void tp_tell_replay(tp_tell *t, uint32_t test, tp_replayed how,
                    tp_plain_end end) {
  tell_tests(t);
  tp_put_u64(&t->out, test);
  tp_put_u64(&t->out, how);
  tp_put_u64(&t->out, end.how);
  tp_put_i64(&t->out, end.code);
  put(t, TP_FOUND_REPLAY);
}

void tp_tell_story(tp_tell *t, uint32_t test, const tp_vec_u32 *story) {
  tp_put_u64(&t->out, test);
  tp_put_u64(&t->out, story->n);
  for (uint32_t i = 0; i < story->n; i++)
    tp_put_u64(&t->out, story->at[i]);
  put(t, TP_FOUND_STORY);
}

void tp_tell_lost(tp_tell *t, uint32_t test, tp_lost why,
                  const tp_vec_u32 *branches) {
  if (branches->n == 0)
    return;
  tell_tests(t);
  tp_put_u64(&t->out, test);
  tp_put_u64(&t->out, why);
  tp_put_u64(&t->out, t->project->program->branches.n);
  tp_put_u64(&t->out, branches->n);
  for (uint32_t i = 0; i < branches->n; i++)
    tp_put_u64(&t->out, branches->at[i]);
  put(t, TP_FOUND_LOST);
}

void tp_tell_denied(tp_tell *t, uint32_t test, const tp_exec_denied *denied) {
  tell_tests(t);
  tp_put_u64(&t->out, test);
  tp_put_text(&t->out, denied->call);
  tp_put_text(&t->out,
              denied->place.line ? tp_str_text(&denied->place.file) : NULL);
  tp_put_u64(&t->out, denied->place.line);
  tp_put_u64(&t->out, denied->count);
  put(t, TP_FOUND_DENIED);
}

void tp_tell_prediction(tp_tell *t, const tp_found_prediction *p) {
  tp_put_u64(&t->out, p->check);
  tp_put_u64(&t->out, p->given);
  tp_put_u64(&t->out, p->verdict);
  tp_put_u64(&t->out, p->met);
  tp_put_u64(&t->out, p->shadow);
  tp_put_u64(&t->out, p->hoisted);
  tp_put_text(&t->out, p->reason);
  put(t, TP_FOUND_PREDICTION);
}

void tp_tell_precondition(tp_tell *t, const tp_precondition *p) {
  tp_put_text(&t->out, p->function);
  tp_put_u64(&t->out, p->parts.n);
  for (uint32_t i = 0; i < p->parts.n; i++)
    tp_put_text(&t->out, p->parts.at[i]);
  tp_put_u64(&t->out, p->dropped.n);
  for (uint32_t i = 0; i < p->dropped.n; i++) {
    tp_put_text(&t->out, p->dropped.at[i].why);
    tp_put_u64(&t->out, p->dropped.at[i].times);
  }
  put(t, TP_FOUND_PRECONDITION);
}

void tp_tell_witness(tp_tell *t, tp_sbranch violated, tp_witness who) {
  tp_put_u64(&t->out, violated);
  tp_put_u64(&t->out, who);
  put(t, TP_FOUND_WITNESS);
}

/* ---- verdicts ------------------------------------------------------------ */

static void tell_text(tp_tell *t, tp_found_kind kind, tp_sbranch b,
                      const char *text, const tp_vec_u32 *certificates) {
  tp_put_u64(&t->out, b);
  tp_put_text(&t->out, text);
  tp_put_u64(&t->out, certificates->n);
  for (uint32_t i = 0; i < certificates->n; i++)
    tp_put_u64(&t->out, certificates->at[i]);
  put(t, kind);
}

void tp_tell_proof(tp_tell *t, tp_sbranch b, const tp_decide_verdict *v) {
  tell_text(t, TP_FOUND_PROOF, b, v->proof, &v->certificates);
}

void tp_tell_astray(tp_tell *t, tp_sbranch b) {
  tp_put_u64(&t->out, b);
  put(t, TP_FOUND_ASTRAY);
}

static void tell_reasons(tp_tell *t, const tp_verdicts *verdicts) {
  static const tp_vec_u32 none = {0};
  for (uint32_t b = 0; b < verdicts->at.n; b++) {
    const tp_decide_verdict *v = &verdicts->at.at[b];
    if (v->kind == TP_DECIDED_UNKNOWN && v->reason)
      tell_text(t, TP_FOUND_REASON, b, v->reason, &none);
  }
}

/* ---- what was not followed ----------------------------------------------- */

static void put_concrete(tp_tell *t, const char *what, tp_node_id n,
                         uint64_t count) {
  const tp_program *p = t->project->program;
  tp_place at = {0};
  if (n)
    at = tp_place_of(p, tp_node_unit(p, n), tp_node_get(p, n)->begin);
  tp_put_text(&t->out, what);
  tp_put_u64(&t->out, at.file);
  tp_put_u64(&t->out, n ? at.line : 0);
  tp_put_u64(&t->out, count);
}

static void put_all_concrete(tp_tell *t) {
  const tp_concretised *met = tp_engine_concretised(t->project->engine);
  tp_str what = {0};
  tp_node_id node;
  for (uint32_t i = 0; i < met->places.n; i++) {
    VEC_CLEAR(&what);
    tp_concrete_met(t->project, i, &what, &node);
    put_concrete(t, what.at, node, met->places.at[i].count);
  }
  for (uint32_t i = 0; i < t->project->instr.plan.notes.n; i++) {
    VEC_CLEAR(&what);
    tp_concrete_noted(t->project, i, &what, &node);
    put_concrete(t, what.at, node, 1);
  }
  tp_str_free(&what);
}

static void tell_notes(tp_tell *t) {
  const tp_project *s = t->project;
  const tp_plan *plan = &s->instr.plan;
  tp_put_u64(&t->out,
             tp_engine_concretised(s->engine)->places.n + plan->notes.n);
  put_all_concrete(t);
  const char *note = tp_confirm_note(s->confirm);
  tp_put_u64(&t->out, (s->resume ? s->resume->notes.n : 0) + (note != NULL));
  for (uint32_t i = 0; s->resume && i < s->resume->notes.n; i++)
    tp_put_text(&t->out, s->resume->notes.at[i]);
  if (note)
    tp_put_text(&t->out, note);
  put(t, TP_FOUND_NOTES);
}

/* ---- where the search stands --------------------------------------------- */

static uint64_t peak_rss_kb(void) {
  struct rusage own, children;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  long peak =
      own.ru_maxrss > children.ru_maxrss ? own.ru_maxrss : children.ru_maxrss;
  return (uint64_t)peak;
}

static void put_phase(tp_str *out, const tp_result_phase *p) {
  tp_put_text(out, p->name);
  tp_put_u64(out, p->runs);
  tp_put_u64(out, p->solver_calls);
  tp_put_u64(out, p->quick_answers);
  tp_put_u64(out, p->solver_calls_saved);
  tp_put_u64(out, p->paths);
  tp_put_u64(out, p->covered);
  tp_put_u64(out, p->infeasible);
  tp_put_double(out, p->seconds);
}

static void put_constraints(tp_str *out, const tp_constraint_counts *a,
                            const tp_constraint_counts *b) {
  tp_put_u64(out, a->calls + b->calls);
  tp_put_u64(out, a->sizes + b->sizes);
  tp_put_u64(out, a->sliced + b->sliced);
  tp_put_u64(out, a->largest > b->largest ? a->largest : b->largest);
  tp_put_double(out, a->seconds + b->seconds);
}

static void put_arm(tp_str *out, const tp_result_arm *a) {
  tp_put_text(out, a->name);
  tp_put_u64(out, a->slices);
  tp_put_u64(out, a->covered);
  tp_put_u64(out, a->infeasible);
  tp_put_double(out, a->seconds);
}

static void put_parts(tp_tell *t) {
  const tp_project *s = t->project;
  const tp_engine_counts *c = tp_engine_get_counts(s->engine);
  const tp_result_part parts[] = {
      {"front", s->seconds[TP_PART_FRONT]},
      {"graph", s->seconds[TP_PART_GRAPH]},
      {"instrument", s->seconds[TP_PART_INSTRUMENT]},
      {"compile", s->seconds[TP_PART_COMPILE]},
      {"run", c->run_seconds},
      {"decode", c->decode_seconds},
      {"solve", tp_smt_get_counts(s->smt)->seconds},
      {"confirm", tp_confirm_seconds(s->confirm)}};
  size_t n = sizeof parts / sizeof *parts;
  tp_put_u64(&t->out, n);
  for (size_t i = 0; i < n; i++) {
    tp_put_text(&t->out, parts[i].name);
    tp_put_double(&t->out, parts[i].seconds);
  }
}

/* What was chosen, and by which weights if these were measured. */
static void put_choices(tp_str *out, const tp_search *search) {
  const double *weights = tp_engine_weights(search->project->engine);
  tp_put_u64(out, search->chooses);
  tp_put_u64(out, search->counts.random_runs);
  tp_put_u64(out, search->counts.solver_calls);
  tp_put_u64(out, search->chooses && weights ? TP_OPS : 0);
  for (uint32_t i = 0; search->chooses && weights && i < TP_OPS; i++) {
    tp_put_text(out, tp_op_names[i]);
    tp_put_double(out, weights[i]);
  }
}

static const char *stop_name(const tp_project *s, const tp_search *search) {
  switch (tp_budget_over(&s->budget)) {
  case TP_STOP_TIME:
    return "time";
  case TP_STOP_SIGNAL:
    return "signal";
  case TP_STOP_MEMORY:
    return "memory";
  default:
    return !search->is_exhausted && !tp_engine_may_run(s->engine) ? "runs"
                                                                  : NULL;
  }
}

static void tell_state(tp_tell *t, const tp_search *search, bool is_final) {
  const tp_project *s = t->project;
  tp_str *out = &t->out;
  tp_put_u64(out, is_final);
  bool is_decided = search->verdicts.at.n && !tp_options_all_paths(s->options);
  tp_put_u64(out, search->is_exhausted || is_decided);
  tp_put_text(out, is_final ? stop_name(s, search) : NULL);
  tp_put_u64(out,
             tp_engine_get_counts(s->engine)->runs + search->elsewhere.runs);
  tp_put_u64(out, tp_engine_get_counts(s->engine)->damaged);
  tp_put_u64(out, tp_smt_get_counts(s->smt)->checks + search->elsewhere.checks);
  tp_put_u64(out, tp_smt_quick_answers(s->smt) + search->elsewhere.quick);
  tp_put_u64(out, peak_rss_kb());
  put_constraints(out, tp_engine_constraints(s->engine),
                  &search->elsewhere.asked);
  tp_put_u64(out, s->resume ? s->resume->n_run : 0);
  tp_put_u64(out, s->resume ? s->resume->n_kept : 0);
  tp_put_text(out, tp_confirm_failure(s->confirm));
  tp_put_u64(out, search->ledger.rows.n);
  for (uint32_t i = 0; i < search->ledger.rows.n; i++)
    put_phase(out, &search->ledger.rows.at[i]);
  tp_put_u64(out, search->arms.n);
  for (uint32_t i = 0; i < search->arms.n; i++)
    put_arm(out, &search->arms.at[i]);
  put_parts(t);
  put_choices(out, search);
  put(t, TP_FOUND_STATE);
}

/* ---- the interface ------------------------------------------------------- */

static void tell_resumed(tp_tell *t, const tp_resume *earlier) {
  for (uint32_t i = 0; i < earlier->rows.n; i++) {
    const tp_row *row = &earlier->rows.at[i];
    tp_put_u64(&t->out, row->n);
    for (uint32_t k = 0; k < row->n; k++)
      tp_put_u64(&t->out, row->at[k]);
    put(t, TP_FOUND_ROW);
  }
  static const tp_vec_u32 none = {0};
  for (tp_sbranch b = 0; b < earlier->proved.n; b++)
    if (earlier->proved.at[b])
      tell_text(t, TP_FOUND_PROOF, b, earlier->proved.at[b], &none);
  for (uint32_t i = 0; i < earlier->astray.n; i++)
    tp_tell_astray(t, earlier->astray.at[i]);
}

int tp_tell_new(tp_tell **out, const tp_project *s, const char *dir,
                tp_diag *diag) {
  char fingerprint[65];
  tp_tell *t = TP_NEW(tp_tell);
  *out = t;
  t->project = s;
  if (tp_journal_create(&t->journal, dir, s->started, diag) != 0)
    return -1;
  tp_resume_fingerprint(s, fingerprint);
  tp_put_text(&t->out, fingerprint);
  put(t, TP_FOUND_PROGRAM);
  if (s->resume)
    tell_resumed(t, s->resume);
  if (tp_journal_settle(t->journal) == 0)
    return 0;
  const tp_diag *why = tp_journal_diag(t->journal);
  return tp_diag_set(diag, why->status, "%s", tp_str_text(&why->message));
}

void tp_tell_free(tp_tell *t) {
  if (!t)
    return;
  tp_journal_close(t->journal);
  tp_map_free(&t->numbers);
  tp_str_free(&t->out);
  tp_free(t);
}

void tp_tell_run(tp_tell *t, const tp_search *search) {
  tell_tests(t);
  if (tp_now() < t->next_state)
    return;
  t->next_state = tp_now() + PAUSE;
  tell_state(t, search, false);
}

void tp_tell_end(tp_tell *t, const tp_search *search) {
  tell_tests(t);
  tell_reasons(t, &search->verdicts);
  tell_notes(t);
  tell_state(t, search, true);
}

const tp_diag *tp_tell_diag(const tp_tell *t) {
  return tp_journal_diag(t->journal);
}
