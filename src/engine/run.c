/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs: what they are given, what happened, and what of it is worth keeping. */
#include "engine/inside.h"

#include "engine/later.h"
#include "engine/locate.h"

void tp_engine_limit_runs(tp_engine *e, uint64_t more) {
  e->max_runs = e->counts.runs + more;
}

bool tp_engine_may_run(const tp_engine *e) {
  return !e->max_runs || e->counts.runs < e->max_runs;
}

static void fill_wire(tp_engine *e, const tp_input_vector *in) {
  VEC_CLEAR(&e->wire);
  for (uint32_t i = 0; i < in->values.n; i++)
    VEC_PUSH(&e->wire, (tp_wire_input){e->vars.at.at[in->values.at[i].var].key,
                                       in->values.at[i].bits});
  for (uint32_t i = 0; i < in->row.n; i++)
    VEC_PUSH(&e->wire, (tp_wire_input){tp_wire_nth_key(i), in->row.at[i]});
}

tp_sbranch tp_engine_branch_of(const tp_engine *e, const tp_event *event) {
  return e->parts.ir->p->decisions.at[event->decision].first + event->label;
}

static void collect(tp_engine *e, const tp_event *events, uint32_t n,
                    tp_bits *seen, tp_engine_test *test) {
  bool violated = false;
  for (uint32_t i = 0; i < n; i++) {
    tp_sbranch b = tp_engine_branch_of(e, &events[i]);
    if (!tp_branch_counts(e->parts.ir->p, b, &violated) || tp_bits_has(seen, b))
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

bool tp_engine_has_new(const tp_engine *e, const tp_event *events, uint32_t n) {
  bool violated = false, is_new = false;
  for (uint32_t i = 0; i < n && !is_new; i++) {
    tp_sbranch b = tp_engine_branch_of(e, &events[i]);
    is_new = tp_branch_counts(e->parts.ir->p, b, &violated) &&
             !tp_bits_has(&e->covered, b);
  }
  return is_new;
}

static bool covers_new(const tp_engine *e) {
  const tp_decoder *d = &e->decoder;
  return tp_engine_has_new(e, d->events.at, d->events.n) ||
         tp_engine_has_new(e, d->aside.at, d->aside.n);
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

bool tp_engine_is_finding(const tp_exec_run *run) {
  return run->end == TP_END_SIGNAL || run->end == TP_END_MEMORY ||
         run->end == TP_END_TIMEOUT;
}

/* 1 + the last branch; 0: none. */
static uint32_t after(const tp_engine *e, const tp_event *last) {
  return last ? 1 + tp_engine_branch_of(e, last) : 0;
}

/* Also seen last behind another branch of the loop that does not end. */
static bool is_like(const tp_engine *e, const tp_engine_finding *f,
                    const tp_event *last) {
  const tp_program *p = e->parts.ir->p;
  return f->after == after(e, last) ||
         (f->loop && last &&
          tp_ir_is_inside(e->parts.ir, f->loop,
                          p->decisions.at[last->decision].node));
}

bool tp_engine_knows_end(const tp_engine *e, const tp_exec_run *run,
                         const tp_event *last) {
  if (run->end == TP_END_TIMEOUT && tp_bits_has(&e->slow, after(e, last)))
    return true;
  for (uint32_t i = 0; i < e->findings.n; i++)
    if (e->findings.at[i].end == run->end &&
        e->findings.at[i].signal == run->signal &&
        is_like(e, &e->findings.at[i], last))
      return true;
  return !tp_engine_is_finding(run);
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

/* To locate a run that does not end takes its time again. */
static bool is_worth_a_look(const tp_engine *e, const tp_exec_run *run,
                            const tp_event *last) {
  return run->end != TP_END_TIMEOUT || !tp_engine_knows_end(e, run, last);
}

static void record_run(tp_engine *e, const tp_exec_run *run) {
  const tp_events *events = &e->decoder.events;
  const tp_event *last = events->n ? &VEC_LAST(events) : NULL;
  tp_engine_finding finding = {
      .end = run->end, .signal = run->signal, .after = after(e, last)};
  bool found = tp_engine_is_finding(run) && is_worth_a_look(e, run, last);
  if (found) {
    tp_locate(&finding, e->parts.ir, e->parts.exec, &e->decoder);
    found = !is_known(e, &finding);
  }
  if (found && run->is_cut_off && !tp_exec_hangs(e->parts.exec)) {
    tp_bits_add(&e->slow, finding.after);
    found = false;
  }
  if (!found && !covers_new(e))
    return;
  finding.test = keep_test(e, run);
  e->tests.at[finding.test].is_known_hang =
      !found && run->end == TP_END_TIMEOUT;
  if (found)
    VEC_PUSH(&e->findings, finding);
}

void tp_engine_remember_switch(tp_engine *e, const tp_event *event) {
  bool is_new;
  if (!event->value)
    return;
  uint64_t key = (uint64_t)event->pred << 32 | event->decision;
  uint32_t *slot = tp_map_put(&e->switches, key, &is_new);
  if (!is_new)
    return;
  *slot = e->switch_steps.n;
  VEC_PUSH(&e->switch_steps, (tp_switch_step){event->value, event->decision});
}

static tp_outcome outcome_of(const tp_exec_run *run) {
  if (run->is_vain)
    return TP_RUN_VAIN;
  if (run->end == TP_END_SIGNAL || run->end == TP_END_MEMORY)
    return TP_RUN_CRASHED;
  if (run->end == TP_END_INPUTS)
    return TP_RUN_STARVED;
  if (run->end == TP_END_TIMEOUT)
    return run->is_cut_off ? TP_RUN_CUT_OFF : TP_RUN_HUNG;
  return TP_RUN_ENDED;
}

/* Makes a run, given as many inputs as the last with these. */
int tp_engine_make_run(tp_engine *e, tp_inputs id, tp_exec_run *out) {
  tp_input_vector *in = &e->inputs.at[id];
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
    tp_depth_learn(&e->depth, &in->given, out);
  return rc;
}

/* What happened, and what it is worth. A row that was given stays as it is. */
static void understand(tp_engine *e, tp_exec_run *run, bool is_given,
                       tp_path *path) {
  e->counts.told += run->written;
  bool is_whole = (e->is_later ? tp_decode_later : tp_decode)(
      &e->decoder, run->trace, run->words);
  if (!is_whole && !run->is_cut)
    e->counts.damaged++;
  if (!run->is_vain && !run->is_cut && !is_given && covers_new(e))
    tp_engine_tidy(e, run);
  if (!run->is_vain)
    record_run(e, run);
  for (uint32_t i = 0; i < e->decoder.events.n; i++)
    tp_engine_remember_switch(e, &e->decoder.events.at[i]);
  uint32_t explained =
      tp_trail_find(&e->trail, e->parts.graph, e->decoder.events.at,
                    e->decoder.events.n, path);
  e->counts.unexplained += explained < e->decoder.events.n;
  e->n_linked = 0;
  tp_kept_add(&e->kept, path, &e->decoder);
}

tp_outcome tp_engine_run_inputs(void *state, tp_inputs id, tp_path *path) {
  tp_engine *e = state;
  tp_exec_run run;
  double start = tp_now();
  VEC_CLEAR(path);
  if (!tp_engine_may_run(e))
    return TP_RUN_OVER;
  if (tp_engine_make_run(e, id, &run) != 0)
    return TP_RUN_LOST;
  bool is_given = e->inputs.at[id].is_all && e->inputs.at[id].row.n;
  tp_engine_drop_inputs(e, id); /* a run uses its inputs up */
  double ran = tp_now();
  e->counts.run_seconds += ran - start;
  e->counts.runs++;
  understand(e, &run, is_given, path);
  e->counts.decode_seconds += tp_now() - ran;
  if (e->tell)
    e->tell(e->tell_state);
  return outcome_of(&run);
}

tp_outcome tp_engine_run_later(tp_engine *e, tp_inputs id, tp_path *path) {
  e->is_later = true;
  tp_outcome outcome = tp_engine_run_inputs(e, id, path);
  e->is_later = false;
  return outcome;
}

tp_outcome tp_engine_run_plainly(tp_engine *e, tp_inputs id, tp_path *path) {
  tp_exec_blind(e->parts.exec, TP_EXEC_BLIND);
  tp_outcome outcome = tp_engine_run_inputs(e, id, path);
  tp_exec_blind(e->parts.exec, TP_EXEC_SEES);
  return outcome;
}

bool tp_engine_probe(tp_engine *e, tp_inputs id) {
  tp_exec_run run;
  bool is_made = tp_engine_may_run(e);
  tp_exec_blind(e->parts.exec, TP_EXEC_BLIND);
  is_made = is_made && tp_engine_make_run(e, id, &run) == 0;
  tp_exec_blind(e->parts.exec, TP_EXEC_SEES);
  tp_engine_drop_inputs(e, id);
  e->counts.runs += is_made;
  return is_made && tp_decode(&e->decoder, run.trace, run.words);
}

bool tp_engine_run_narrow(tp_engine *e, uint32_t test) {
  const tp_engine_test *t = &e->tests.at[test];
  tp_inputs id = tp_engine_new_inputs(e, 0);
  tp_path path = {0};
  e->inputs.at[id].is_all = true;
  for (uint32_t i = 0; i < t->reads.n; i++)
    VEC_PUSH(&e->inputs.at[id].values,
             (tp_smt_value){t->reads.at[i].var, t->reads.at[i].bits});
  for (uint32_t i = 0; i < t->first.n; i++)
    tp_bits_del(&e->covered, t->first.at[i]);
  tp_exec_narrow(e->parts.exec, true);
  tp_outcome outcome = tp_engine_run_inputs(e, id, &path);
  tp_exec_narrow(e->parts.exec, false);
  VEC_FREE(&path);
  return outcome == TP_RUN_CRASHED;
}
