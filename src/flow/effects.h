/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/effects.h - which expressions have side effects or pass decisions.
 *
 * tp_effects answers for every node at once, in constant time; the two
 * tp_flow_ functions walk the one expression they are asked about.
 */
#ifndef TP_FLOW_EFFECTS_H
#define TP_FLOW_EFFECTS_H

#include "ast/ast.h"
#include "base/bits.h"

typedef struct tp_effects {
  tp_bits impure;    /* by tp_node_id: not tp_flow_is_pure */
  tp_bits decisions; /* by tp_node_id: tp_flow_has_decisions */
} tp_effects;

void tp_flow_effects(tp_effects *out, const tp_program *p);
void tp_effects_free(tp_effects *e);

/* Evaluating it twice is the same as once: no assignment, ++, call, statement
 * expression, volatile read or opaque part in it. */
bool tp_flow_is_pure(const tp_program *p, tp_node_id expr);
/* Contains && || or ?: (so evaluating it passes decisions). */
bool tp_flow_has_decisions(const tp_program *p, tp_node_id expr);

#endif
