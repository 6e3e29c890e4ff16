/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about lvalues and types: what they designate, whether their text
 * may be written twice, what a store may change. All answers are on the safe
 * side. Trees that are searched here are short: tp_w_can_repeat was asked. */
#include "instr/work.h"

#include <ctype.h>

#define MAX_REPEATED 256 /* bytes of text */

tp_type_id tp_w_type(const tp_writer *w, tp_node_id n) {
  return tp_type_get(&w->p->types, tp_w_node(w, n)->type)->unqualified;
}

bool tp_w_same_type(const tp_writer *w, tp_type_id a, tp_type_id b) {
  return tp_type_get(&w->p->types, a)->unqualified ==
         tp_type_get(&w->p->types, b)->unqualified;
}

bool tp_w_is_scalar(const tp_writer *w, tp_type_id t) {
  return tp_type_is_scalar(&w->p->types, t);
}

bool tp_w_is_pointer(const tp_writer *w, tp_type_id t) {
  return tp_type_is_pointer(&w->p->types, t);
}

bool tp_w_is_record(const tp_writer *w, tp_type_id t) {
  const tp_type *type = tp_type_get(&w->p->types, t);
  return type->kind == TP_T_RECORD && type->is_complete && type->size > 0;
}

uint32_t tp_w_size(const tp_writer *w, tp_type_id t) {
  return (uint32_t)tp_type_get(&w->p->types, t)->size;
}

/* The address that an expression designates by itself, not through what it
 * chooses (_Generic); NULL: none. */
static const tp_ir_op *address_of(const tp_writer *w, tp_node_id n) {
  uint32_t place = w->ir->places.at[n];
  const tp_ir_op *op = place == TP_IR_NONE ? NULL : tp_ir_at(w->ir, place);
  return op && (op->node == n || op->kind > TP_IR_ELEMENT) ? op : NULL;
}

static const tp_ir_op *operand(const tp_writer *w, const tp_ir_op *op) {
  return tp_ir_at(w->ir, tp_ir_arg_of(w->ir, op, 0));
}

bool tp_w_is_lvalue(const tp_writer *w, tp_node_id n) {
  const tp_ir_op *op = address_of(w, n);
  if (!op || op->kind == TP_IR_TEXT || op->kind == TP_IR_LITERAL)
    return false;
  if (op->kind == TP_IR_PLACE)
    return w->p->decls.at[op->ref].kind != TP_D_FUNCTION;
  while (op->kind == TP_IR_FIELD)
    op = operand(w, op);
  return op->kind != TP_IR_HOLD;
}

bool tp_w_bitfield(const tp_writer *w, tp_node_id n, tp_field *out) {
  const tp_ir_op *op = address_of(w, n);
  if (!op || op->kind != TP_IR_FIELD)
    return false;
  *out = w->p->types.fields.at[op->ref];
  return out->is_bitfield;
}

uint32_t tp_w_field_bytes(const tp_field *field) {
  return (field->bit_offset + field->bit_width + 7u) / 8;
}

tp_type_id tp_w_value_type(const tp_writer *w, tp_node_id n) {
  tp_field field;
  tp_type_id t = tp_w_type(w, n);
  if (tp_w_bitfield(w, n, &field))
    return tp_type_promote_bits(&w->p->types, t, field.bit_width);
  return t;
}

bool tp_w_can_repeat(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  if (node->kind == TP_N_NAME) /* volatile or not: only & is applied to it */
    return true;
  return !tp_w_is_impure(w, n) && !tp_bits_has(&w->unique, n) &&
         node->end - node->begin <= MAX_REPEATED;
}

static tp_decl_id same(const tp_writer *w, tp_decl_id d) {
  tp_decl_id s = w->p->decls.at[d].same;
  return s ? s : d;
}

tp_decl_id tp_w_root(const tp_writer *w, tp_node_id lvalue) {
  uint32_t place = w->ir->places.at[lvalue];
  bool is_named;
  return place == TP_IR_NONE ? 0 : tp_ir_variable(w->ir, place, &is_named);
}

static bool is_escaped(const tp_writer *w, tp_decl_id d) {
  return w->taint ? tp_bits_has(&w->taint->escaped, same(w, d))
                  : w->p->decls.at[d].address_taken;
}

bool tp_w_is_fixed(const tp_writer *w, tp_decl_id d) {
  const tp_decl *decl = &w->p->decls.at[d];
  if (!decl->is_register)
    return false;
  const tp_unit *unit = &w->p->units.at[decl->unit];
  uint32_t at = decl->end;
  while (at < unit->size && isspace((unsigned char)unit->text[at]))
    at++;
  const char *rest = unit->text + at;
  return at + 5 < unit->size &&
         (strncmp(rest, "asm", 3) == 0 || strncmp(rest, "__asm", 5) == 0);
}

bool tp_w_is_local(const tp_writer *w, tp_decl_id d) {
  const tp_decl *decl = &w->p->decls.at[d];
  return decl->scope && !decl->is_static && !decl->is_extern &&
         !decl->is_thread && !is_escaped(w, d);
}

/* ---- what operations name and where pointers lead ------------------------ */

/* It goes on from where a pointer leads, or is at it. */
static bool follows_pointer(const tp_writer *w, const tp_ir_op *op) {
  switch (op->kind) {
  case TP_IR_FIELD:
  case TP_IR_ELEMENT:
  case TP_IR_LOAD:
  case TP_IR_STORE:
    return !tp_ir_is_address(operand(w, op));
  default:
    return false;
  }
}

typedef struct question {
  bool (*is)(const tp_writer *w, const tp_ir_op *op, const struct question *q);
  tp_node_id lvalue;
  tp_decl_id root;
} question;

static bool any(const tp_writer *w, tp_ir_span s, const question *q) {
  for (uint32_t i = s.from; i < s.to; i++)
    if (q->is(w, tp_ir_at(w->ir, i), q))
      return true;
  return false;
}

static bool is_foreign(const tp_writer *w, const tp_ir_op *op,
                       const question *q) {
  (void)q;
  if (op->kind == TP_IR_PLACE)
    return w->p->decls.at[op->ref].kind != TP_D_FUNCTION &&
           !tp_w_is_local(w, op->ref);
  return follows_pointer(w, op);
}

bool tp_w_is_own(const tp_writer *w, tp_node_id lvalue) {
  question q = {.is = is_foreign};
  uint32_t place = w->ir->places.at[lvalue];
  return tp_w_can_repeat(w, lvalue) && place != TP_IR_NONE &&
         tp_ir_is_address(tp_ir_at(w->ir, place)) &&
         !any(w, w->ir->spans.at[lvalue], &q);
}

/* What lies there: of a member, the record. */
static tp_type_id type_there(const tp_writer *w, const tp_ir_op *op) {
  const tp_type *t = tp_type_get(
      &w->p->types, op->kind == TP_IR_FIELD ? operand(w, op)->type : op->type);
  return op->kind == TP_IR_FIELD ? t->base : t->unqualified;
}

/* Pointers and other values are not stored over each other. */
static bool is_changed(const tp_writer *w, const tp_ir_op *op,
                       const question *q) {
  if (op->kind == TP_IR_PLACE) {
    if (q->root)
      return same(w, op->ref) == q->root;
    if (!is_escaped(w, op->ref))
      return false;
  } else if (!follows_pointer(w, op) || (q->root && !is_escaped(w, q->root))) {
    return false;
  }
  tp_type_id t = type_there(w, op);
  return tp_w_is_pointer(w, t) ==
             tp_w_is_pointer(w, tp_w_node(w, q->lvalue)->type) ||
         tp_w_is_record(w, t);
}

bool tp_w_store_changes(const tp_writer *w, tp_node_id lvalue,
                        tp_node_id read) {
  question q = {is_changed, lvalue, tp_w_root(w, lvalue)};
  return any(w, w->ir->spans.at[read], &q);
}

/* What is read to find out where the lvalue is: its indices, and the pointer
 * that leads there. */
bool tp_w_is_steady(const tp_writer *w, tp_node_id lvalue) {
  question q = {is_changed, lvalue, tp_w_root(w, lvalue)};
  uint32_t at = w->ir->places.at[lvalue];
  tp_ir_span all = w->ir->spans.at[lvalue];
  while (at != TP_IR_NONE) {
    const tp_ir_op *op = tp_ir_at(w->ir, at);
    if (!tp_ir_is_address(op))
      return !any(w, (tp_ir_span){all.from, at + 1}, &q);
    if (op->kind == TP_IR_PLACE)
      return true;
    if (op->kind != TP_IR_FIELD && op->kind != TP_IR_ELEMENT)
      break;
    if (op->kind == TP_IR_ELEMENT && any(w, tp_ir_operand(w->ir, at, 1), &q))
      return false;
    at = tp_ir_arg_of(w->ir, op, 0);
  }
  return !any(w, all, &q);
}
