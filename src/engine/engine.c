/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The oracle over real runs and Yices.
 *
 * A solution is the values of the run whose path is turned overlaid with the
 * solver's; of the last run if that one is not kept any more. How much of the
 * path the solver is asked about is said by engine/partial.h.
 */
#include "engine/engine.h"

#include "base/limits.h"
#include "engine/depth.h"
#include "engine/kept.h"
#include "engine/estimate.h"
#include "engine/literals.h"
#include "engine/locate.h"
#include "engine/measure.h"
#include "engine/trail.h"
#include "search/rows.h"

/* A call of the solver takes as long as so many runs. */
#define RUNS_A_CHECK 50

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
  tp_glance looked; /* what a run told that was only looked at */
  tp_measurer measurer;
  tp_seen seen; /* what nobody asked for of it */
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
  tp_partial partial;
  tp_kept kept;
  VEC(tp_expr) query;
  tp_vec_u32 named;      /* variables of the query */
  tp_vec_u32 query_step; /* step of the path behind each of the query */
  /* Values by variable, valid where the round is now's: first those of the run
   * whose path is turned, in the end those to run next. */
  VEC(uint64_t) candidate;
  VEC(uint32_t) candidate_round;
  tp_vec_u32 candidates;
  uint32_t round;
  void (*tell)(void *);
  void *tell_state;
};

/* ---- inputs -------------------------------------------------------------- */

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

/* ---- runs ---------------------------------------------------------------- */

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
  bool violated = false;
  for (uint32_t i = 0; i < n; i++) {
    tp_sbranch b = branch_of(e, &events[i]);
    if (!tp_branch_counts(e->parts.program, b, &violated) ||
        tp_bits_has(seen, b))
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
  bool violated = false, is_new = false;
  for (uint32_t i = 0; i < n && !is_new; i++) {
    tp_sbranch b = branch_of(e, &events[i]);
    is_new = tp_branch_counts(e->parts.program, b, &violated) &&
             !tp_bits_has(&e->covered, b);
  }
  return is_new;
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
  e->counts.told += run->words;
  if (!tp_decode(&e->decoder, run->trace, run->words) && !run->is_cut)
    e->counts.damaged++;
  if (!run->is_vain)
    record_run(e, run);
  remember_switches(e);
  uint32_t explained =
      tp_trail_find(&e->trail, e->parts.graph, e->decoder.events.at,
                    e->decoder.events.n, path);
  e->counts.unexplained += explained < e->decoder.events.n;
  tp_kept_add(&e->kept, path, &e->decoder);
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

/* ---- runs that are only looked at ---------------------------------------- */

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
  const tp_events *events = &e->looked.events;
  uint32_t after = events->n ? 1 + branch_of(e, &VEC_LAST(events)) : 0;
  for (uint32_t i = 0; i < e->findings.n; i++)
    if (e->findings.at[i].end == run->end &&
        e->findings.at[i].signal == run->signal &&
        e->findings.at[i].after == after)
      return true;
  return !is_finding(run);
}

/* Makes the run and decodes its branches; false: it was not made. */
static bool make_blindly(tp_engine *e, uint32_t id, tp_exec_sight sight,
                         tp_exec_run *run) {
  double start = tp_now();
  if (!tp_engine_may_run(e))
    return false;
  tp_exec_blind(e->parts.exec, sight);
  int rc = make_run(e, id, run);
  tp_exec_blind(e->parts.exec, TP_EXEC_SEES);
  if (rc != 0)
    return false;
  e->inputs.at[id].is_looked_at = true;
  e->counts.run_seconds += tp_now() - start;
  e->counts.runs++;
  tp_decode_blindly(&e->decoder, run->trace, run->words, &e->looked);
  return true;
}

static void tell_seen(tp_engine *e, tp_seen *out) {
  const tp_glance *g = &e->looked;
  for (uint32_t i = 0; i < g->events.n; i++) {
    VEC_PUSH(&out->taken, branch_of(e, &g->events.at[i]));
    VEC_PUSH(&out->before, g->before.at[i]);
  }
  for (uint32_t i = 0; i < g->read.n; i++)
    VEC_PUSH(&out->read, g->read.at[i]);
  if (g->measures.n)
    tp_measurer_near(&e->measurer, g, &e->covered, &out->near);
}

static tp_looked look_at(void *state, uint32_t id, bool is_measured,
                         tp_seen *out) {
  tp_engine *e = state;
  tp_exec_run run;
  VEC_CLEAR(&out->taken);
  VEC_CLEAR(&out->before);
  VEC_CLEAR(&out->read);
  VEC_CLEAR(&out->near);
  if (!make_blindly(e, id, is_measured ? TP_EXEC_MEASURES : TP_EXEC_BLIND,
                    &run))
    return TP_LOOKED_LOST;
  double ran = tp_now();
  const tp_events *events = &e->looked.events;
  bool has_hung = run.end == TP_END_TIMEOUT; /* how far it came is chance */
  bool is_new = !run.is_vain &&
                (has_new(e, events->at, events->n) || !is_known_end(e, &run));
  if (!has_hung)
    tell_seen(e, out);
  e->counts.decode_seconds += tp_now() - ran;
  if (e->tell)
    e->tell(e->tell_state);
  return is_new ? TP_LOOKED_NEW : has_hung ? TP_LOOKED_HUNG : TP_LOOKED_KNOWN;
}

static tp_looked follow_run(void *state, uint32_t id, tp_path *path) {
  tp_engine *e = state;
  const tp_events *events = &e->looked.events;
  VEC_CLEAR(path);
  tp_looked looked = look_at(e, id, false, &e->seen);
  if (looked == TP_LOOKED_KNOWN)
    tp_trail_find(&e->trail, e->parts.graph, events->at, events->n, path);
  return looked;
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

/* ---- solving ------------------------------------------------------------- */

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

/* The value of a variable in the run whose path is turned. */
static uint64_t base_value(void *state, uint32_t var) {
  tp_engine *e = state;
  return var < e->candidate_round.n && e->candidate_round.at[var] == e->round
             ? e->candidate.at[var]
             : tp_decode_value(&e->decoder, var);
}

static void propose(tp_engine *e, uint32_t var, uint64_t bits) {
  if (e->candidate_round.n <= var) {
    VEC_RESIZE(&e->candidate, e->vars.at.n);
    VEC_RESIZE(&e->candidate_round, e->vars.at.n);
  }
  if (e->candidate_round.at[var] != e->round) {
    e->candidate_round.at[var] = e->round;
    VEC_PUSH(&e->candidates, var);
  }
  e->candidate.at[var] = bits;
}

/* From the values of the run that took the path; whether it is the last one,
 * of which all values are known. */
static bool begin_values(tp_engine *e, const tp_path *path, uint32_t at) {
  uint32_t place = tp_kept_find(&e->kept, path, at);
  bool is_last = place == e->kept.newest;
  if (place == TP_KEPT_NONE)
    place = e->kept.newest;
  const tp_kept_run *run = &e->kept.at[place];
  e->round++;
  VEC_CLEAR(&e->candidates);
  for (uint32_t i = 0; i < run->reads.n; i++)
    propose(e, run->reads.at[i].var, run->reads.at[i].bits);
  return is_last;
}

/* What the query speaks of and no run has read. */
static void propose_named(tp_engine *e) {
  VEC_CLEAR(&e->named);
  tp_expr_vars_begin(e->parts.exprs);
  for (uint32_t i = 0; i < e->query.n; i++)
    tp_expr_vars_add(e->parts.exprs, e->query.at[i], &e->named);
  for (uint32_t i = 0; i < e->named.n; i++)
    propose(e, e->named.at[i], base_value(e, e->named.at[i]));
}

static tp_smt_answer ask(void *state, const tp_partial_ask *a,
                         tp_smt_result *out) {
  tp_engine *e = state;
  return (a->is_more ? tp_smt_check_more : tp_smt_check)(
      e->parts.smt, a->conds, a->n, a->pivot, true, base_value, e, out);
}

static tp_inputs take_candidate(tp_engine *e, bool was_run) {
  const tp_smt_result *result = &e->partial.result;
  if (!was_run)
    propose_named(e);
  for (uint32_t i = 0; i < result->model.n; i++)
    propose(e, result->model.at[i].var, result->model.at[i].bits);
  tp_inputs id = add_inputs(e, 0);
  for (uint32_t i = 0; i < e->candidates.n; i++) {
    uint32_t var = e->candidates.at[i];
    VEC_PUSH(&e->inputs.at[id].values,
             (tp_smt_value){var, e->candidate.at[var]});
  }
  return id;
}

static void take_core(tp_engine *e, tp_solution *out) {
  const tp_vec_u32 *core = &e->partial.result.core;
  VEC_CLEAR(&out->core);
  for (uint32_t i = 0; i < core->n; i++)
    VEC_PUSH(&out->core, e->query_step.at[core->at[i]]);
}

static tp_answer solve_query(tp_engine *e, bool was_run, tp_solution *out) {
  tp_turned q = {.conds = e->query.at,
                 .n = e->query.n,
                 .values = base_value,
                 .state = e,
                 .was_run = was_run};
  switch (tp_partial_solve(&e->partial, &q)) {
  case TP_SMT_SAT:
    out->inputs = take_candidate(e, was_run);
    return TP_SAT;
  case TP_SMT_UNSAT:
    take_core(e, out);
    return TP_UNSAT;
  default:
    out->reason = e->partial.result.reason;
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
  tp_answer answer = solve_query(e, begin_values(e, path, at), out);
  if (e->measures)
    measure(e, tp_now() - start);
  if (tp_smt_get_counts(e->parts.smt)->checks > before)
    out->effort = RUNS_A_CHECK;
  return answer;
}

uint32_t tp_engine_reads(const tp_engine *e) {
  return e->decoder.reads.n;
}

const double *tp_engine_weights(const tp_engine *e) {
  return e->estimator.n_measured ? e->estimator.weight : NULL;
}

/* Large queries are not worth it: each step looks at all of it. */
static bool approach(void *state, const tp_path *path, uint32_t at,
                     tp_branch instead, uint32_t *inputs) {
  tp_engine *e = state;
  tp_pred flipped = predicate_of(e, path, at, instead);
  if (flipped == TP_PRED_CONCRETE)
    return false;
  build_query(e, path, at, flipped);
  bool was_run = begin_values(e, path, at);
  if (!tp_smt_approach(e->parts.smt, e->query.at, e->query.n, e->query.n - 1,
                       TP_LIMIT_ENGINE_APPROACH, base_value, e,
                       &e->partial.result))
    return false;
  *inputs = take_candidate(e, was_run);
  return true;
}

static void constants_of(void *state, tp_values *out) {
  const tp_engine *e = state;
  tp_literals(e->parts.program, out);
}

static bool is_covered(void *state, uint32_t goal) {
  const tp_engine *e = state;
  return tp_bits_has(&e->covered, goal);
}

/* ---- forgetting ---------------------------------------------------------- */

/* Runs add expressions as long as values differ that are taken as they are.
 * What a search needs between two times that it forgets is made again; a few
 * times as much may gather. */
static void forget(void *state) {
  tp_engine *e = state;
  uint32_t now = tp_exprs_count(e->parts.exprs);
  if (!e->n_needed)
    e->n_needed = now;
  if (now < 2 * e->n_needed + TP_LIMIT_ENGINE_EXPRESSIONS)
    return;
  e->n_needed = 0;
  tp_exprs_clear(e->parts.exprs);
  tp_vars_express(&e->vars, e->parts.exprs);
  tp_decoder_forget(&e->decoder);
  tp_smt_forget(e->parts.smt);
  tp_kept_clear(&e->kept);
  tp_estimator_forget(&e->estimator);
  tp_map_clear(&e->switches);
  VEC_CLEAR(&e->switch_steps);
}

/* ---- the engine ---------------------------------------------------------- */

tp_engine *tp_engine_new(const tp_engine_parts *parts) {
  tp_engine *e = TP_NEW(tp_engine);
  e->parts = *parts;
  tp_decoder_init(&e->decoder, parts->program, parts->plan, parts->exprs,
                  &e->vars);
  e->vars.plan = parts->plan;
  tp_depth_init(&e->depth);
  tp_partial_init(&e->partial, parts->exprs, parts->budget,
                  &(tp_asker){.state = e, .ask = ask});
  tp_estimator_init(&e->estimator, parts->exprs);
  tp_bits_init(&e->covered, parts->program->branches.n);
  e->rows = (tp_rows){.state = e,
                      .make = make_row,
                      .look = look_at,
                      .follow = follow_run,
                      .drop = drop_inputs,
                      .test = test_row,
                      .approach = approach,
                      .constants = constants_of};
  tp_measurer_init(&e->measurer, parts->program, parts->plan);
  e->oracle = (tp_oracle){.state = e,
                          .rows = &e->rows,
                          .alone = &e->counts.alone,
                          .told = &e->counts.told,
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
  VEC_FREE(&e->looked.events);
  VEC_FREE(&e->looked.before);
  VEC_FREE(&e->looked.measures);
  VEC_FREE(&e->looked.read);
  tp_measurer_free(&e->measurer);
  tp_seen_free(&e->seen);
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
  tp_partial_free(&e->partial);
  tp_kept_free(&e->kept);
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

void tp_engine_ask_by(tp_engine *e, const tp_partial_plan *plan) {
  e->partial.plan = *plan;
}

const tp_constraint_counts *tp_engine_constraints(const tp_engine *e) {
  return &e->partial.counts;
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
