/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about a single node that need no walk. */
#include "ast/ast.h"

tp_program *tp_tree_new(void) {
  tp_program *p = tp_program_new();
  tp_tree_add(p, (tp_node){0});
  return p;
}

tp_node_id tp_tree_add(tp_program *p, tp_node node) {
  VEC_PUSH(&p->nodes, node);
  return p->nodes.n - 1;
}

tp_node_id tp_node_kid(const tp_program *p, tp_node_id n, uint32_t i) {
  tp_node_id kid = tp_node_get(p, n)->first;
  for (; kid && i; i--)
    kid = tp_node_get(p, kid)->next;
  return kid;
}

uint32_t tp_node_kid_count(const tp_program *p, tp_node_id n) {
  uint32_t count = 0;
  TP_KIDS (p, n, kid)
    count++;
  return count;
}

tp_type_id tp_node_promoted(const tp_program *p, tp_node_id n) {
  const tp_node *node = tp_node_get(p, n);
  const tp_field *field =
      node->kind == TP_N_MEMBER ? &p->types.fields.at[node->ref] : NULL;
  if (field && field->is_bitfield)
    return tp_type_promote_bits(&p->types, node->type, field->bit_width);
  return tp_type_promote(&p->types, node->type);
}

const char *tp_node_text(const tp_program *p, tp_node_id n, uint32_t *length) {
  const tp_node *node = tp_node_get(p, n);
  const tp_unit *unit = &p->units.at[tp_node_unit(p, n)];
  if (!unit->text || node->begin > node->end || node->end > unit->size) {
    *length = 0;
    return "";
  }
  *length = node->end - node->begin;
  return unit->text + node->begin;
}

/* What was not understood has no kind to tell by, but its text does: only
 * statements end in ; or in a } that does not close a compound literal. */
static bool is_opaque_expression(const tp_program *p, tp_node_id n) {
  uint32_t length;
  const char *text = tp_node_text(p, n, &length);
  if (length == 0)
    return false;
  char last = text[length - 1];
  return last != ';' && (last != '}' || text[0] == '(');
}

bool tp_node_is_expression(const tp_program *p, tp_node_id n) {
  uint8_t kind = tp_node_get(p, n)->kind;
  if (kind == TP_N_OPAQUE)
    return is_opaque_expression(p, n);
  return kind > TP_N_NONE && kind < TP_N_OPAQUE;
}

bool tp_node_is_next_arg(const tp_program *p, tp_node_id n) {
  static const char name[] = "__builtin_va_arg";
  const tp_node *node = tp_node_get(p, n);
  if (node->kind != TP_N_OPAQUE || !node->first)
    return false;
  uint32_t length;
  const char *text = tp_node_text(p, n, &length);
  return length > sizeof name && memcmp(text, name, sizeof name - 1) == 0;
}
