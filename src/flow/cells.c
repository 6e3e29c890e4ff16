/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits variables into cells. Each use of a name is followed outwards to the
 * largest part of the variable around it; if that is a scalar at a constant
 * place, the place (variable and bit offset) is a cell. One use that is
 * anything else, and the variable stays whole: no cell overlaps another, and
 * nothing but its own name reaches it. Members of unions overlap, so they are
 * no cells. Cells are numbered variable by variable. */
#include "flow/cells.h"
#include "flow/address.h"

#include <stdlib.h>

typedef struct cell_use {
  tp_decl_id object;
  uint32_t address; /* operation */
  uint64_t place;   /* in bits */
} cell_use;
typedef VEC(cell_use) cell_uses;

static bool is_plain_type(const tp_program *p, tp_type_id type) {
  const tp_type *t = tp_type_get(&p->types, type);
  return !t->is_volatile && !t->is_atomic;
}

static bool is_scalar(const tp_program *p, tp_type_id type) {
  uint8_t kind = tp_type_get(&p->types, type)->kind;
  return kind == TP_T_BOOL || kind == TP_T_INT || kind == TP_T_ENUM ||
         kind == TP_T_FLOAT || kind == TP_T_POINTER;
}

static bool is_element_of(const tp_types *types, tp_type_id element,
                          const tp_type *array) {
  return array->kind == TP_T_ARRAY &&
         tp_type_get(types, array->base)->unqualified ==
             tp_type_get(types, element)->unqualified;
}

/* One step from a part to the part around it; false: at no constant place. */
static bool add_step(const tp_ir *ir, const tp_ir_op *op, uint64_t *place) {
  const tp_types *types = &ir->p->types;
  const tp_type *around =
      tp_type_get(types, tp_ir_at(ir, tp_ir_arg_of(ir, op, 0))->type);
  if (op->kind == TP_IR_FIELD) {
    const tp_field *field = &types->fields.at[op->ref];
    *place += 8 * (uint64_t)field->offset + field->bit_offset;
    return around->kind == TP_T_RECORD && !around->is_union;
  }
  uint64_t index;
  if (!is_element_of(types, op->type, around) ||
      !tp_ir_constant(ir, tp_ir_arg_of(ir, op, 1), &index) ||
      index >= around->count)
    return false;
  *place += 8 * index * tp_type_get(types, op->type)->size;
  return true;
}

/* Whether a scalar lies at a constant place of a variable. */
static bool find_place(const tp_ir *ir, uint32_t address, uint64_t *place) {
  const tp_ir_op *op = tp_ir_at(ir, address);
  bool is_part = is_scalar(ir->p, op->type);
  *place = 0;
  for (; is_part && op->kind != TP_IR_PLACE;
       op = tp_ir_at(ir, tp_ir_arg_of(ir, op, 0)))
    is_part = is_plain_type(ir->p, op->type) && add_step(ir, op, place);
  return is_part && is_plain_type(ir->p, op->type);
}

/* The use of an address that is no check; of an update either of the two. */
static tp_flow_use use_of(const tp_ir *ir, const tp_flow_uses *uses,
                          uint32_t address) {
  tp_flow_use out = {TP_IR_NONE, 0};
  for (uint32_t i = uses->first[address]; i < uses->first[address + 1]; i++)
    if (tp_ir_at(ir, uses->at[i].op)->kind != TP_IR_CHECK)
      out = uses->at[i];
  return out;
}

/* The largest part of the same variable around an address. */
static uint32_t largest_part(const tp_ir *ir, const tp_flow_uses *uses,
                             uint32_t address) {
  for (;;) {
    tp_flow_use use = use_of(ir, uses, address);
    uint8_t kind =
        use.op == TP_IR_NONE ? TP_IR_OPAQUE : tp_ir_at(ir, use.op)->kind;
    if (use.operand != 0 || (kind != TP_IR_FIELD && kind != TP_IR_ELEMENT))
      return address;
    address = use.op;
  }
}

/* The input call that fills what lies at the address; NULL: none does. */
static const tp_ir_op *filler_of(const tp_ir *ir, const tp_flow_uses *uses,
                                 uint32_t address) {
  tp_flow_use use = use_of(ir, uses, address);
  while (use.op != TP_IR_NONE && tp_ir_at(ir, use.op)->kind == TP_IR_CONVERT) {
    address = use.op;
    use = use_of(ir, uses, address);
  }
  const tp_ir_op *call = use.op == TP_IR_NONE ? NULL : tp_ir_at(ir, use.op);
  return call && tp_flow_filled(ir, call) == address ? call : NULL;
}

/* An input call may fill more than the part whose address it is given. */
static bool fills_just(const tp_ir *ir, const tp_ir_op *call, uint32_t part) {
  tp_type_id filled = ir->p->sites.at[call->ref].object;
  return filled &&
         tp_type_get(&ir->p->types, filled)->size ==
             tp_type_get(&ir->p->types, tp_ir_at(ir, part)->type)->size;
}

/* Whether a use leaves the variable splittable; *named: it names a cell. */
static bool is_use_of_cells(const tp_ir *ir, const tp_flow_uses *uses,
                            uint32_t place, cell_use *out, bool *named) {
  uint32_t part = largest_part(ir, uses, place);
  const tp_ir_op *filler = filler_of(ir, uses, part);
  *named = false;
  if (filler && part == place && !is_scalar(ir->p, tp_ir_at(ir, place)->type))
    return true;
  *out = (cell_use){tp_flow_same(ir->p, tp_ir_at(ir, place)->ref), part, 0};
  *named = part != place && find_place(ir, part, &out->place) &&
           (!filler || fills_just(ir, filler, part));
  return *named;
}

static int by_place(const void *x, const void *y) {
  const cell_use *a = x, *b = y;
  if (a->object != b->object)
    return a->object < b->object ? -1 : 1;
  return a->place < b->place ? -1 : a->place > b->place;
}

static void number_cells(tp_cell_table *c, const cell_uses *all,
                         const tp_bits *whole) {
  for (uint32_t i = 0; i < all->n; i++) {
    const cell_use *u = &all->at[i];
    if (tp_bits_has(whole, u->object))
      continue;
    bool is_new = i == 0 || by_place(&all->at[i - 1], u) != 0;
    if (is_new) {
      VEC_PUSH(&c->object, u->object);
      if (c->of[u->object].n++ == 0)
        c->of[u->object].first = c->n_locations;
      c->n_locations++;
    }
    c->at[u->address] = c->n_locations - 1;
  }
}

/* A name in an expression, not the variable where it is declared. */
static bool is_name(const tp_ir *ir, const tp_flow_uses *uses, uint32_t i) {
  const tp_ir_op *op = tp_ir_at(ir, i);
  if (op->kind != TP_IR_PLACE || ir->p->decls.at[op->ref].kind == TP_D_FUNCTION)
    return false;
  tp_flow_use use = use_of(ir, uses, i);
  const tp_ir_op *user = use.op == TP_IR_NONE ? op : tp_ir_at(ir, use.op);
  return user->kind != TP_IR_STORE || user->op != TP_OP_NONE ||
         use.operand != 0;
}

void tp_cells_init(tp_cell_table *out, const tp_ir *ir) {
  const tp_program *p = ir->p;
  *out = (tp_cell_table){.ir = ir, .p = p, .n_locations = p->decls.n};
  tp_flow_uses in;
  tp_bits whole;
  cell_uses all = {0};
  tp_flow_uses_find(&in, ir);
  out->at = TP_NEW_ARRAY(tp_location, ir->ops.n + 1);
  out->of = TP_NEW_ARRAY(tp_locations, p->decls.n + 1);
  tp_bits_init(&whole, p->decls.n + 1);
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    cell_use u;
    bool named;
    if (!is_name(ir, &in, i))
      continue;
    if (!is_use_of_cells(ir, &in, i, &u, &named))
      tp_bits_add(&whole, tp_flow_same(p, tp_ir_at(ir, i)->ref));
    else if (named)
      VEC_PUSH(&all, u);
  }
  if (all.n)
    qsort(all.at, all.n, sizeof *all.at, by_place);
  number_cells(out, &all, &whole);
  VEC_FREE(&all);
  tp_bits_free(&whole);
  tp_flow_uses_free(&in);
}

void tp_cells_free(tp_cell_table *c) {
  tp_free(c->at);
  tp_free(c->of);
  VEC_FREE(&c->object);
}

tp_locations tp_cells_named(const tp_cell_table *c, uint32_t address) {
  const tp_ir_op *op = tp_ir_at(c->ir, address);
  if (c->at[address])
    return (tp_locations){c->at[address], 1};
  if (op->kind != TP_IR_PLACE || c->p->decls.at[op->ref].kind == TP_D_FUNCTION)
    return (tp_locations){0, 0};
  return tp_cells_all(c, tp_flow_same(c->p, op->ref));
}

/* The locations at an address; of a variable that is not split, all of it. */
static tp_locations lvalue(const tp_cell_table *c, uint32_t address) {
  return c->at[address] ? (tp_locations){c->at[address], 1}
                        : tp_cells_all(c, tp_flow_root(c->ir, address));
}

static uint32_t stored_address(const tp_cell_table *c, const tp_cfg_op *op) {
  return tp_ir_arg_of(c->ir, tp_ir_at(c->ir, op->from), 0);
}

/* A static variable has its first value before the program starts. */
static tp_locations initialised(const tp_cell_table *c, uint32_t address) {
  tp_decl_id d = tp_flow_root(c->ir, address);
  return tp_cells_all(c, c->p->decls.at[d].is_static ? 0 : d);
}

tp_locations tp_cells_stored(const tp_cell_table *c, const tp_cfg_op *op) {
  if (op->kind == TP_CFG_INPUT) {
    uint32_t filled = tp_flow_filled(c->ir, tp_ir_at(c->ir, op->from));
    uint32_t object = tp_flow_pointed_at(c->ir, filled);
    return object == TP_IR_NONE ? (tp_locations){0, 0} : lvalue(c, object);
  }
  if (op->kind != TP_CFG_DEFINE)
    return (tp_locations){0, 0};
  bool is_first = tp_ir_at(c->ir, op->from)->op == TP_OP_NONE;
  return is_first ? initialised(c, stored_address(c, op))
                  : lvalue(c, stored_address(c, op));
}

bool tp_cells_is_whole(const tp_cell_table *c, const tp_cfg_op *op) {
  return tp_ir_at(c->ir, op->from)->op == TP_OP_NONE ||
         tp_cells_named(c, stored_address(c, op)).n > 0;
}
