/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges of limits in a program that was read with them: which branch of the
 * user a run takes there. */
#include "checks/inside.h"

#include "program/place.h"

/* The comparison behind the ! of a condition; *is_not: it is turned by them. */
static tp_node_id comparison_of(const tp_program *p, tp_node_id n,
                                bool *is_not) {
  *is_not = false;
  for (;;) {
    const tp_node *node = tp_node_get(p, n);
    if (node->kind == TP_N_UNARY && node->op == TP_OP_NOT)
      *is_not = !*is_not;
    else if (node->kind == TP_N_COMMA)
      n = tp_node_get(p, node->first)->next; /* behind the checks */
    else if (node->kind != TP_N_GENERIC)
      return n;
    if (node->kind != TP_N_COMMA)
      n = node->first;
  }
}

static bool is_at(const tp_program *p, const tp_program_check *edge,
                  tp_unit_id unit, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  return unit == edge->unit && node->kind == TP_N_BINARY &&
         node->op == edge->op &&
         tp_place_written(p, unit, node->begin) == edge->begin &&
         tp_place_written_end(p, unit, node->end) == edge->end;
}

/* Whether the comparison holds there. */
static bool holds(const tp_program_check *edge) {
  bool has_equal = edge->op == TP_OP_LE || edge->op == TP_OP_GE;
  return edge->kind == TP_CHECK_INSIDE ||
         (edge->kind == TP_CHECK_AT && has_equal);
}

static tp_sbranch side_of(const tp_program *p, const tp_program_check *edge) {
  for (tp_decision_id d = 1; d < p->decisions.n; d++) {
    const tp_decision *at = &p->decisions.at[d];
    bool is_not;
    if (!at->is_monitor && at->construct != TP_C_SWITCH &&
        is_at(p, edge, at->unit, comparison_of(p, at->node, &is_not)))
      return at->first + (holds(edge) == is_not);
  }
  return TP_NO_BRANCH;
}

void tp_check_split_goals(tp_program *p) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < p->checks.n; i++) {
    tp_program_check c = p->checks.at[i];
    if (c.kind < TP_CHECK_KINDS) {
      p->checks.at[kept++] = c;
    } else if (c.kind == TP_CHECK_VECTOR) {
      p->mcdc_vectors.at[c.side].branch = c.branch;
    } else if (c.kind == TP_CHECK_HOISTED) {
      VEC_PUSH(&p->hoisted, c);
    } else {
      c.side = side_of(p, &c);
      VEC_PUSH(&p->edges, c);
    }
  }
  p->checks.n = kept;
}
