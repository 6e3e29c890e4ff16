/* Filling the result. Verdicts: what runs took is covered; the rest says why
 * nothing is known of it. */
#include "app/collect.h"

#include "app/resume.h"
#include "ast/place.h"
#include "exec/environment.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define MAX_NAMED 5u /* files in a note */

/* Without what would make another job of compiling it (-c, -o ...). */
static const char *const *unit_flags(const tp_project *s, uint32_t source) {
  return s->program->units.at[source + 1].flags.at;
}

static void collect_program(tp_result *r, const tp_project *s) {
  r->program = s->program;
  r->version = TP2PH_VERSION;
  r->solver = tp_smt_version();
  r->entry = s->options->entry;
  r->cc = s->cc;
  r->include_dir = tp_str_text(&s->include_dir);
  r->link_flags = s->link_flags.at;
  r->environment = tp_exec_fixed_environment();
  r->declared.path = s->options->inputs;
  r->assume = s->options->assume;
  r->strategy = s->options->strategy;
  r->seed = s->options->seed;
  char fingerprint[65];
  tp_resume_fingerprint(s, fingerprint);
  r->fingerprint = tp_result_keep(r, fingerprint);
  char *cwd = getcwd(NULL, 0);
  r->cwd = tp_result_keep(r, cwd ? cwd : ".");
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

/* ---- tests
 * -------------------------------------------------------------------*/

static uint32_t part_offset(const tp_project *s, const tp_var *var) {
  const tp_plan *plan = &s->instr.plan;
  const tp_wire_site *site = &plan->sites.at[var->site];
  if (site->n_parts == 0)
    return var->part;
  return plan->parts.at[site->first_part + var->part % site->n_parts].offset +
         var->part / site->n_parts * site->object_size;
}

/* Where the program asks for the input: what --inputs declares is delivered in
 * a function of ours, which it calls at site `from`. */
static const tp_site *place_of(const tp_program *p, const tp_site *site,
                               uint32_t from) {
  if (!site->is_delivery || from == 0 || from >= p->sites.n)
    return site;
  const tp_site *call = &p->sites.at[from];
  bool is_ours = !call->callee || /* through a pointer */
                 tp_decl_function(p, call->callee) == site->caller;
  return is_ours ? call : site;
}

static tp_result_input make_input(const tp_project *s, const tp_read *read,
                                  uint32_t *objects) {
  const tp_var *var = &tp_engine_vars(s->engine)->at.at[read->var];
  tp_result_input in = {.type = var->type, .bits = read->bits};
  if (var->site == 0)
    return in;
  const tp_site *site = &s->program->sites.at[var->site];
  const tp_site *place = place_of(s->program, site, read->from);
  in.name = tp_site_name(s->program, site);
  in.file = tp_names_text(s->program->names, place->file);
  in.line = place->line;
  if (site->input_kind == TP_INPUT_OBJECT) {
    *objects += var->part == 0;
    in.object = *objects;
    in.offset = part_offset(s, var);
  }
  return in;
}

static tp_end_kind end_kind(tp_exec_end end) {
  switch (end) {
  case TP_END_SIGNAL:
    return TP_ENDED_SIGNAL;
  case TP_END_TIMEOUT:
    return TP_ENDED_TIMEOUT;
  case TP_END_MEMORY:
    return TP_ENDED_MEMORY;
  default:
    return TP_ENDED_EXIT;
  }
}

void tp_collect_inputs(tp_result *r, const tp_project *s, uint32_t i) {
  const tp_engine_test *t = tp_engine_test_at(s->engine, i);
  tp_result_test test = {.first_input = r->inputs.n,
                         .n_inputs = t->reads.n,
                         .first_branch = r->new_branches.n,
                         .n_branches = t->first.n,
                         .end = (uint8_t)end_kind(t->end),
                         .code = t->end == TP_END_SIGNAL ? t->signal : t->code};
  uint32_t objects = 0;
  for (uint32_t k = 0; k < t->reads.n; k++)
    VEC_PUSH(&r->inputs, make_input(s, &t->reads.at[k], &objects));
  VEC_PUSH(&r->tests, test);
}

static void collect_test(tp_result *r, const tp_project *s, uint32_t i) {
  const tp_engine_test *t = tp_engine_test_at(s->engine, i);
  tp_collect_inputs(r, s, i);
  for (uint32_t k = 0; k < t->first.n; k++) {
    VEC_PUSH(&r->new_branches, t->first.at[k]);
    r->verdicts.at[t->first.at[k]] =
        (tp_result_verdict){.kind = TP_VERDICT_COVERED, .test = i + 1};
  }
}

static void collect_findings(tp_result *r, const tp_project *s) {
  for (uint32_t i = 0; i < tp_engine_finding_count(s->engine); i++) {
    const tp_engine_finding *f = tp_engine_finding_at(s->engine, i);
    tp_finding_kind kind = f->end == TP_END_TIMEOUT  ? TP_FINDING_HANG
                           : f->end == TP_END_MEMORY ? TP_FINDING_MEMORY
                                                     : TP_FINDING_CRASH;
    VEC_PUSH(
        &r->findings,
        (tp_result_finding){
            .kind = (uint8_t)kind,
            .signal = kind == TP_FINDING_CRASH ? f->signal : 0,
            .file = f->file ? tp_names_text(s->program->names, f->file) : NULL,
            .line = f->line,
            .test = f->test + 1});
  }
}

/* ---- counts
 * -----------------------------------------------------------------*/

static void add_part(tp_result *r, const char *name, double seconds) {
  VEC_PUSH(&r->parts, (tp_result_part){name, seconds});
}

static void collect_parts(tp_result *r, const tp_project *s) {
  const tp_engine_counts *c = tp_engine_get_counts(s->engine);
  add_part(r, "front", s->seconds[TP_PART_FRONT]);
  add_part(r, "graph", s->seconds[TP_PART_GRAPH]);
  add_part(r, "instrument", s->seconds[TP_PART_INSTRUMENT]);
  add_part(r, "compile", s->seconds[TP_PART_COMPILE]);
  add_part(r, "run", c->run_seconds);
  add_part(r, "decode", c->decode_seconds);
  add_part(r, "solve", tp_smt_get_counts(s->smt)->seconds);
}

static void add_concrete(tp_result *r, const tp_program *p, const char *what,
                         tp_node_id n, uint64_t count) {
  tp_result_concrete c = {.what = what, .count = count};
  if (n) {
    tp_place at = tp_place_of(p, tp_node_unit(p, n), tp_node_get(p, n)->begin);
    c.file = tp_names_text(p->names, at.file);
    c.line = at.line;
  }
  VEC_PUSH(&r->concretised, c);
}

/* What the runs have met. */
static void collect_met(tp_result *r, const tp_project *s) {
  static const char *const reason[] = {
      [TP_WHY_TABLE_SIZE] = "array too large for a symbolic index",
      [TP_WHY_STALE] = "value overwritten by code that is not instrumented",
      [TP_WHY_STRING_LIMIT] = "string longer than the limit",
      [TP_WHY_LEAVES] = "expression with too many operands",
      [TP_WHY_ADDRESS] = "address that depends on an input",
      [TP_WHY_VARIADIC] = "argument of a variadic function",
      [TP_WHY_LENGTH] = "length of a string that was copied",
      [TP_WHY_NO_MODEL] = "expression without a model",
      [TP_WHY_IMPRECISE] = "predicate that the run did not confirm",
      [TP_WHY_OBJECTS] = "pointer that may lead to another object"};
  const tp_concretised *c = tp_engine_concretised(s->engine);
  for (uint32_t i = 0; i < c->places.n; i++) {
    const tp_concrete_place *at = &c->places.at[i];
    tp_node_id n = at->expr ? s->instr.plan.exprs.at[at->expr].node : 0;
    add_concrete(r, s->program, reason[at->why], n, at->count);
  }
}

static const char *note_text(tp_result *r, const tp_program *p,
                             const tp_plan_note *note) {
  static const char *const text[] = {
      [TP_NOT_CONDITION] = "condition not understood",
      [TP_NOT_VALUE] = "value not understood",
      [TP_NOT_VARIADIC] = "argument of a variadic function",
      [TP_NOT_ADDRESS] = "object whose place depends on an input",
      [TP_NOT_FUNCTION] = "function that an input chooses"};
  if (note->why != TP_NOT_MODELLED)
    return text[note->why];
  tp_decl_id d = p->sites.at[tp_node_get(p, note->node)->ref].callee;
  tp_str what = {0};
  tp_str_addf(&what, "result of %s, which is not modelled",
              d ? tp_names_text(p->names, p->decls.at[d].name) : "a function");
  const char *kept = tp_result_keep(r, tp_str_text(&what));
  tp_str_free(&what);
  return kept;
}

/* What the program has, whether it was run or not. */
static void collect_notes(tp_result *r, const tp_project *s) {
  const tp_plan *plan = &s->instr.plan;
  for (uint32_t i = 0; i < plan->notes.n; i++)
    add_concrete(r, s->program, note_text(r, s->program, &plan->notes.at[i]),
                 plan->notes.at[i].node, 1);
}

static uint64_t peak_rss_kb(void) {
  struct rusage own, children;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  long peak =
      own.ru_maxrss > children.ru_maxrss ? own.ru_maxrss : children.ru_maxrss;
  return (uint64_t)peak;
}

static bool has_used_up_runs(const tp_project *s, const tp_search *search) {
  return !search->is_exhausted && !tp_engine_may_run(s->engine);
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
    return has_used_up_runs(s, search) ? "runs" : NULL;
  }
}

/* What decide said of branches that no run has taken. */
static void collect_verdicts(tp_result *r, const tp_verdicts *v) {
  for (uint32_t i = 0; i < v->at.n; i++) {
    const tp_decide_verdict *d = &v->at.at[i];
    tp_result_verdict *to = &r->verdicts.at[i];
    if (to->kind == TP_VERDICT_COVERED)
      continue;
    if (d->kind == TP_DECIDED_INFEASIBLE)
      *to = (tp_result_verdict){.kind = TP_VERDICT_INFEASIBLE,
                                .text = tp_result_keep(r, d->proof),
                                .first_certificate = r->certificates.n,
                                .n_certificates = d->certificates.n};
    else if (d->reason)
      to->text = tp_result_keep(r, d->reason);
    for (uint32_t k = 0; k < to->n_certificates; k++)
      VEC_PUSH(&r->certificates, d->certificates.at[k]);
  }
}

/* Proofs of an earlier run that hold, and what could not be used of it. */
static void collect_resumed(tp_result *r, const tp_resume *earlier) {
  for (tp_sbranch b = 0; b < r->verdicts.n; b++)
    if (earlier->proved.at[b] && r->verdicts.at[b].kind == TP_VERDICT_UNKNOWN)
      r->verdicts.at[b] =
          (tp_result_verdict){.kind = TP_VERDICT_INFEASIBLE,
                              .text = tp_result_keep(r, earlier->proved.at[b])};
  for (uint32_t i = 0; i < earlier->notes.n; i++)
    VEC_PUSH(&r->notes, tp_result_keep(r, earlier->notes.at[i]));
  r->is_resumed = true;
  r->resumed_tests = earlier->n_kept;
  r->resumed_proofs = earlier->n_proved;
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

static void collect_phases(tp_result *r, const tp_search *search) {
  for (uint32_t i = 0; i < search->phases.n; i++) {
    VEC_PUSH(&r->phases, search->phases.at[i]);
    r->solver_calls_saved += search->phases.at[i].solver_calls_saved;
  }
}

void tp_collect(tp_result *r, const tp_project *s, const tp_search *search) {
  *r = (tp_result){0};
  collect_program(r, s);
  r->stopped = stop_name(s, search);
  VEC_RESIZE(&r->verdicts, s->program->branches.n);
  for (uint32_t i = 0; i < r->verdicts.n; i++)
    r->verdicts.at[i].text =
        r->stopped ? r->stopped : "not reached by the search";
  for (uint32_t i = 0; i < tp_engine_test_count(s->engine); i++)
    collect_test(r, s, i);
  collect_verdicts(r, &search->verdicts);
  if (s->resume)
    collect_resumed(r, s->resume);
  if (r->stopped && strcmp(r->stopped, "runs") == 0 &&
      tp_result_count(r).unknown == 0)
    r->stopped = NULL; /* no more were needed */
  collect_phases(r, search);
  collect_findings(r, s);
  collect_parts(r, s);
  collect_met(r, s);
  collect_notes(r, s);
  collect_left_out(r, &s->sources);
  r->is_complete =
      !r->stopped && (search->is_exhausted || search->verdicts.at.n);
  r->runs = tp_engine_get_counts(s->engine)->runs;
  r->solver_calls = tp_smt_get_counts(s->smt)->checks;
  r->quick_answers = tp_smt_quick_answers(s->smt);
  r->peak_rss_kb = peak_rss_kb();
  r->seconds = tp_now() - s->started;
}
