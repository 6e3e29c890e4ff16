/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predicates of the steps of a path that somebody asks about. The path that is
 * kept of the run is the same one. */
#include "engine/inside.h"

#include "engine/later.h"

static uint32_t event_of(const tp_engine *e, uint32_t step) {
  return step < e->trail.event.n ? e->trail.event.at[step] : UINT32_MAX;
}

void tp_engine_settle(tp_engine *e, tp_path *path, uint32_t at) {
  uint32_t event = event_of(e, at);
  tp_path *kept = &e->kept.at[e->kept.newest].path;
  if (!tp_later_is_open(&e->decoder, event))
    return;
  tp_later_settle(&e->decoder, event);
  const tp_event *settled = &e->decoder.events.at[event];
  tp_engine_remember_switch(e, settled);
  path->at[at].pred = kept->at[at].pred = settled->pred;
}

bool tp_engine_is_exact(const tp_engine *e, uint32_t at) {
  return event_of(e, at) < e->decoder.n_exact;
}

/* Nobody asked about it, or inputs do decide it. */
static bool is_condition(const tp_engine *e, const tp_path *path, uint32_t at) {
  return path->at[at].pred != TP_PRED_CONCRETE ||
         tp_later_is_open(&e->decoder, event_of(e, at));
}

void tp_engine_settle_linked(tp_engine *e, tp_path *path, uint32_t at) {
  tp_decoder *d = &e->decoder;
  for (; e->n_linked <= at; e->n_linked++)
    if (is_condition(e, path, e->n_linked))
      tp_later_link(d, event_of(e, e->n_linked));
  for (uint32_t i = 0; i < at; i++)
    if (tp_later_is_open(d, event_of(e, i)) &&
        tp_later_are_linked(d, event_of(e, i), event_of(e, at)))
      tp_engine_settle(e, path, i);
}
