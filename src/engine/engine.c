/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle over real runs and Yices.
 *
 * A solution is the values of the last run overlaid with the solver's. The
 * solver is first asked only about what shares inputs with the flipped
 * predicate; if the kept values do not satisfy the rest of the prefix (the path
 * may be an old one), it is asked about all of it.
 */
#include "engine/engine.h"

#include "engine/depth.h"
#include "engine/estimate.h"
#include "engine/locate.h"
#include "engine/trail.h"
#include "search/rows.h"

/* A call of the solver takes as long as so many runs. */
#define RUNS_A_CHECK 50
#define MANY_EXPRS 16384

typedef struct input_vector {
  VEC(tp_smt_value) values;
  VEC(uint64_t) row; /* values by the order in which they are read */
  uint64_t seed;     /* for inputs without a value; 0: they are 0 */
  bool is_aimed;     /* at something that may lie deep */
  bool is_all;       /* the run is given these, and no others */
  bool is_looked_at; /* a run was, with these: */
  tp_exec_reads given;
} input_vector;

typedef struct switch_step { /* behind a predicate of a switch */
  tp_expr value;
  tp_decision_id decision;
} switch_step;

struct tp_engine {
  tp_engine_parts parts;
  tp_oracle oracle;
  tp_rows rows;
  tp_events looked; /* the branches of a run that was only looked at */
  tp_vars vars;
  tp_decoder decoder;
  tp_trail trail;
  VEC(input_vector) inputs;
  tp_vec_u32 unused;       /* of them */
  VEC(tp_wire_input) wire; /* of the run being made */
  tp_map switches; /* hash of (predicate, decision) -> index into values */
  VEC(switch_step) switch_steps;
  tp_bits covered;
  VEC(tp_engine_test) tests;
  VEC(tp_engine_finding) findings;
  tp_engine_counts counts;
  uint64_t max_runs; /* 0: no limit */
  tp_diag diag;
  tp_depth depth;
  tp_estimator estimator;
  bool measures;     /* somebody asks what questions will cost */
  uint32_t n_needed; /* expressions when first nobody had one; 0: not yet */
  tp_smt_result result;
  VEC(tp_expr) query;
  tp_vec_u32 named;      /* variables of the query */
  tp_vec_u32 query_step; /* step of the path behind each of the query */
  /* While solving: values by variable, valid where the round is now's. */
  VEC(uint64_t) candidate;
  VEC(uint32_t) candidate_round;
  tp_vec_u32 candidates;
  uint32_t round;
  void (*tell)(void *);
  void *tell_state;
};

/* ---- inputs
 * ------------------------------------------------------------------*/

static tp_inputs add_inputs(tp_engine *e, uint64_t seed) {
  if (e->unused.n == 0) {
    VEC_PUSH(&e->unused, e->inputs.n);
    VEC_PUSH(&e->inputs, (input_vector){0});
  }
  tp_inputs id = VEC_POP(&e->unused);
  e->inputs.at[id].seed = seed;
  return id;
}

static void drop_inputs(void *state, tp_inputs id) {
  tp_engine *e = state;
  input_vector *in = &e->inputs.at[id];
  VEC_CLEAR(&in->values);
  VEC_CLEAR(&in->row);
  in->is_aimed = in->is_all = in->is_looked_at = false;
  VEC_PUSH(&e->unused, id);
}

static tp_inputs initial_inputs(void *state) {
  return add_inputs(state, 0);
}

static tp_inputs random_inputs(void *state, uint64_t seed) {
  return add_inputs(state, seed ? seed : 1);
}

/* ---- runs
 * --------------------------------------------------------------------*/

void tp_engine_limit_runs(tp_engine *e, uint64_t more) {
  e->max_runs = e->counts.runs + more;
}

bool tp_engine_may_run(const tp_engine *e) {
  return !e->max_runs || e->counts.runs < e->max_runs;
}

static void fill_wire(tp_engine *e, const input_vector *in) {
  VEC_CLEAR(&e->wire);
  for (uint32_t i = 0; i < in->values.n; i++)
    VEC_PUSH(&e->wire, (tp_wire_input){e->vars.at.at[in->values.at[i].var].key,
                                       in->values.at[i].bits});
  for (uint32_t i = 0; i < in->row.n; i++)
    VEC_PUSH(&e->wire, (tp_wire_input){tp_wire_nth_key(i), in->row.at[i]});
}

static tp_sbranch branch_of(const tp_engine *e, const tp_event *event) {
  return e->parts.program->decisions.at[event->decision].first + event->label;
}

static void collect(tp_engine *e, const tp_event *events, uint32_t n,
                    tp_bits *seen, tp_engine_test *test) {
  for (uint32_t i = 0; i < n; i++) {
    tp_sbranch b = branch_of(e, &events[i]);
    if (tp_bits_has(seen, b))
      continue;
    tp_bits_add(seen, b);
    VEC_PUSH(&test->taken, b);
    if (!tp_bits_has(&e->covered, b))
      VEC_PUSH(&test->first, b);
  }
}

/* The source branches of the run just decoded, each once. */
static void collect_taken(tp_engine *e, tp_engine_test *test) {
  const tp_decoder *d = &e->decoder;
  tp_bits seen;
  tp_bits_init(&seen, e->covered.n);
  collect(e, d->events.at, d->events.n, &seen, test);
  collect(e, d->aside.at, d->aside.n, &seen, test);
  tp_bits_free(&seen);
}

static bool has_new(const tp_engine *e, const tp_event *events, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (!tp_bits_has(&e->covered, branch_of(e, &events[i])))
      return true;
  return false;
}

static bool covers_new(const tp_engine *e) {
  const tp_decoder *d = &e->decoder;
  return has_new(e, d->events.at, d->events.n) ||
         has_new(e, d->aside.at, d->aside.n);
}

static uint32_t keep_test(tp_engine *e, const tp_exec_run *run) {
  tp_engine_test test = {.end = run->end,
                         .code = run->code,
                         .signal = run->signal,
                         .is_swarm = run->is_swarm};
  for (uint32_t i = 0; i < e->decoder.reads.n; i++)
    VEC_PUSH(&test.reads, e->decoder.reads.at[i]);
  collect_taken(e, &test);
  for (uint32_t i = 0; i < test.first.n; i++)
    tp_bits_add(&e->covered, test.first.at[i]);
  VEC_PUSH(&e->tests, test);
  return e->tests.n - 1;
}

static bool is_finding(const tp_exec_run *run) {
  return run->end == TP_END_SIGNAL || run->end == TP_END_MEMORY ||
         run->end == TP_END_TIMEOUT;
}

/* An endless loop is the same one if it was last seen behind the same branch:
 * to locate it costs another run. */
static bool is_known_hang(const tp_engine *e, const tp_engine_finding *f) {
  for (uint32_t i = 0; i < e->findings.n; i++)
    if (f->end == TP_END_TIMEOUT && e->findings.at[i].end == f->end &&
        e->findings.at[i].after == f->after)
      return true;
  return false;
}

/* One of the same kind at the same place, or in the same loop. */
static bool is_known(const tp_engine *e, const tp_engine_finding *f) {
  for (uint32_t i = 0; i < e->findings.n; i++) {
    const tp_engine_finding *g = &e->findings.at[i];
    bool is_same_place = g->file == f->file && g->line == f->line;
    if (g->end == f->end && g->signal == f->signal &&
        (is_same_place || (f->loop && g->loop == f->loop)))
      return true;
  }
  return false;
}

static void record_run(tp_engine *e, const tp_exec_run *run) {
  tp_engine_finding finding = {.end = run->end, .signal = run->signal};
  if (e->decoder.events.n)
    finding.after = 1 + branch_of(e, &VEC_LAST(&e->decoder.events));
  bool found = is_finding(run) && !is_known_hang(e, &finding);
  if (found) {
    tp_locate(&finding, e->parts.program, e->parts.exec, &e->decoder);
    found = !is_known(e, &finding);
  }
  if (!found && !covers_new(e))
    return;
  finding.test = keep_test(e, run);
  if (found)
    VEC_PUSH(&e->findings, finding);
}

static void remember_switches(tp_engine *e) {
  for (uint32_t i = 0; i < e->decoder.events.n; i++) {
    const tp_event *event = &e->decoder.events.at[i];
    if (!event->value)
      continue;
    bool is_new;
    uint64_t key = (uint64_t)event->pred << 32 | event->decision;
    uint32_t *slot = tp_map_put(&e->switches, key, &is_new);
    if (!is_new)
      continue;
    *slot = e->switch_steps.n;
    VEC_PUSH(&e->switch_steps, (switch_step){event->value, event->decision});
  }
}

static tp_outcome outcome_of(const tp_exec_run *run) {
  if (run->is_vain)
    return TP_RUN_VAIN;
  if (run->end == TP_END_SIGNAL || run->end == TP_END_MEMORY)
    return TP_RUN_CRASHED;
  if (run->end == TP_END_INPUTS)
    return TP_RUN_STARVED;
  return run->end == TP_END_TIMEOUT ? TP_RUN_HUNG : TP_RUN_ENDED;
}

/* Makes a run, given as many inputs as the last with these. */
static int make_run(tp_engine *e, tp_inputs id, tp_exec_run *out) {
  input_vector *in = &e->inputs.at[id];
  fill_wire(e, in);
  if (in->is_all)
    in->given = (tp_exec_reads){e->wire.n, e->wire.n, false};
  else if (!in->is_looked_at)
    in->given = tp_depth_next(&e->depth, in->is_aimed);
  if (in->given.most < e->wire.n)
    in->given.most = e->wire.n;
  tp_exec_give(e->parts.exec, &in->given);
  int rc =
      tp_exec_go(e->parts.exec, e->wire.at, e->wire.n, in->seed, out, &e->diag);
  e->counts.alone += rc == 0 && out->is_alone;
  if (rc == 0 && !in->is_looked_at)
    tp_depth_learn(&e->depth, &in->given, out->end, out->reads);
  return rc;
}

/* What happened, and what it is worth. */
static void understand(tp_engine *e, const tp_exec_run *run, tp_path *path) {
  if (!tp_decode(&e->decoder, run->trace, run->words) && !run->is_cut)
    e->counts.damaged++;
  if (!run->is_vain)
    record_run(e, run);
  remember_switches(e);
  uint32_t explained =
      tp_trail_find(&e->trail, e->parts.graph, e->decoder.events.at,
                    e->decoder.events.n, path);
  e->counts.unexplained += explained < e->decoder.events.n;
}

static tp_outcome run_inputs(void *state, tp_inputs id, tp_path *path) {
  tp_engine *e = state;
  tp_exec_run run;
  double start = tp_now();
  VEC_CLEAR(path);
  if (!tp_engine_may_run(e))
    return TP_RUN_OVER;
  if (make_run(e, id, &run) != 0)
    return TP_RUN_LOST;
  drop_inputs(e, id); /* a run uses its inputs up */
  double ran = tp_now();
  e->counts.run_seconds += ran - start;
  e->counts.runs++;
  understand(e, &run, path);
  e->counts.decode_seconds += tp_now() - ran;
  if (e->tell)
    e->tell(e->tell_state);
  return outcome_of(&run);
}

/* ---- runs that are only looked at
 * ------------------------------------------------------------*/

static uint32_t make_row(void *state, const uint64_t *row, uint32_t n,
                         uint64_t seed) {
  tp_engine *e = state;
  tp_inputs id = tp_engine_propose_row(e, row, n);
  e->inputs.at[id].seed = seed;
  e->inputs.at[id].is_all = false;
  return id;
}

/* The like of it was found before, as far as branches tell. */
static bool is_known_end(const tp_engine *e, const tp_exec_run *run) {
  uint32_t after = e->looked.n ? 1 + branch_of(e, &VEC_LAST(&e->looked)) : 0;
  for (uint32_t i = 0; i < e->findings.n; i++)
    if (e->findings.at[i].end == run->end &&
        e->findings.at[i].signal == run->signal &&
        e->findings.at[i].after == after)
      return true;
  return !is_finding(run);
}

static tp_looked look_at(void *state, uint32_t id, tp_vec_u32 *taken) {
  tp_engine *e = state;
  tp_exec_run run;
  double start = tp_now();
  VEC_CLEAR(taken);
  if (!tp_engine_may_run(e))
    return TP_LOOKED_LOST;
  tp_exec_blind(e->parts.exec, true);
  int rc = make_run(e, id, &run);
  tp_exec_blind(e->parts.exec, false);
  if (rc != 0)
    return TP_LOOKED_LOST;
  e->inputs.at[id].is_looked_at = true;
  double ran = tp_now();
  e->counts.run_seconds += ran - start;
  e->counts.runs++;
  tp_decode_branches(&e->decoder, run.trace, run.words, &e->looked);
  for (uint32_t i = 0; i < e->looked.n; i++)
    VEC_PUSH(taken, branch_of(e, &e->looked.at[i]));
  bool is_new = !run.is_vain && (has_new(e, e->looked.at, e->looked.n) ||
                                 !is_known_end(e, &run));
  e->counts.decode_seconds += tp_now() - ran;
  if (e->tell)
    e->tell(e->tell_state);
  bool has_hung = run.end == TP_END_TIMEOUT;
  if (has_hung) /* how far it came is chance */
    VEC_CLEAR(taken);
  return is_new ? TP_LOOKED_NEW : has_hung ? TP_LOOKED_HUNG : TP_LOOKED_KNOWN;
}

static void last_row(void *state, tp_values *out) {
  const tp_engine *e = state;
  VEC_CLEAR(out);
  for (uint32_t i = 0; i < e->decoder.reads.n; i++)
    VEC_PUSH(out, e->decoder.reads.at[i].bits);
}

static bool test_row(void *state, uint32_t number, tp_values *out) {
  const tp_engine *e = state;
  VEC_CLEAR(out);
  if (number >= e->tests.n)
    return false;
  for (uint32_t i = 0; i < e->tests.at[number].reads.n; i++)
    VEC_PUSH(out, e->tests.at[number].reads.at[i].bits);
  return true;
}

/* ---- solving
 * -----------------------------------------------------------------*/

static tp_pred predicate_of(void *state, const tp_path *path, uint32_t at,
                            tp_branch instead) {
  tp_engine *e = state;
  const tp_step *step = &path->at[at];
  const tp_graph_edge *edge = &e->parts.graph->edges.at[step->branch];
  const tp_graph_node *node = &e->parts.graph->nodes.at[edge->from];
  if (step->pred == TP_PRED_CONCRETE || node->kind != TP_G_DECISION)
    return TP_PRED_CONCRETE;
  tp_event event = {
      .decision = node->decision, .label = edge->label, .pred = step->pred};
  uint64_t key = (uint64_t)step->pred << 32 | node->decision;
  const uint32_t *slot = tp_map_get(&e->switches, key);
  if (slot)
    event.value = e->switch_steps.at[*slot].value;
  return tp_decode_label(&e->decoder, &event,
                         e->parts.graph->edges.at[instead].label);
}

static void build_query(tp_engine *e, const tp_path *path, uint32_t at,
                        tp_expr flipped) {
  VEC_CLEAR(&e->query);
  VEC_CLEAR(&e->query_step);
  for (uint32_t i = 0; i < at; i++) {
    if (path->at[i].pred == TP_PRED_CONCRETE)
      continue;
    VEC_PUSH(&e->query, path->at[i].pred);
    VEC_PUSH(&e->query_step, i);
  }
  VEC_PUSH(&e->query, flipped);
  VEC_PUSH(&e->query_step, at);
}

static uint64_t candidate_value(void *state, uint32_t var) {
  const tp_engine *e = state;
  return var < e->candidate.n ? e->candidate.at[var] : 0;
}

static void propose(tp_engine *e, uint32_t var, uint64_t bits) {
  if (e->candidate_round.at[var] != e->round) {
    e->candidate_round.at[var] = e->round;
    VEC_PUSH(&e->candidates, var);
  }
  e->candidate.at[var] = bits;
}

/* The values to run next: those of the last run and of whatever the query
 * speaks of, overlaid with the solver's. */
static void overlay_model(tp_engine *e) {
  e->round++;
  VEC_CLEAR(&e->candidates);
  VEC_RESIZE(&e->candidate, e->vars.at.n);
  VEC_RESIZE(&e->candidate_round, e->vars.at.n);
  for (uint32_t i = 0; i < e->decoder.reads.n; i++)
    propose(e, e->decoder.reads.at[i].var, e->decoder.reads.at[i].bits);
  VEC_CLEAR(&e->named);
  tp_expr_vars_begin(e->parts.exprs);
  for (uint32_t i = 0; i < e->query.n; i++)
    tp_expr_vars_add(e->parts.exprs, e->query.at[i], &e->named);
  for (uint32_t i = 0; i < e->named.n; i++)
    propose(e, e->named.at[i], tp_decode_value(&e->decoder, e->named.at[i]));
  for (uint32_t i = 0; i < e->result.model.n; i++)
    propose(e, e->result.model.at[i].var, e->result.model.at[i].bits);
}

static bool satisfies_query(tp_engine *e) {
  return tp_expr_all_hold(e->parts.exprs, e->query.at, e->query.n,
                          candidate_value, e);
}

static tp_smt_answer ask(tp_engine *e, bool slice) {
  uint32_t pivot = slice ? e->query.n - 1 : e->query.n;
  return tp_smt_check(e->parts.smt, e->query.at, e->query.n, pivot, true,
                      tp_decode_value, &e->decoder, &e->result);
}

static tp_inputs take_candidate(tp_engine *e) {
  tp_inputs id = add_inputs(e, 0);
  for (uint32_t i = 0; i < e->candidates.n; i++) {
    uint32_t var = e->candidates.at[i];
    VEC_PUSH(&e->inputs.at[id].values,
             (tp_smt_value){var, e->candidate.at[var]});
  }
  return id;
}

static void take_core(tp_engine *e, tp_solution *out) {
  VEC_CLEAR(&out->core);
  for (uint32_t i = 0; i < e->result.core.n; i++)
    VEC_PUSH(&out->core, e->query_step.at[e->result.core.at[i]]);
}

static tp_answer solve_query(tp_engine *e, tp_solution *out) {
  tp_smt_answer answer = ask(e, true);
  if (answer == TP_SMT_SAT) {
    overlay_model(e);
    if (!satisfies_query(e)) {
      answer = ask(e, false);
      if (answer == TP_SMT_SAT)
        overlay_model(e);
    }
  }
  switch (answer) {
  case TP_SMT_SAT:
    out->inputs = take_candidate(e);
    return TP_SAT;
  case TP_SMT_UNSAT:
    take_core(e, out);
    return TP_UNSAT;
  default:
    out->reason = e->result.reason;
    return TP_UNKNOWN;
  }
}

static double estimate(void *state, const tp_path *path, uint32_t at,
                       tp_branch instead) {
  tp_engine *e = state;
  tp_pred flipped = predicate_of(e, path, at, instead);
  e->measures = true;
  if (flipped == TP_PRED_CONCRETE)
    return 0;
  build_query(e, path, at, flipped);
  tp_op_counts ops = tp_estimator_count(&e->estimator, e->query.at, e->query.n);
  return 1 + tp_estimator_cost(&e->estimator, &ops);
}

/* Without a deadline two runs of tp2ph are to do the same, so that the clock
 * has no say. */
static void measure(tp_engine *e, double seconds) {
  const tp_budget *budget = e->parts.budget;
  if (!budget || budget->deadline <= 0 || e->counts.runs == 0)
    return;
  double a_run = (e->counts.run_seconds + e->counts.decode_seconds) /
                 (double)e->counts.runs;
  tp_op_counts ops = tp_estimator_count(&e->estimator, e->query.at, e->query.n);
  if (a_run > 0)
    tp_estimator_learn(&e->estimator, &ops, seconds / a_run);
}

static tp_answer solve_path(void *state, const tp_path *path, uint32_t at,
                            tp_branch instead, tp_solution *out) {
  tp_engine *e = state;
  tp_pred flipped = predicate_of(e, path, at, instead);
  if (flipped == TP_PRED_CONCRETE)
    return TP_CONCRETE;
  uint64_t before = tp_smt_get_counts(e->parts.smt)->checks;
  build_query(e, path, at, flipped);
  double start = tp_now();
  tp_answer answer = solve_query(e, out);
  if (e->measures)
    measure(e, tp_now() - start);
  if (tp_smt_get_counts(e->parts.smt)->checks > before)
    out->effort = RUNS_A_CHECK;
  return answer;
}

const double *tp_engine_weights(const tp_engine *e) {
  return e->estimator.n_measured ? e->estimator.weight : NULL;
}

static bool is_covered(void *state, uint32_t goal) {
  const tp_engine *e = state;
  return tp_bits_has(&e->covered, goal);
}

/* ---- forgetting
 * ----------------------------------------------------------------*/

/* Runs add expressions as long as values differ that are taken as they are.
 * What a search needs between two times that it forgets is made again; a few
 * times as much may gather. */
static void forget(void *state) {
  tp_engine *e = state;
  uint32_t now = tp_exprs_count(e->parts.exprs);
  if (!e->n_needed)
    e->n_needed = now;
  if (now < 2 * e->n_needed + MANY_EXPRS)
    return;
  e->n_needed = 0;
  tp_exprs_clear(e->parts.exprs);
  tp_vars_express(&e->vars, e->parts.exprs);
  tp_decoder_forget(&e->decoder);
  tp_smt_forget(e->parts.smt);
  tp_estimator_forget(&e->estimator);
  tp_map_clear(&e->switches);
  VEC_CLEAR(&e->switch_steps);
}

/* ---- the engine
 * ----------------------------------------------------------------*/

tp_engine *tp_engine_new(const tp_engine_parts *parts) {
  tp_engine *e = TP_NEW(tp_engine);
  e->parts = *parts;
  tp_decoder_init(&e->decoder, parts->program, parts->plan, parts->exprs,
                  &e->vars);
  e->vars.plan = parts->plan;
  tp_depth_init(&e->depth);
  tp_estimator_init(&e->estimator, parts->exprs);
  tp_bits_init(&e->covered, parts->program->branches.n);
  e->rows = (tp_rows){.state = e,
                      .make = make_row,
                      .look = look_at,
                      .drop = drop_inputs,
                      .last = last_row,
                      .test = test_row};
  e->oracle = (tp_oracle){.state = e,
                          .rows = &e->rows,
                          .alone = &e->counts.alone,
                          .graph = parts->graph,
                          .budget = parts->budget,
                          .initial = initial_inputs,
                          .random = random_inputs,
                          .run = run_inputs,
                          .solve = solve_path,
                          .estimate = estimate,
                          .predicate = predicate_of,
                          .is_covered = is_covered,
                          .forget = forget};
  return e;
}

void tp_engine_free(tp_engine *e) {
  if (!e)
    return;
  for (uint32_t i = 0; i < e->inputs.n; i++) {
    VEC_FREE(&e->inputs.at[i].values);
    VEC_FREE(&e->inputs.at[i].row);
  }
  for (uint32_t i = 0; i < e->tests.n; i++) {
    VEC_FREE(&e->tests.at[i].reads);
    VEC_FREE(&e->tests.at[i].first);
    VEC_FREE(&e->tests.at[i].taken);
  }
  VEC_FREE(&e->inputs);
  VEC_FREE(&e->looked);
  VEC_FREE(&e->unused);
  VEC_FREE(&e->wire);
  VEC_FREE(&e->tests);
  VEC_FREE(&e->findings);
  VEC_FREE(&e->query);
  VEC_FREE(&e->named);
  VEC_FREE(&e->query_step);
  VEC_FREE(&e->candidate);
  VEC_FREE(&e->candidate_round);
  VEC_FREE(&e->candidates);
  VEC_FREE(&e->switch_steps);
  tp_map_free(&e->switches);
  tp_bits_free(&e->covered);
  tp_decoder_free(&e->decoder);
  tp_vars_free(&e->vars);
  tp_trail_free(&e->trail);
  tp_estimator_free(&e->estimator);
  tp_smt_result_free(&e->result);
  tp_diag_free(&e->diag);
  tp_free(e);
}

const tp_oracle *tp_engine_oracle(tp_engine *e) {
  return &e->oracle;
}

const tp_bits *tp_engine_covered(const tp_engine *e) {
  return &e->covered;
}

uint32_t tp_engine_test_count(const tp_engine *e) {
  return e->tests.n;
}

const tp_engine_test *tp_engine_test_at(const tp_engine *e, uint32_t i) {
  return &e->tests.at[i];
}

uint32_t tp_engine_finding_count(const tp_engine *e) {
  return e->findings.n;
}

const tp_engine_finding *tp_engine_finding_at(const tp_engine *e, uint32_t i) {
  return &e->findings.at[i];
}

tp_inputs tp_engine_propose(tp_engine *e, const tp_smt_value *values,
                            uint32_t n) {
  tp_inputs id = add_inputs(e, 0);
  e->inputs.at[id].is_aimed = true;
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&e->inputs.at[id].values, values[i]);
  return id;
}

tp_inputs tp_engine_propose_row(tp_engine *e, const uint64_t *bits,
                                uint32_t n) {
  tp_inputs id = add_inputs(e, 0);
  e->inputs.at[id].is_all = true;
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&e->inputs.at[id].row, bits[i]);
  return id;
}

bool tp_engine_run_narrow(tp_engine *e, uint32_t test) {
  const tp_engine_test *t = &e->tests.at[test];
  tp_inputs id = add_inputs(e, 0);
  tp_path path = {0};
  e->inputs.at[id].is_all = true;
  for (uint32_t i = 0; i < t->reads.n; i++)
    VEC_PUSH(&e->inputs.at[id].values,
             (tp_smt_value){t->reads.at[i].var, t->reads.at[i].bits});
  for (uint32_t i = 0; i < t->first.n; i++)
    tp_bits_del(&e->covered, t->first.at[i]);
  tp_exec_narrow(e->parts.exec, true);
  tp_outcome outcome = run_inputs(e, id, &path);
  tp_exec_narrow(e->parts.exec, false);
  VEC_FREE(&path);
  return outcome == TP_RUN_CRASHED;
}

tp_vars *tp_engine_vars(tp_engine *e) {
  return &e->vars;
}

const tp_engine_counts *tp_engine_get_counts(const tp_engine *e) {
  return &e->counts;
}

const tp_concretised *tp_engine_concretised(const tp_engine *e) {
  return &e->decoder.concretised;
}

const tp_diag *tp_engine_diag(const tp_engine *e) {
  return &e->diag;
}

void tp_engine_on_run(tp_engine *e, void (*tell)(void *), void *state) {
  e->tell = tell;
  e->tell_state = state;
}
