/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A given test is run, then all questions along its path are asked, then the
 * answers are run: solving looks at the values of the last run. A check that is
 * met several times is asked about until there is an answer; the graver verdict
 * counts (tp_predicted, in its order). */
#include "app/predict.h"

#include "app/command_lines.h"
#include "app/concrete.h"
#include "app/fit.h"
#include "app/precondition.h"
#include "app/resume.h"
#include "app/tell.h"
#include "program/place.h"
#include "base/map.h"

/* A check along one test. */
typedef struct met {
  tp_found_prediction told;
  tp_inputs answer; /* TP_NO_INPUTS: none */
  bool is_doubted;  /* something was taken as it was on the way */
} met;

/* Inputs that break a precondition where its function is called. */
typedef struct broken {
  uint32_t number;
  tp_inputs answer;
} broken;

typedef struct work {
  tp_search *s;
  const tp_oracle *oracle;
  const tp_graph *graph;
  const tp_program *p;
  tp_path path;
  VEC(met) met;
  tp_map by_branch; /* violated side -> index into met, + 1 */
  tp_map asked;     /* predicate of it -> that it can't hold on this path */
  VEC(broken) broken;
  tp_precondition_maker *maker; /* NULL: the program is no unit */
  tp_solution solution;
  uint64_t met_before; /* values that were taken as they were */
  bool is_unexplained; /* the graph does not explain the path */
  tp_str doubt; /* what was computed on plain values on the way; empty: none */
} work;

/* ---- what was not followed ----------------------------------------------- */

static uint64_t count_met(const work *w) {
  const tp_concretised *c = tp_engine_concretised(w->s->project->engine);
  uint64_t n = 0;
  for (uint32_t i = 0; i < c->places.n; i++)
    n += c->places.at[i].count;
  return n;
}

static void add_place(work *w, tp_node_id n) {
  if (!n)
    return;
  tp_place at =
      tp_place_of(w->p, tp_node_unit(w->p, n), tp_node_get(w->p, n)->begin);
  tp_str_addf(&w->doubt, " at %s:%u", tp_names_text(w->p->names, at.file),
              at.line);
}

/* The first thing that keeps a run from standing for all inputs of its path:
 * what it met itself, or what the plan says of the program, wherever that is.
 */
static void find_doubt(work *w) {
  const tp_project *s = w->s->project;
  tp_node_id node = 0;
  VEC_CLEAR(&w->doubt);
  if (count_met(w) > w->met_before)
    tp_concrete_met(s, tp_engine_concretised(s->engine)->places.n - 1,
                    &w->doubt, &node);
  else if (s->instr.plan.notes.n)
    tp_concrete_noted(s, 0, &w->doubt, &node);
  add_place(w, node);
  if (w->is_unexplained)
    tp_str_add(&w->doubt, "a path that the graph does not explain");
}

/* ---- questions ----------------------------------------------------------- */

static tp_sbranch goal_of(const work *w, uint32_t step) {
  uint32_t goal = w->graph->edges.at[w->path.at[step].branch].goal;
  return goal == TP_NO_GOAL ? UINT32_MAX : goal;
}

/* The first side of a step's decision; UINT32_MAX: it is none. */
static tp_sbranch first_of(const work *w, uint32_t step) {
  const tp_graph_edge *edge = &w->graph->edges.at[w->path.at[step].branch];
  const tp_graph_node *node = &w->graph->nodes.at[edge->from];
  return node->kind == TP_G_DECISION ? w->p->decisions.at[node->decision].first
                                     : UINT32_MAX;
}

/* The violated side of the check that a step passes or violates; UINT32_MAX:
 * it is no check. */
static tp_sbranch check_of(const work *w, uint32_t step) {
  tp_sbranch first = first_of(w, step);
  bool is_check = first != UINT32_MAX && w->p->branches.at[first].is_check;
  return is_check ? first : UINT32_MAX;
}

/* The precondition that a step keeps; NULL: it keeps none. */
static const tp_program_check *kept_at(const work *w, uint32_t step) {
  tp_sbranch first = first_of(w, step);
  for (uint32_t i = 0; i < w->p->hoisted.n; i++)
    if (w->p->hoisted.at[i].branch == first && goal_of(w, step) != first)
      return &w->p->hoisted.at[i];
  return NULL;
}

#define VIOLATED 0
#define PASSED 1

/* The edge of a side of a check. */
static tp_branch edge_of(const work *w, uint32_t step, uint32_t side) {
  const tp_graph_edge *edge = &w->graph->edges.at[w->path.at[step].branch];
  const tp_graph_node *node = &w->graph->nodes.at[edge->from];
  for (uint32_t i = 0; i < node->n; i++)
    if (w->graph->edges.at[node->first + i].label == side)
      return node->first + i;
  return TP_NO_BRANCH;
}

static uint32_t number_of(const work *w, tp_sbranch branch) {
  uint32_t i = 0;
  while (i < w->p->checks.n && w->p->checks.at[i].branch != branch)
    i++;
  return i;
}

/* What is known of a check along this test. */
static met *about(work *w, tp_sbranch branch) {
  bool is_new;
  uint32_t *slot = tp_map_put(&w->by_branch, branch, &is_new);
  if (is_new) {
    met m = {.answer = TP_NO_INPUTS};
    m.told.check = number_of(w, branch);
    m.told.given = w->s->project->resume->n_run;
    m.told.verdict = TP_PREDICTED_VERIFIED;
    VEC_PUSH(&w->met, m);
    *slot = w->met.n;
  }
  return &w->met.at[*slot - 1];
}

/* The graver verdict stays. */
static void judge(met *m, tp_predicted verdict, const char *reason) {
  if (verdict <= (tp_predicted)m->told.verdict)
    return;
  m->told.verdict = (uint8_t)verdict;
  tp_free(m->told.reason);
  m->told.reason = reason ? tp_strdup(reason) : NULL;
}

/* No input of this path violates it while the checks before it hold. Does one
 * that breaks an earlier one? Then it is in the shadow of that one. */
static void find_shadow(work *w, uint32_t step, tp_branch edge, met *m) {
  tp_path free = {0};
  uint32_t last = UINT32_MAX;
  for (uint32_t i = 0; i <= step; i++) {
    bool is_check = i < step && check_of(w, i) != UINT32_MAX;
    VEC_PUSH(&free, w->path.at[i]);
    if (is_check && free.at[i].pred != TP_PRED_CONCRETE) {
      free.at[i].pred = TP_PRED_CONCRETE;
      last = i;
    }
  }
  for (uint32_t i = 0; i < w->solution.core.n; i++)
    if (w->solution.core.at[i] < step &&
        check_of(w, w->solution.core.at[i]) != UINT32_MAX)
      last = w->solution.core.at[i];
  if (last != UINT32_MAX && w->oracle->solve(w->oracle->state, &free, step,
                                             edge, &w->solution) == TP_SAT)
    m->told.shadow = 1 + number_of(w, check_of(w, last));
  VEC_FREE(&free);
}

/* The predicate of the edge, which a question is going to be about. */
static tp_pred settle(work *w, uint32_t step, tp_branch edge) {
  tp_engine_settle(w->s->project->engine, &w->path, step);
  return w->oracle->predicate(w->oracle->state, &w->path, step, edge);
}

static tp_answer solve(work *w, uint32_t step, tp_branch edge) {
  tp_engine_settle_linked(w->s->project->engine, &w->path, step);
  return w->oracle->solve(w->oracle->state, &w->path, step, edge, &w->solution);
}

static void ask(work *w, uint32_t step, met *m) {
  tp_branch edge = edge_of(w, step, VIOLATED);
  bool is_stepwise = w->p->checks.at[m->told.check].is_stepwise;
  bool is_new = true;
  if (m->answer != TP_NO_INPUTS && !is_stepwise)
    return;
  tp_pred pred = settle(w, step, edge);
  if (pred == TP_PRED_CONCRETE && is_stepwise)
    judge(m, TP_PREDICTED_INCOMPLETE, "it is decided in several steps");
  if (pred == TP_PRED_CONCRETE || m->answer != TP_NO_INPUTS)
    return;
  uint32_t *known = tp_map_put(&w->asked, pred, &is_new);
  if (!is_new && *known)
    return;
  switch (solve(w, step, edge)) {
  case TP_SAT:
    m->answer = w->solution.inputs;
    return;
  case TP_UNSAT:
    *tp_map_put(&w->asked, pred, &is_new) = 1;
    find_shadow(w, step, edge, m);
    return;
  case TP_UNKNOWN:
    judge(m, TP_PREDICTED_INCOMPLETE, w->solution.reason);
    return;
  case TP_CONCRETE:
    return;
  }
}

/* Inputs that come here as this test does and break what the function needs.
 * What is known of this path says nothing of where they lead. */
static void ask_kept(work *w, uint32_t step, const tp_program_check *kept) {
  tp_branch edge = edge_of(w, step, VIOLATED);
  tp_pred pred = settle(w, step, edge);
  bool is_new;
  if (pred == TP_PRED_CONCRETE)
    return;
  tp_map_put(&w->asked, pred, &is_new);
  if (is_new && solve(w, step, edge) == TP_SAT)
    VEC_PUSH(&w->broken, ((broken){kept->side, w->solution.inputs}));
}

/* What figure 6 adds to the precondition of a unit. */
static void add_to_precondition(work *w, uint32_t step, tp_sbranch check) {
  const tp_program_check *c = &w->p->checks.at[number_of(w, check)];
  if (w->maker)
    tp_precondition_add(w->maker, &w->path, step,
                        w->oracle->predicate(w->oracle->state, &w->path, step,
                                             edge_of(w, step, PASSED)),
                        c->is_stepwise ? "the check is decided in several steps"
                        : w->doubt.n   ? w->doubt.at
                                       : NULL);
}

/* ---- answers ------------------------------------------------------------- */

/* Only what it does is of interest. */
static bool make_run(work *w, tp_inputs answer) {
  tp_outcome outcome =
      tp_engine_run_plainly(w->s->project->engine, answer, &w->path);
  return outcome != TP_RUN_LOST && outcome != TP_RUN_OVER;
}

/* The first check that the run violates; UINT32_MAX: none. */
static tp_sbranch find_violated(const work *w) {
  for (uint32_t i = 0; i < w->path.n; i++) {
    tp_sbranch goal = goal_of(w, i);
    if (goal != UINT32_MAX && w->p->branches.at[goal].is_check)
      return goal;
  }
  return UINT32_MAX;
}

/* Whether the run of an answer violates this check, and no other before. */
static void run_answer(work *w, met *m) {
  tp_sbranch wanted = w->p->checks.at[m->told.check].branch;
  if (!make_run(w, m->answer)) {
    judge(m, TP_PREDICTED_INCOMPLETE, "its run could not be made");
    return;
  }
  tp_sbranch violated = find_violated(w);
  if (violated == wanted)
    judge(m, TP_PREDICTED_PREDICTED, NULL);
  else
    judge(m, TP_PREDICTED_INCOMPLETE,
          violated == UINT32_MAX
              ? "the run of the answer does not violate it"
              : "the run of the answer violates another check");
}

/* It counts only if a check is violated, whichever. */
static void run_broken(work *w, const broken *b) {
  tp_sbranch violated = make_run(w, b->answer) ? find_violated(w) : UINT32_MAX;
  if (violated == UINT32_MAX)
    return;
  met *m = about(w, violated);
  if (m->told.verdict < TP_PREDICTED_PREDICTED)
    m->told.hoisted = 1 + b->number;
  judge(m, TP_PREDICTED_PREDICTED, NULL);
}

/* Nobody knows where on its way that was. */
static bool doubts_all(const work *w) {
  return w->is_unexplained || w->s->project->instr.plan.notes.n > 0;
}

static void tell(work *w) {
  for (uint32_t i = 0; i < w->met.n; i++)
    if (w->met.at[i].answer != TP_NO_INPUTS)
      run_answer(w, &w->met.at[i]);
  for (uint32_t i = 0; i < w->broken.n; i++)
    run_broken(w, &w->broken.at[i]);
  for (uint32_t i = 0; i < w->met.n; i++) {
    met *m = &w->met.at[i];
    if (m->told.verdict == TP_PREDICTED_VERIFIED && w->doubt.n &&
        (m->is_doubted || doubts_all(w)))
      judge(m, TP_PREDICTED_INCOMPLETE, w->doubt.at);
    tp_tell_prediction(w->s->project->tell, &m->told);
    tp_free(m->told.reason);
  }
}

/* ---- one test ------------------------------------------------------------ */

static void look_along(work *w) {
  for (uint32_t i = 0; i < w->path.n; i++) {
    tp_sbranch check = check_of(w, i);
    const tp_program_check *kept = kept_at(w, i);
    if (kept && tp_budget_over(&w->s->project->budget) == TP_STOP_NONE)
      ask_kept(w, i, kept);
    if (check == UINT32_MAX)
      continue;
    met *m = about(w, check);
    m->told.met++;
    add_to_precondition(w, i, check);
    if (goal_of(w, i) == check) {
      judge(m, TP_PREDICTED_FOUND, NULL);
      return; /* what follows is nobody's fault */
    }
    if (tp_budget_over(&w->s->project->budget) == TP_STOP_NONE)
      ask(w, i, m);
    else
      judge(m, TP_PREDICTED_INCOMPLETE, "time");
    m->is_doubted |= !tp_engine_is_exact(w->s->project->engine, i);
  }
}

static void note_counts(work *w, const char *fmt, uint32_t had, uint32_t read) {
  tp_str text = {0};
  tp_str_addf(&text, fmt, had, read);
  tp_note_given(w->s->project->resume, w->s->project->resume->n_run, text.at);
  tp_str_free(&text);
}

/* A test with other values than the program asks for. */
static void compare_inputs(work *w, tp_outcome outcome, const tp_row *row) {
  uint32_t read = tp_engine_reads(w->s->project->engine);
  if (outcome == TP_RUN_STARVED)
    note_counts(w, "it has %u values, and the program asks for more than %u",
                row->n, read);
  else if (read < row->n)
    note_counts(w, "it has %u values, and the program reads only %u", row->n,
                read);
  if (outcome == TP_RUN_CRASHED)
    note_counts(w, "it ends by a crash, with %u values of which %u were read",
                row->n, read);
}

#define ROUNDS 20 /* each may come to something else that is outside */

static uint64_t outside_bits(const work *w, const tp_outside *outside,
                             const tp_read *read) {
  const tp_project *s = w->s->project;
  tp_found_input in = tp_tell_input(s, read);
  const char *name =
      in.site ? tp_site_name(w->p, &w->p->sites.at[in.site]) : NULL;
  return tp_outside_bits(outside, name, in.offset,
                         tp_wire_type_size((tp_wire_type)in.type));
}

/* The inputs of a command line: what a run reads is given what the line says of
 * it, until one reads nothing else. */
static tp_inputs find_inputs(work *w, const tp_outside *outside) {
  tp_engine *e = w->s->project->engine;
  VEC(tp_smt_value) values = {0};
  bool is_said = false;
  for (unsigned round = 0; round < ROUNDS && !is_said; round++) {
    tp_inputs inputs = tp_engine_propose(e, values.at, values.n);
    if (!make_run(w, inputs))
      break;
    is_said = true;
    VEC_CLEAR(&values);
    for (uint32_t i = 0; i < tp_engine_reads(e); i++) {
      const tp_read *read = tp_engine_read_at(e, i);
      tp_smt_value value = {read->var, outside_bits(w, outside, read)};
      is_said &= value.bits == read->bits;
      VEC_PUSH(&values, value);
    }
  }
  tp_inputs found = tp_engine_propose(e, values.at, values.n);
  VEC_FREE(&values);
  return found;
}

static tp_inputs given_inputs(work *w) {
  tp_resume *given = w->s->project->resume;
  tp_str lost = {0};
  tp_inputs inputs =
      tp_fit_inputs(given, given->n_run, w->s->project->engine, &lost);
  if (lost.n)
    tp_note_given(given, given->n_run, lost.at);
  tp_str_free(&lost);
  return inputs;
}

/* A precondition is made of all conditions of a path. */
static tp_outcome run_given(work *w, tp_inputs inputs) {
  return w->maker
             ? w->oracle->run(w->oracle->state, inputs, &w->path)
             : tp_engine_run_later(w->s->project->engine, inputs, &w->path);
}

static bool predict_along(work *w) {
  tp_project *s = w->s->project;
  const tp_row *row = &s->resume->rows.at[s->resume->n_run];
  const tp_outside *outside =
      s->resume->outside.n ? s->resume->outside.at[s->resume->n_run] : NULL;
  const tp_engine_counts *counts = tp_engine_get_counts(s->engine);
  uint64_t unexplained = counts->unexplained;
  w->met_before = count_met(w);
  tp_inputs inputs = outside ? find_inputs(w, outside) : given_inputs(w);
  tp_outcome outcome = run_given(w, inputs);
  if (outcome == TP_RUN_LOST || outcome == TP_RUN_OVER)
    return false;
  if (!outside)
    compare_inputs(w, outcome, row);
  else if (outcome == TP_RUN_CRASHED)
    note_counts(w, "it ends by a crash, with %u inputs, of which %u were read",
                tp_engine_reads(s->engine), tp_engine_reads(s->engine));
  w->is_unexplained = counts->unexplained > unexplained;
  find_doubt(w);
  VEC_CLEAR(&w->met);
  VEC_CLEAR(&w->broken);
  tp_map_free(&w->by_branch);
  tp_map_free(&w->asked);
  look_along(w);
  find_doubt(w);
  tell(w);
  return true;
}

void tp_predict_run(tp_search *s) {
  tp_project *project = s->project;
  tp_resume *given = project->resume;
  const tp_oracle *oracle = tp_engine_oracle(project->engine);
  work w = {
      .s = s, .oracle = oracle, .graph = project->graph, .p = project->program};
  w.maker = tp_precondition_new(project);
  tp_ledger_switch(&s->ledger, "predict");
  while (given->n_run < given->rows.n &&
         tp_budget_over(&project->budget) == TP_STOP_NONE && predict_along(&w))
    given->n_run++;
  tp_ledger_switch(&s->ledger, NULL);
  if (w.maker)
    tp_tell_precondition(project->tell, tp_precondition_made(w.maker));
  tp_precondition_free(w.maker);
  given->n_kept = tp_engine_test_count(project->engine);
  s->is_exhausted = given->n_run == given->rows.n;
  VEC_FREE(&w.path);
  VEC_FREE(&w.met);
  VEC_FREE(&w.broken);
  VEC_FREE(&w.solution.core);
  tp_map_free(&w.by_branch);
  tp_map_free(&w.asked);
  tp_str_free(&w.doubt);
}
