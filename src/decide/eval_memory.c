/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Addresses of objects, loads and stores in the current state. A record that is
 * a value is the address where it lies. */
#include "decide/eval.h"

#include "expr/node.h"

#define LITERAL_KEY (UINT64_C(1) << 32) /* of compound literals, by node */
#define COPY_KEY (UINT64_C(1) << 33)    /* of copies, by operation */
/* Where arrays of variable length are, by decl: each declaration that is walked
 * makes a new one. */
#define ROOM_KEY (UINT64_C(1) << 34)

static const tp_type *type_at(const tp_eval *e, tp_type_id t) {
  return tp_type_get(&e->p->types, t);
}

bool tp_eval_is_aggregate(const tp_eval *e, tp_type_id t) {
  uint8_t kind = type_at(e, t)->kind;
  return kind == TP_T_RECORD || kind == TP_T_ARRAY;
}

/* ---- objects ------------------------------------------------------------- */

static tp_object local_object(tp_eval *e, tp_decl_id d) {
  for (uint32_t i = e->frames.n; i-- > 0;) {
    const uint32_t *slot = tp_map_get(&e->frames.at[i]->locals, d);
    if (slot)
      return *slot;
    if (e->p->decls.at[d].scope == e->frames.at[i]->func)
      break;
  }
  /* Reached past its declaration, by a jump. */
  const tp_decl *decl = &e->p->decls.at[d];
  return tp_eval_local(e, d, decl->type, decl->address_taken);
}

tp_object tp_eval_local(tp_eval *e, uint64_t key, tp_type_id type,
                        bool is_exposed) {
  bool is_new;
  uint32_t *slot = tp_map_put(&tp_eval_top(e)->locals, key, &is_new);
  if (is_new)
    *slot = tp_memory_add(&e->memory, type, is_exposed);
  return *slot;
}

tp_object tp_eval_result_place(tp_eval *e, tp_node_id call, tp_type_id type) {
  return tp_eval_local(e, LITERAL_KEY | call, type, false);
}

tp_object tp_eval_object(tp_eval *e, tp_decl_id d) {
  d = e->p->decls.at[d].same;
  const uint32_t *slot = tp_map_get(&e->globals, d);
  return slot ? *slot : local_object(e, d);
}

static tp_object string_object(tp_eval *e, const tp_ir_op *text) {
  bool is_new;
  uint32_t *slot = tp_map_put(&e->strings, text->node, &is_new);
  if (is_new) {
    uint64_t size = type_at(e, type_at(e, text->type)->base)->size;
    *slot = tp_memory_add_string(
        &e->memory, tp_names_text(e->p->names, e->p->strings.at[text->ref]),
        e->p->string_sizes.at[text->ref], (unsigned)size);
  }
  return *slot;
}

/* ---- addresses ----------------------------------------------------------- */

tp_expr tp_eval_offset(tp_eval *e, tp_expr address, uint64_t bytes) {
  if (!address)
    return 0;
  return tp_expr_bv_op(e->x, TP_BV_ADD, address, tp_expr_bv(e->x, 64, bytes));
}

static tp_expr where_room(tp_eval *e, const tp_decl *d) {
  tp_object o = tp_eval_local(e, ROOM_KEY | d->same, d->pointer, false);
  return tp_memory_address(&e->memory, o, 0);
}

void tp_eval_set_room(tp_eval *e, const tp_decl *d, tp_object room) {
  tp_expr where = where_room(e, d);
  tp_expr before = tp_memory_load(&e->memory, e->s.cells, where, 8);
  if (before && d->address_taken) /* declared again, pointers may be left */
    tp_memory_release(&e->memory, before);
  e->s.cells = tp_memory_store(&e->memory, e->s.cells, where, 8,
                               tp_memory_address(&e->memory, room, 0));
}

static tp_expr place(tp_eval *e, tp_decl_id id) {
  const tp_decl *d = &e->p->decls.at[id];
  if (d->kind == TP_D_FUNCTION)
    return tp_memory_function(&e->memory, d->same);
  if (tp_decl_is_room(d))
    return tp_memory_load(&e->memory, e->s.cells, where_room(e, d), 8);
  return tp_memory_address(&e->memory, tp_eval_object(e, id), 0);
}

/* By elements of the type that is there: what comes before may be a pointer to
 * an array, (*rows)[i], whose own elements are larger. */
static tp_expr element(tp_eval *e, const tp_ir_op *op) {
  const tp_type *type = type_at(e, op->type);
  tp_expr base = tp_eval_operand(e, op, 0).e;
  tp_expr steps =
      tp_sem_convert(&e->sem, tp_eval_operand(e, op, 1), TP_TYPE_LONG);
  if (!base || !steps || !type->is_complete || type->is_variable || !type->size)
    return 0;
  tp_expr bytes =
      tp_expr_bv_op(e->x, TP_BV_MUL, steps, tp_expr_bv(e->x, 64, type->size));
  return tp_expr_bv_op(e->x, TP_BV_ADD, base, bytes);
}

tp_expr tp_eval_address(tp_eval *e, const tp_ir_op *op) {
  switch (op->kind) {
  case TP_IR_PLACE:
    return place(e, op->ref);
  case TP_IR_TEXT:
    return tp_memory_address(&e->memory, string_object(e, op), 0);
  case TP_IR_LITERAL:
    return tp_memory_address(
        &e->memory, tp_eval_local(e, LITERAL_KEY | op->node, op->type, true),
        0);
  case TP_IR_FIELD:
    return tp_eval_offset(e, tp_eval_operand(e, op, 0).e,
                          e->p->types.fields.at[op->ref].offset);
  case TP_IR_ELEMENT:
    return element(e, op);
  default: /* HOLD: it lies somewhere already */
    return tp_eval_operand(e, op, 0).e;
  }
}

/* ---- loads --------------------------------------------------------------- */

static unsigned field_bytes(const tp_field *f) {
  return (f->bit_offset + f->bit_width + 7u) / 8u;
}

static tp_expr load_field(tp_eval *e, tp_expr address, const tp_field *f) {
  if (field_bytes(f) > 8) /* packed, and wider than an expression */
    return 0;
  tp_expr bytes =
      tp_memory_load(&e->memory, e->s.cells, address, field_bytes(f));
  return bytes ? tp_sem_field_read(&e->sem, bytes, f) : 0;
}

/* Compilers take what is neither 0 nor 1 for what they like. */
static tp_expr checked_bool(tp_eval *e, tp_expr bits) {
  if (tp_expr_span(e->x, bits).high <= 1 && tp_expr_span(e->x, bits).low >= 0)
    return bits;
  tp_expr is_bool = tp_expr_ult(e->x, bits, tp_expr_bv(e->x, 8, 2));
  return tp_expr_ite(e->x, is_bool, bits,
                     tp_eval_fresh(e, TP_TYPE_UCHAR, TP_FREE_MEMORY));
}

/* Checks ask before each use whether it is gone, and what follows a violation
 * counts no more. */
static bool is_asked_before(const tp_eval *e) {
  static const char asks[] = "tp2ph_range_gone";
  return tp_names_find(e->p->names, asks, sizeof asks - 1) != 0;
}

bool tp_eval_dangles(tp_eval *e, tp_type_id type, tp_expr pointer) {
  bool dangles = type_at(e, type)->kind == TP_T_POINTER &&
                 tp_memory_dangles(&e->memory, pointer) && !is_asked_before(e);
  e->memory.has_dangling |= dangles;
  return dangles;
}

static tp_expr load_scalar(tp_eval *e, tp_expr address, tp_type_id type) {
  tp_cscalar t;
  if (!tp_sem_scalar(e->p, type, &t))
    return 0;
  tp_expr bits = tp_memory_load(&e->memory, e->s.cells, address, t.size);
  if (bits && tp_type_is_integer(&e->p->types, type) &&
      (t.size == 8
           ? tp_memory_may_be_address(&e->memory, bits)
           : tp_memory_is_in_pointer(&e->memory, e->s.cells, address, t.size)))
    return 0;
  if (!bits || tp_eval_dangles(e, type, bits))
    return 0;
  if (t.is_bool)
    bits = checked_bool(e, bits);
  tp_expr out = tp_cop_of_bits(e->x, t, bits);
  return t.is_float || t.is_bool ? out : tp_eval_bits_of_numbers(e, out, type);
}

/* Whether something is done between an operation and the one that uses its
 * value. */
static bool is_used_late(const tp_eval *e, uint32_t at) {
  for (uint32_t i = at + 1;; i++) {
    const tp_ir_op *op = tp_ir_at(e->ir, i);
    for (uint32_t k = 0; k < op->n; k++)
      if (tp_ir_arg_of(e->ir, op, k) == at && op->kind != TP_IR_PART)
        return false;
    if (tp_ir_is_end(op) || op->kind == TP_IR_PART || tp_ir_acts(e->ir, op))
      return true;
  }
}

/* What a record holds now: others may change it before it is used. */
static tp_expr load_record(tp_eval *e, uint32_t at, tp_expr address) {
  const tp_ir_op *op = tp_ir_at(e->ir, at);
  if (!is_used_late(e, at))
    return address;
  tp_object o = tp_eval_local(e, COPY_KEY | at, op->type, false);
  tp_expr copy = tp_memory_address(&e->memory, o, 0);
  e->s.cells = tp_memory_copy(&e->memory, e->s.cells, copy, address,
                              type_at(e, op->type)->size);
  return copy;
}

/* The table of <ctype.h> of which an address is an element. */
static tp_ctype ctype_table(const tp_eval *e, uint32_t address) {
  const tp_ir_op *op = tp_ir_at(e->ir, address);
  return op->kind == TP_IR_ELEMENT
             ? tp_ir_ctype_table(e->ir, tp_ir_arg_of(e->ir, op, 0))
             : TP_CTYPE_NONE;
}

tp_value tp_eval_load(tp_eval *e, uint32_t at) {
  const tp_ir_op *op = tp_ir_at(e->ir, at);
  tp_expr address = tp_eval_operand(e, op, 0).e;
  uint32_t from = tp_ir_arg_of(e->ir, op, 0);
  const tp_field *field = tp_ir_bitfield(e->ir, from);
  bool is_volatile = type_at(e, op->type)->is_volatile;
  tp_value out = {0, op->type};
  tp_ctype table = ctype_table(e, from);
  if (table != TP_CTYPE_NONE)
    return tp_eval_ctype(e, table, op->type,
                         tp_eval_operand(e, tp_ir_at(e->ir, from), 1));
  if (tp_eval_is_aggregate(e, op->type))
    out.e = load_record(e, at, address);
  else if (!is_volatile)
    out.e = field ? load_field(e, address, field)
                  : load_scalar(e, address, op->type);
  if (!out.e && tp_type_is_scalar(&e->p->types, op->type))
    out.e = tp_eval_fresh(e, op->type,
                          is_volatile ? TP_FREE_VOLATILE
                          : address   ? TP_FREE_MEMORY
                                      : TP_FREE_POINTER);
  return out;
}

/* ---- stores -------------------------------------------------------------- */

/* Addresses here are not the program's: as numbers they mean nothing. */
tp_expr tp_eval_convert(tp_eval *e, tp_value v, tp_type_id to) {
  uint8_t from = type_at(e, v.type)->kind;
  uint64_t bits;
  bool is_null = v.e && tp_expr_known(e->x, v.e, &bits) && bits == 0;
  if ((from != TP_T_POINTER && from != TP_T_ARRAY && from != TP_T_FUNCTION) ||
      !tp_type_is_integer(&e->p->types, to) ||
      type_at(e, to)->kind == TP_T_BOOL || is_null)
    return tp_sem_convert(&e->sem, v, to);
  tp_eval_keep(e, v.e);
  return tp_eval_fresh(e, to, TP_FREE_POINTER);
}

void tp_eval_store(tp_eval *e, tp_expr address, tp_type_id type, tp_value v) {
  tp_cscalar t;
  if (tp_eval_is_aggregate(e, type)) {
    e->s.cells = tp_memory_copy(&e->memory, e->s.cells, address, v.e,
                                type_at(e, type)->size);
    return;
  }
  tp_expr value = tp_eval_convert(e, v, type);
  tp_expr bits = value && tp_sem_scalar(e->p, type, &t)
                     ? tp_cop_to_bits(e->x, t, value)
                     : 0;
  e->s.cells = tp_memory_store(&e->memory, e->s.cells, address,
                               (unsigned)type_at(e, type)->size, bits);
}

/* The bytes that hold a bit-field; what is not known of them is free, so that
 * the field itself can be known. */
static tp_expr field_content(tp_eval *e, tp_expr address, unsigned n) {
  tp_expr out = 0;
  for (unsigned i = 0; i < n; i++) {
    tp_expr at = tp_eval_offset(e, address, i);
    tp_expr byte = tp_memory_load(&e->memory, e->s.cells, at, 1);
    if (!byte)
      byte = tp_eval_fresh(e, TP_TYPE_UCHAR, TP_FREE_UNSET);
    out = out ? tp_expr_concat(e->x, byte, out) : byte;
  }
  return out;
}

void tp_eval_store_field(tp_eval *e, tp_expr address, const tp_field *f,
                         tp_value v) {
  tp_cscalar t;
  unsigned n = field_bytes(f);
  tp_expr value = tp_sem_convert(&e->sem, v, f->type);
  tp_expr now = 0;
  if (value && address && n <= 8 && tp_sem_scalar(e->p, f->type, &t))
    now = tp_sem_field_write(&e->sem, field_content(e, address, n),
                             tp_cop_to_bits(e->x, t, value), f);
  e->s.cells = tp_memory_store(&e->memory, e->s.cells, address, n, now);
}

/* What is stored, as a value of the object's type after the store. */
static tp_value stored(tp_eval *e, const tp_ir_op *op, const tp_field *field,
                       tp_value v) {
  tp_cscalar t;
  if (tp_eval_is_aggregate(e, op->type))
    return v;
  tp_value out = {tp_sem_convert(&e->sem, v, op->type), op->type};
  if (out.e && field && tp_sem_scalar(e->p, op->type, &t)) {
    tp_field alone = *field;
    alone.bit_offset = 0;
    out.e = tp_sem_field_read(&e->sem, tp_cop_to_bits(e->x, t, out.e), &alone);
  }
  return out;
}

tp_value tp_eval_do_store(tp_eval *e, const tp_ir_op *op) {
  tp_expr address = tp_eval_operand(e, op, 0).e;
  tp_value v = tp_eval_operand(e, op, 1);
  const tp_field *field = tp_ir_bitfield(e->ir, tp_ir_arg_of(e->ir, op, 0));
  if (tp_eval_initialise(e, address, op->type, tp_ir_arg_of(e->ir, op, 1)))
    return (tp_value){0, op->type};
  tp_value out = stored(e, op, field, v);
  if (field)
    tp_eval_store_field(e, address, field, v);
  else
    tp_eval_store(e, address, op->type, v);
  return out;
}
