/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that are only looked at: nothing is symbolic in them, and what they told
 * is plain numbers. */
#include "engine/inside.h"

uint32_t tp_engine_make_row(void *state, const uint64_t *row, uint32_t n,
                            uint64_t seed) {
  tp_engine *e = state;
  tp_inputs id = tp_engine_propose_row(e, row, n);
  e->inputs.at[id].seed = seed;
  e->inputs.at[id].is_all = false;
  return id;
}

/* Makes the run and decodes its branches; false: it was not made. */
static bool make_blindly(tp_engine *e, uint32_t id, tp_exec_sight sight,
                         tp_exec_run *run) {
  double start = tp_now();
  if (!tp_engine_may_run(e))
    return false;
  tp_exec_blind(e->parts.exec, sight);
  int rc = tp_engine_make_run(e, id, run);
  tp_exec_blind(e->parts.exec, TP_EXEC_SEES);
  if (rc != 0)
    return false;
  e->inputs.at[id].is_looked_at = true;
  e->counts.run_seconds += tp_now() - start;
  e->counts.runs++;
  e->counts.told += run->written - run->words;
  tp_decode_blindly(&e->decoder, run->trace, run->words, &e->looked);
  return true;
}

static void tell_seen(tp_engine *e, tp_seen *out) {
  const tp_glance *g = &e->looked;
  for (uint32_t i = 0; i < g->events.n; i++) {
    VEC_PUSH(&out->taken, tp_engine_branch_of(e, &g->events.at[i]));
    VEC_PUSH(&out->before, g->before.at[i]);
  }
  for (uint32_t i = 0; i < g->read.n; i++)
    VEC_PUSH(&out->read, g->read.at[i]);
  if (g->measures.n)
    tp_measurer_near(&e->measurer, g, &e->covered, &out->near);
}

tp_looked tp_engine_look_at(void *state, uint32_t id, bool is_measured,
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
  bool is_new =
      !run.is_vain &&
      (tp_engine_has_new(e, events->at, events->n) ||
       !tp_engine_knows_end(e, &run, events->n ? &VEC_LAST(events) : NULL));
  if (!has_hung)
    tell_seen(e, out);
  e->counts.decode_seconds += tp_now() - ran;
  if (e->tell)
    e->tell(e->tell_state);
  if (is_new)
    return TP_LOOKED_NEW;
  return run.is_cut_off ? TP_LOOKED_CUT_OFF
         : has_hung     ? TP_LOOKED_HUNG
                        : TP_LOOKED_KNOWN;
}

tp_looked tp_engine_follow_run(void *state, uint32_t id, tp_path *path) {
  tp_engine *e = state;
  const tp_events *events = &e->looked.events;
  VEC_CLEAR(path);
  tp_looked looked = tp_engine_look_at(e, id, false, &e->seen);
  if (looked == TP_LOOKED_KNOWN)
    tp_trail_find(&e->trail, e->parts.graph, events->at, events->n, path);
  return looked;
}

bool tp_engine_test_row(void *state, uint32_t number, tp_values *out) {
  const tp_engine *e = state;
  VEC_CLEAR(out);
  if (number >= e->tests.n)
    return false;
  for (uint32_t i = 0; i < e->tests.at[number].reads.n; i++)
    VEC_PUSH(out, e->tests.at[number].reads.at[i].bits);
  return true;
}
