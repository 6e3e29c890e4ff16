/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What single operations do to values: the expression part of ssa.c. The
 * operands of an operation are followed, with an explicit stack, down to the
 * variables, calls and stores they come from; these are its parts. One part
 * that is ANY makes the whole ANY. */
#include "flow/ssa_build.h"
#include "flow/address.h"

void tp_ssa_set(tp_ssa_builder *b, tp_location l, tp_flow_value v) {
  VEC_PUSH(&b->undo, l);
  VEC_PUSH(&b->undo, b->current[l]);
  b->current[l] = v;
}

static void put(tp_map *map, uint64_t key, uint32_t value) {
  bool is_new;
  *tp_map_put(map, key, &is_new) = value;
}

static tp_flow_value new_value(tp_ssa_builder *b, tp_value_kind kind,
                               uint32_t op, uint32_t ref) {
  tp_ssa_value value = {.kind = (uint8_t)kind, .op = op, .ref = ref};
  value.first = b->out->parts.n;
  VEC_PUSH(&b->out->values, value);
  return b->out->values.n - 1;
}

static void add_part(tp_ssa_builder *b, tp_flow_value v) {
  if (v == TP_VALUE_CONSTANT)
    return;
  VEC_PUSH(&b->out->parts, v);
  VEC_LAST(&b->out->values).n++;
}

static tp_flow_value entry_value(tp_ssa_builder *b, tp_location l) {
  const uint32_t *known = tp_map_get(&b->entry, l);
  if (known)
    return *known;
  tp_flow_value made = new_value(b, TP_V_ENTRY, 0, l);
  put(&b->entry, l, made);
  return made;
}

static tp_flow_value current(tp_ssa_builder *b, tp_location l) {
  switch ((tp_object_kind)b->objects->kind[l]) {
  case TP_OBJECT_ANY:
    return TP_VALUE_ANY;
  case TP_OBJECT_CONSTANT:
    return TP_VALUE_CONSTANT;
  default:
    return b->current[l] ? b->current[l] : entry_value(b, l);
  }
}

/* The value of a location as an expression of operation `op` reads it. */
static tp_flow_value read_location(tp_ssa_builder *b, uint32_t op,
                                   tp_location l) {
  tp_flow_value v = current(b, l);
  const tp_ssa_value *value = &b->out->values.at[v];
  bool is_store = value->kind == TP_V_MADE || value->kind == TP_V_INPUT ||
                  value->kind == TP_V_AFTER;
  if (is_store && value->op >= b->cfg->ops.at[op].begin && value->op < op)
    return TP_VALUE_ANY;
  return v;
}

static const tp_ir_op *ir_at(const tp_ssa_builder *b, uint32_t value) {
  return tp_ir_at(b->cfg->ir, value);
}

static uint32_t operand(const tp_ssa_builder *b, const tp_ir_op *op,
                        uint32_t i) {
  return tp_ir_arg_of(b->cfg->ir, op, i);
}

static bool is_volatile(const tp_program *p, tp_type_id type) {
  const tp_type *t = tp_type_get(&p->types, type);
  return t->is_volatile || t->is_atomic;
}

static void push_operands(tp_ssa_builder *b, const tp_ir_op *op) {
  for (uint32_t i = 0; i < op->n; i++)
    VEC_PUSH(&b->stack, operand(b, op, i));
}

/* A call whose value is that of its first argument. */
static bool is_expect(const tp_program *p, const tp_ir_op *call) {
  const char *name = tp_flow_callee_name(p, call->ref);
  return strcmp(name, "__builtin_expect") == 0;
}

typedef VEC(tp_flow_value) value_list;

static void read_locations(tp_ssa_builder *b, uint32_t op, tp_locations l,
                           value_list *out) {
  for (uint32_t i = 0; i < l.n; i++)
    VEC_PUSH(out, read_location(b, op, l.first + i));
}

/* An element of an array; else it is reached through a pointer. */
static bool is_in_array(const tp_ssa_builder *b, const tp_ir_op *element) {
  const tp_ir_op *base = ir_at(b, operand(b, element, 0));
  return tp_type_get(&b->p->types, base->type)->kind == TP_T_ARRAY;
}

/* The content at an address that is no cell: all of the variable it is in, and
 * the indices on the way. */
static void read_memory(tp_ssa_builder *b, uint32_t op, const tp_ir_op *at,
                        value_list *out) {
  const uint32_t *made;
  while (at->kind == TP_IR_FIELD ||
         (at->kind == TP_IR_ELEMENT && is_in_array(b, at))) {
    if (is_volatile(b->p, at->type))
      VEC_PUSH(out, TP_VALUE_ANY);
    if (at->kind == TP_IR_ELEMENT)
      VEC_PUSH(&b->stack, operand(b, at, 1));
    at = ir_at(b, operand(b, at, 0));
  }
  switch (at->kind) {
  case TP_IR_PLACE:
    read_locations(
        b, op, tp_cells_all(&b->objects->cells, tp_flow_same(b->p, at->ref)),
        out);
    break;
  case TP_IR_TEXT:
    break;
  case TP_IR_HOLD:
    push_operands(b, at);
    break;
  case TP_IR_LITERAL:
    made = tp_map_get(&b->literals, (uint32_t)(at - b->cfg->ir->ops.at));
    VEC_PUSH(&b->stack, made ? *made : TP_IR_NONE);
    break;
  default: /* through a pointer */
    VEC_PUSH(out, TP_VALUE_ANY);
  }
}

static void read_load(tp_ssa_builder *b, uint32_t op, const tp_ir_op *load,
                      value_list *out) {
  uint32_t at = operand(b, load, 0);
  tp_locations named = tp_cells_named(&b->objects->cells, at);
  if (named.n)
    read_locations(b, op, named, out);
  else
    read_memory(b, op, ir_at(b, at), out);
}

/* Adds what one value is made from; pushes the operands it is made from. */
static void read_value(tp_ssa_builder *b, uint32_t op, uint32_t value,
                       value_list *out) {
  const uint32_t *known = tp_map_get(&b->value_of, value);
  const tp_ir_op *made = value == TP_IR_NONE ? NULL : ir_at(b, value);
  if (known) {
    VEC_PUSH(out, *known);
    return;
  }
  switch (made ? (tp_ir_kind)made->kind : TP_IR_OPAQUE) {
  case TP_IR_CONST:
  case TP_IR_TRUTH:
  case TP_IR_TEXT:
  case TP_IR_PLACE: /* where something is, is the same for a whole call */
    break;
  case TP_IR_LOAD:
    read_load(b, op, made, out);
    break;
  case TP_IR_FIELD:
  case TP_IR_ELEMENT:
  case TP_IR_UNARY:
  case TP_IR_BINARY:
  case TP_IR_STEP:
  case TP_IR_CONVERT:
  case TP_IR_LIST:
  case TP_IR_PART:
    push_operands(b, made);
    break;
  case TP_IR_CALL:
    if (is_expect(b->p, made) && made->n > 1) {
      VEC_PUSH(&b->stack, operand(b, made, 1));
      break;
    }
    /* fall through */
  default: /* what the path decides, or nobody knows */
    VEC_PUSH(out, TP_VALUE_ANY);
  }
}

static void read_values(tp_ssa_builder *b, uint32_t op, uint32_t value,
                        value_list *out) {
  uint32_t bottom = b->stack.n;
  VEC_PUSH(&b->stack, value);
  while (b->stack.n > bottom)
    read_value(b, op, VEC_POP(&b->stack), out);
}

/* A value made from the list, which is emptied. */
static tp_flow_value make(tp_ssa_builder *b, tp_value_kind kind, uint32_t op,
                          uint32_t ref, value_list *from) {
  tp_flow_value made = TP_VALUE_CONSTANT;
  bool any = false;
  for (uint32_t i = 0; i < from->n; i++)
    any |= from->at[i] == TP_VALUE_ANY;
  if (any) {
    made = TP_VALUE_ANY;
  } else if (from->n || kind != TP_V_MADE) {
    made = new_value(b, kind, op, ref);
    for (uint32_t i = 0; i < from->n; i++)
      add_part(b, from->at[i]);
  }
  VEC_FREE(from);
  return made;
}

static tp_flow_value value_of(tp_ssa_builder *b, uint32_t op, uint32_t value) {
  value_list from = {0};
  read_values(b, op, value, &from);
  return make(b, TP_V_MADE, op, 0, &from);
}

/* The indices in an address. */
static void read_indices(tp_ssa_builder *b, uint32_t op, uint32_t address,
                         value_list *out) {
  const tp_ir_op *at = ir_at(b, address);
  for (; at->kind == TP_IR_FIELD || at->kind == TP_IR_ELEMENT;
       at = ir_at(b, operand(b, at, 0)))
    if (at->kind == TP_IR_ELEMENT)
      read_values(b, op, operand(b, at, 1), out);
}

static void store_into(tp_ssa_builder *b, tp_locations l, tp_flow_value v) {
  for (uint32_t i = 0; i < l.n; i++)
    if (tp_ssa_is_followed(b, l.first + i))
      tp_ssa_set(b, l.first + i, v);
}

/* How a store uses what was there: L op= R, ++. */
typedef struct change {
  uint32_t load;  /* of the old value; TP_IR_NONE: it is just overwritten */
  uint32_t value; /* what else it is made from; TP_IR_NONE: nothing */
} change;

static change change_of(const tp_ssa_builder *b, const tp_ir_op *store) {
  uint32_t value = operand(b, store, 1);
  bool is_step = tp_ir_is_step(b->cfg->ir, store);
  if (!is_step && (store->op == TP_OP_NONE || store->op == TP_OP_ASSIGN))
    return (change){TP_IR_NONE, value};
  const tp_ir_op *made = ir_at(b, value);
  return (change){operand(b, made, 0),
                  is_step ? TP_IR_NONE : operand(b, made, 1)};
}

static void define(tp_ssa_builder *b, uint32_t op) {
  const tp_cfg_op *o = &b->cfg->ops.at[op];
  const tp_ir_op *store = ir_at(b, o->from);
  change c = change_of(b, store);
  tp_locations to = tp_cells_stored(&b->objects->cells, o);
  bool is_plain = c.load == TP_IR_NONE;
  bool is_whole = tp_cells_is_whole(&b->objects->cells, o);
  value_list from = {0};
  if (c.value != TP_IR_NONE)
    read_values(b, op, c.value, &from);
  if (to.n && tp_ssa_is_followed(b, to.first) && !(is_plain && is_whole)) {
    VEC_PUSH(&from, current(b, to.first));
    read_indices(b, op, operand(b, store, 0), &from);
  } else if (!is_plain) {
    VEC_PUSH(&from, TP_VALUE_ANY);
  }
  tp_flow_value v = make(b, TP_V_MADE, op, 0, &from);
  store_into(b, to, v);
  put(&b->value_of, o->from, v);
  if (!is_plain)
    put(&b->value_of, c.load, v); /* i++ depends on what i is made from */
}

/* An input object that is filled whole forgets what it held. */
static bool fills_all(const tp_ssa_builder *b, uint32_t site, uint32_t part) {
  const tp_program *p = b->p;
  tp_type_id filled = p->sites.at[site].object;
  return tp_cells_named(&b->objects->cells, part).n > 0 && filled &&
         tp_type_get(&p->types, filled)->size ==
             tp_type_get(&p->types, ir_at(b, part)->type)->size;
}

/* One location of the object that an input call fills, at an address. */
static void fill(tp_ssa_builder *b, uint32_t op, uint32_t part, tp_location l) {
  value_list from = {0};
  if (!tp_ssa_is_followed(b, l))
    return;
  if (!fills_all(b, b->cfg->ops.at[op].ref, part)) {
    VEC_PUSH(&from, current(b, l));
    read_indices(b, op, part, &from);
  }
  tp_ssa_set(b, l, make(b, TP_V_INPUT, op, 0, &from));
}

static void input(tp_ssa_builder *b, uint32_t op) {
  const tp_cfg_op *o = &b->cfg->ops.at[op];
  uint32_t filled = tp_flow_filled(b->cfg->ir, ir_at(b, o->from));
  tp_locations to = tp_cells_stored(&b->objects->cells, o);
  value_list none = {0};
  if (filled == TP_IR_NONE)
    put(&b->value_of, o->from, make(b, TP_V_INPUT, op, 0, &none));
  for (uint32_t i = 0; i < to.n; i++)
    fill(b, op, tp_flow_pointed_at(b->cfg->ir, filled), to.first + i);
}

/* Only a call that names its function is known to enter it, and only it. */
static bool is_direct(const tp_program *p, const tp_cfg_op *call) {
  tp_decl_id callee = call->ref ? p->sites.at[call->ref].callee : 0;
  return callee && tp_decl_function(p, callee) == call->callee;
}

static void call(tp_ssa_builder *b, uint32_t op) {
  const tp_cfg_op *o = &b->cfg->ops.at[op];
  const tp_vec_u32 *reads = &b->objects->reads[o->callee];
  const tp_vec_u32 *changes = &b->objects->changes[o->callee];
  value_list none = {0};
  if (!is_direct(b->p, o)) {
    for (uint32_t i = 0; i < changes->n; i++)
      store_into(b, (tp_locations){changes->at[i], 1}, TP_VALUE_ANY);
    return;
  }
  put(&b->out->call_of, o->ref, op);
  const tp_ir_op *made = ir_at(b, o->from);
  uint32_t n = b->p->funcs.at[o->callee].params.n;
  for (uint32_t i = 0; i < n && i + 1 < made->n; i++)
    put(&b->out->argument, (uint64_t)op << 32 | i,
        value_of(b, op, operand(b, made, i + 1)));
  for (uint32_t i = 0; i < reads->n; i++)
    put(&b->out->passed, (uint64_t)op << 32 | reads->at[i],
        current(b, reads->at[i]));
  for (uint32_t i = 0; i < changes->n; i++)
    if (tp_ssa_is_followed(b, changes->at[i]))
      tp_ssa_set(b, changes->at[i],
                 make(b, TP_V_AFTER, op, changes->at[i], &none));
  put(&b->value_of, o->from, make(b, TP_V_RESULT, op, 0, &none));
}

/* The value on two ways out. Constants may differ: they are not told apart. */
static tp_flow_value on_both(tp_flow_value a, tp_flow_value b) {
  return a == b && a != TP_VALUE_CONSTANT ? a : TP_VALUE_ANY;
}

static void give_back(tp_ssa_builder *b, uint32_t op) {
  const tp_ir_op *made = ir_at(b, b->cfg->ops.at[op].from);
  tp_flow_value v =
      made->n ? value_of(b, op, operand(b, made, 0)) : TP_VALUE_CONSTANT;
  b->out->returned = b->has_returned ? on_both(b->out->returned, v) : v;
  const tp_vec_u32 *changes = &b->objects->changes[b->out->func];
  for (uint32_t i = 0; i < changes->n; i++) {
    bool is_new;
    v = current(b, changes->at[i]);
    uint32_t *left = tp_map_put(&b->out->left, changes->at[i], &is_new);
    *left = is_new ? v : on_both(*left, v);
  }
  b->has_returned = true;
}

void tp_ssa_operation(tp_ssa_builder *b, uint32_t op) {
  const tp_cfg_op *o = &b->cfg->ops.at[op];
  switch ((tp_cfg_kind)o->kind) {
  case TP_CFG_DECIDE:
    put(&b->out->decided, o->ref,
        value_of(b, op, operand(b, ir_at(b, o->from), 0)));
    break;
  case TP_CFG_DEFINE:
    define(b, op);
    break;
  case TP_CFG_INPUT:
    input(b, op);
    break;
  case TP_CFG_CALL:
    call(b, op);
    break;
  case TP_CFG_RETURN:
    give_back(b, op);
    break;
  default:
    break;
  }
}
