/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The context that the two phases share: see search/phases.h. */
#include "search/phases.h"

static void open_decisions(tp_bits *open, const tp_graph *g) {
  tp_bits_init(open, g->edges.n);
  for (tp_branch e = 0; e < g->edges.n; e++) {
    const tp_graph_node *node = &g->nodes.at[g->edges.at[e].from];
    if (node->kind == TP_G_DECISION && !node->is_constant)
      tp_bits_add(open, e);
  }
}

void tp_phases_init(tp_phases *p, const tp_oracle *oracle,
                    const tp_search_limits *limits,
                    const tp_phase_options *options, struct tp_unsat *unsat) {
  memset(p, 0, sizeof *p);
  if (options)
    p->options = *options;
  p->unsat = unsat;
  tp_session_init(&p->s, oracle, limits, &p->phase1);
  tp_bits open = {0};
  open_decisions(&open, p->s.g);
  tp_live_init(&p->unexplored, p->s.g, &p->s.cover.scc, &open);
  tp_bits_free(&open);
}

void tp_phases_fini(tp_phases *p) {
  tp_live_free(&p->unexplored);
  VEC_FREE(&p->last);
  tp_session_fini(&p->s);
}

void tp_phases_begin(tp_phases *p, tp_search_counts *counts) {
  if (p->s.counts != counts)
    p->s.runs_before += p->s.counts->runs;
  p->s.counts = counts;
  p->s.stale = 0;
}

void tp_phases_record(tp_phases *p, const tp_path *path, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    tp_live_close(&p->unexplored, path->at[i].branch);
}
