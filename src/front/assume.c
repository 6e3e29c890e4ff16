/* SPDX-License-Identifier: GPL-3.0-or-later */
/* assume(e), of a function that the program does not define, becomes
 * `e ? 0 : assume()`, where assume never returns: so it is a decision as any
 * other to those who look for paths, and what comes behind it is known to hold
 * for e. The text stays as it is. Neither that decision nor those inside of e
 * are branches that anyone wants to take: they are not counted. */
#include "front/link.h"

#include "program/place.h"

static bool is_assume(const char *name) {
  static const char *const names[] = {
#define ASSUME(name, type) #name,
#include "wire/inputs.def"
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(name, names[i]) == 0)
      return true;
  return false;
}

static tp_node_id new_node(tp_program *p, tp_node_kind kind, tp_node_id at,
                           tp_type_id type) {
  uint32_t end = p->nodes.at[at].end;
  return tp_tree_add(
      p,
      (tp_node){.kind = (uint8_t)kind, .type = type, .begin = end, .end = end});
}

/* Its operands are decisions already. */
static bool is_logical(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  while (node->kind == TP_N_GENERIC ||
         (node->kind == TP_N_UNARY && node->op == TP_OP_NOT))
    node = tp_node_get(p, node->first);
  return node->kind == TP_N_LOGICAL;
}

static tp_name condition_text(tp_program *p, tp_unit_id unit, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  tp_str line = {0};
  tp_place_text(p, unit, node->begin, node->end, &line);
  tp_name name = tp_names_id(p->names, tp_str_text(&line), line.n);
  tp_str_free(&line);
  return name;
}

static void add_decision(tp_program *p, const tp_site *site, tp_node_id n) {
  uint64_t value = 0;
  bool is_constant = tp_node_folds(p, n, &value);
  tp_decision d = {.node = n,
                   .construct = TP_C_SELECT,
                   .is_constant = is_constant,
                   .constant = is_constant && value,
                   .is_assumption = 1,
                   .func = site->caller,
                   .unit = p->funcs.at[site->caller].unit,
                   .file = site->file,
                   .line = site->line,
                   .column = site->column,
                   .text = condition_text(p, p->funcs.at[site->caller].unit, n),
                   .first = p->branches.n,
                   .n = 2};
  tp_source_branch side = {.decision = p->decisions.n};
  p->nodes.at[n].decision = p->decisions.n;
  VEC_PUSH(&p->branches, side);
  VEC_PUSH(&p->branches, side);
  VEC_PUSH(&p->decisions, d);
  VEC_PUSH(&p->by_order, side.decision);
}

static void mark_decisions(tp_program *p, const tp_site *site, tp_node_id in) {
  const tp_node *all = tp_node_get(p, in);
  tp_unit_id unit = p->funcs.at[site->caller].unit;
  for (tp_decision_id i = 1; i < p->decisions.n; i++) {
    tp_decision *d = &p->decisions.at[i];
    const tp_node *node = tp_node_get(p, d->node);
    if (d->unit == unit && node->begin >= all->begin && node->end <= all->end)
      d->is_assumption = 1;
  }
}

static void rewrite(tp_program *p, uint32_t s) {
  tp_site *site = &p->sites.at[s];
  tp_node_id call = site->node, name = p->nodes.at[call].first;
  tp_node_id condition = p->nodes.at[name].next;
  tp_node_id holds = new_node(p, TP_N_INT, call, TP_TYPE_INT);
  tp_node_id ends = new_node(p, TP_N_CALL, call, TP_TYPE_VOID);
  p->nodes.at[holds].ref = p->ints.n;
  VEC_PUSH(&p->ints, 0);
  p->nodes.at[ends].ref = s;
  p->nodes.at[ends].first = name;
  p->nodes.at[name].next = 0;
  p->nodes.at[call].kind = TP_N_COND;
  p->nodes.at[call].ref = 0;
  p->nodes.at[call].first = condition;
  p->nodes.at[condition].next = holds;
  p->nodes.at[holds].next = ends;
  site->node = ends;
  site->n_args = 0;
  site->text = 0;
  site->is_assumption = 1;
  mark_decisions(p, site, condition);
  if (!is_logical(p, condition))
    add_decision(p, site, condition);
}

void tp_front_assumptions(tp_program *p) {
  for (uint32_t s = 1; s < p->sites.n; s++) {
    const tp_site *site = &p->sites.at[s];
    tp_decl_id d = site->callee;
    if (!d || tp_decl_function(p, d) ||
        !is_assume(tp_names_text(p->names, p->decls.at[d].name)) ||
        tp_node_kid_count(p, site->node) != 2)
      continue;
    p->decls.at[d].is_noreturn = 1;
    p->decls.at[p->decls.at[d].same].is_noreturn = 1;
    rewrite(p, s);
  }
}
