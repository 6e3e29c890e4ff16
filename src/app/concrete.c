/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/concrete.h"

void tp_concrete_met(const tp_project *s, uint32_t i, tp_str *what,
                     tp_node_id *node) {
  static const char *const reason[] = {
      [TP_WHY_TABLE_SIZE] = "array too large for a symbolic index",
      [TP_WHY_STALE] = "value overwritten by code that is not instrumented",
      [TP_WHY_STRING_LIMIT] = "string longer than the limit",
      [TP_WHY_LEAVES] = "expression with too many operands",
      [TP_WHY_ADDRESS] = "address that depends on an input",
      [TP_WHY_VARIADIC] = "argument of a variadic function",
      [TP_WHY_LENGTH] = "length of a string that was copied",
      [TP_WHY_NO_MODEL] = "expression without a model",
      [TP_WHY_IMPRECISE] = "predicate that the run did not confirm",
      [TP_WHY_OBJECTS] = "pointer that may lead to another object",
      [TP_WHY_LONG] = "a run that computed too much before"};
  const tp_concrete_place *at = &tp_engine_concretised(s->engine)->places.at[i];
  *node = at->expr ? s->instr.plan.exprs.at[at->expr].node : 0;
  tp_str_add(what, reason[at->why]);
}

void tp_concrete_noted(const tp_project *s, uint32_t i, tp_str *what,
                       tp_node_id *node) {
  static const char *const text[] = {
      [TP_NOT_CONDITION] = "condition not understood",
      [TP_NOT_VALUE] = "value not understood",
      [TP_NOT_VARIADIC] = "argument of a variadic function",
      [TP_NOT_ADDRESS] = "object whose place depends on an input",
      [TP_NOT_FUNCTION] = "function that an input chooses"};
  const tp_program *p = s->program;
  const tp_plan_note *note = &s->instr.plan.notes.at[i];
  *node = note->node;
  if (note->why != TP_NOT_MODELLED) {
    tp_str_add(what, text[note->why]);
    return;
  }
  tp_decl_id d = p->sites.at[tp_node_get(p, note->node)->ref].callee;
  tp_str_addf(what, "result of %s, which is not modelled",
              d ? tp_names_text(p->names, p->decls.at[d].name) : "a function");
}
