/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the runtime saw, or else the last decision.
 *
 * An endless loop is told as such. Every loop around a place on the stack may
 * be the one, from the outermost function's to the innermost's. A loop that was
 * left by its own condition lately is not endless. Of the others it is the
 * first that takes decisions of its own (outside of the next one inside), or
 * else the innermost. */
#include "engine/locate.h"

#include "program/place.h"

/* A run with fewer decisions hung where there are none: what it took before
 * says nothing. */
#define MANY_EVENTS 1000

typedef VEC(tp_loop) loop_list;

static bool contains_place(const tp_ir *ir, tp_node_id loop, tp_name file,
                           uint32_t line) {
  const tp_program *p = ir->p;
  uint32_t end = tp_ir_end(ir, loop);
  tp_unit_id unit = tp_node_unit(p, loop);
  tp_place from = tp_place_of(p, unit, tp_ir_begin(ir, loop));
  if (from.file != file || from.line > line)
    return false;
  return tp_place_of(p, unit, end ? end - 1 : 0).line >= line;
}

/* The loops around a place, the outermost first: one in another begins behind
 * it, or ends before. */
static void add_loops(const tp_ir *ir, const tp_exec_place *at,
                      loop_list *out) {
  const tp_program *p = ir->p;
  uint32_t first = out->n;
  tp_name file = tp_names_find(p->names, tp_str_text(&at->file), at->file.n);
  for (uint32_t i = 0; i < p->loops.n; i++) {
    tp_loop loop = p->loops.at[i];
    if (!contains_place(ir, loop.node, file, at->line))
      continue;
    VEC_PUSH(out, loop);
    for (uint32_t k = out->n - 1;
         k > first && tp_ir_is_inside(ir, out->at[k].node, out->at[k - 1].node);
         k--) {
      out->at[k] = out->at[k - 1];
      out->at[k - 1] = loop;
    }
  }
}

/* The false side of a condition leaves the loop. */
static bool was_left(const tp_program *p, const tp_loop *loop,
                     const tp_event *events, uint32_t n) {
  for (uint32_t i = 0; i < n && loop->condition; i++)
    if (events[i].label == 1 &&
        p->decisions.at[events[i].decision].node == loop->condition)
      return true;
  return false;
}

static bool has_own(const tp_ir *ir, tp_node_id loop, tp_node_id inner,
                    const tp_event *events, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    tp_node_id node = ir->p->decisions.at[events[i].decision].node;
    if (tp_ir_is_inside(ir, loop, node) &&
        !(inner && tp_ir_is_inside(ir, inner, node)))
      return true;
  }
  return false;
}

static tp_node_id find_loop(const tp_ir *ir, const tp_exec_places *stack,
                            const tp_event *events, uint32_t n_events) {
  loop_list loops = {0};
  uint32_t n = n_events < MANY_EVENTS ? 0 : n_events / 2, kept = 0;
  const tp_event *lately = n ? events + (n_events - n) : NULL;
  for (uint32_t i = stack->n; i-- > 0;)
    add_loops(ir, &stack->at[i], &loops);
  for (uint32_t i = 0; i < loops.n; i++)
    if (!was_left(ir->p, &loops.at[i], lately, n))
      loops.at[kept++] = loops.at[i];
  tp_node_id found = kept ? loops.at[kept - 1].node : 0;
  for (uint32_t i = kept; i-- > 0;)
    if (has_own(ir, loops.at[i].node, i + 1 < kept ? loops.at[i + 1].node : 0,
                lately, n))
      found = loops.at[i].node;
  VEC_FREE(&loops);
  return found;
}

void tp_locate(tp_engine_finding *out, const tp_ir *ir, tp_exec *exec,
               const tp_decoder *d) {
  const tp_program *p = ir->p;
  tp_exec_places stack = {0};
  bool is_waiting;
  tp_exec_locate(exec, &stack, &is_waiting);
  if (out->end == TP_END_TIMEOUT)
    out->loop = find_loop(ir, &stack, d->events.at, d->events.n);
  if (out->loop && !is_waiting) {
    tp_place at =
        tp_place_of(p, tp_node_unit(p, out->loop), tp_ir_begin(ir, out->loop));
    out->file = at.file;
    out->line = at.line;
  } else if (stack.n) {
    out->file = tp_names_id(p->names, tp_str_text(&stack.at[0].file),
                            stack.at[0].file.n);
    out->line = stack.at[0].line;
  } else if (d->events.n) {
    const tp_decision *last = &p->decisions.at[VEC_LAST(&d->events).decision];
    out->file = last->file;
    out->line = last->line;
  }
  tp_exec_places_free(&stack);
}
