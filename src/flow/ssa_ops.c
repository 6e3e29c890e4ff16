/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What single operations do to values: the expression part of ssa.c. An
 * expression is walked with an explicit stack down to the variables, calls and
 * assignments it reads; these are its parts. One part that is ANY makes the
 * whole ANY. */
#include "flow/ssa_build.h"
#include "flow/tree.h"

void tp_ssa_set(tp_ssa_builder *b, tp_location l, tp_value v) {
  VEC_PUSH(&b->undo, l);
  VEC_PUSH(&b->undo, b->current[l]);
  b->current[l] = v;
}

static void put(tp_map *map, uint64_t key, uint32_t value) {
  bool is_new;
  *tp_map_put(map, key, &is_new) = value;
}

static tp_value new_value(tp_ssa_builder *b, tp_value_kind kind, uint32_t op,
                          uint32_t ref) {
  tp_ssa_value value = {.kind = (uint8_t)kind, .op = op, .ref = ref};
  value.first = b->out->parts.n;
  VEC_PUSH(&b->out->values, value);
  return b->out->values.n - 1;
}

static void add_part(tp_ssa_builder *b, tp_value v) {
  if (v == TP_VALUE_CONSTANT)
    return;
  VEC_PUSH(&b->out->parts, v);
  VEC_LAST(&b->out->values).n++;
}

static tp_value entry_value(tp_ssa_builder *b, tp_location l) {
  const uint32_t *known = tp_map_get(&b->entry, l);
  if (known)
    return *known;
  tp_value made = new_value(b, TP_V_ENTRY, 0, l);
  put(&b->entry, l, made);
  return made;
}

static tp_value current(tp_ssa_builder *b, tp_location l) {
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
static tp_value read_location(tp_ssa_builder *b, uint32_t op, tp_location l) {
  tp_value v = current(b, l);
  const tp_ssa_value *value = &b->out->values.at[v];
  bool is_store = value->kind == TP_V_MADE || value->kind == TP_V_INPUT ||
                  value->kind == TP_V_AFTER;
  if (is_store && value->op >= b->cfg->ops.at[op].begin && value->op < op)
    return TP_VALUE_ANY;
  return v;
}

static bool is_volatile(const tp_program *p, const tp_node *node) {
  const tp_type *t = tp_type_get(&p->types, node->type);
  return t->is_volatile || t->is_atomic;
}

static void push_kids(tp_ssa_builder *b, tp_node_id kid) {
  for (; kid; kid = b->p->nodes.at[kid].next)
    VEC_PUSH(&b->stack, kid);
}

/* A call whose value is that of its first argument. */
static bool is_expect(const tp_program *p, const tp_node *call) {
  const char *name = tp_flow_callee_name(p, call->ref);
  return strcmp(name, "__builtin_expect") == 0;
}

/* The address of a variable or a member of it: the same for a whole call. */
static bool is_plain_address(const tp_program *p, const tp_node *addr) {
  const tp_node *node = &p->nodes.at[addr->first];
  while (node->kind == TP_N_MEMBER)
    node = &p->nodes.at[node->first];
  return node->kind == TP_N_NAME;
}

typedef VEC(tp_value) value_list;

/* Adds what one node of an expression reads; pushes the kids it reads, too. */
static void read_node(tp_ssa_builder *b, uint32_t op, tp_node_id n,
                      value_list *out) {
  const tp_program *p = b->p;
  const tp_node *node = &p->nodes.at[n];
  const uint32_t *known;
  tp_locations named = tp_cells_named(&b->objects->cells, n);
  for (uint32_t i = 0; i < named.n; i++)
    VEC_PUSH(out, read_location(b, op, named.first + i));
  if (named.n)
    return;
  switch (node->kind) {
  case TP_N_INT:
  case TP_N_FLOAT:
  case TP_N_STRING:
  case TP_N_NAME: /* of a function */
    break;
  case TP_N_MEMBER:
    if (is_volatile(p, node))
      VEC_PUSH(out, TP_VALUE_ANY);
    VEC_PUSH(&b->stack, node->first);
    break;
  case TP_N_INDEX:
    if (is_volatile(p, node) || !tp_flow_is_array(p, node->first))
      VEC_PUSH(out, TP_VALUE_ANY);
    push_kids(b, node->first);
    break;
  case TP_N_ADDR:
    if (!is_plain_address(p, node))
      VEC_PUSH(out, TP_VALUE_ANY);
    break;
  case TP_N_UNARY:
  case TP_N_BINARY:
  case TP_N_CAST:
  case TP_N_COMPOUND:
  case TP_N_GENERIC:
  case TP_N_INIT_LIST:
  case TP_N_INIT:
    push_kids(b, node->first);
    break;
  case TP_N_COMMA:
    VEC_PUSH(&b->stack, p->nodes.at[node->first].next);
    break;
  case TP_N_CALL:
    if (is_expect(p, node)) {
      VEC_PUSH(&b->stack, tp_node_kid(p, n, 1));
      break;
    }
    /* fall through */
  case TP_N_ASSIGN:
  case TP_N_INCDEC:
    known = tp_map_get(&b->value_of, n);
    VEC_PUSH(out, known ? *known : TP_VALUE_ANY);
    break;
  default: /* through a pointer, or a value that the path decides */
    VEC_PUSH(out, TP_VALUE_ANY);
  }
}

static void read_expression(tp_ssa_builder *b, uint32_t op, tp_node_id n,
                            value_list *out) {
  if (!n)
    return;
  uint32_t bottom = b->stack.n;
  VEC_PUSH(&b->stack, n);
  while (b->stack.n > bottom)
    read_node(b, op, VEC_POP(&b->stack), out);
}

/* An array handed on is a pointer to it: its address, not its content. */
static bool is_decayed(const tp_program *p, tp_node_id n) {
  return tp_flow_is_array(p, n) && p->nodes.at[n].kind != TP_N_STRING &&
         tp_flow_root(p, n);
}

/* A value made from the list, which is emptied. */
static tp_value make(tp_ssa_builder *b, tp_value_kind kind, uint32_t op,
                     uint32_t ref, value_list *from) {
  tp_value made = TP_VALUE_CONSTANT;
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

static tp_value expression(tp_ssa_builder *b, uint32_t op, tp_node_id n) {
  value_list from = {0};
  if (n && is_decayed(b->p, n))
    return TP_VALUE_CONSTANT;
  read_expression(b, op, n, &from);
  return make(b, TP_V_MADE, op, 0, &from);
}

/* The indices in an lvalue. */
static void read_indices(tp_ssa_builder *b, uint32_t op, tp_node_id n,
                         value_list *out) {
  for (; n; n = b->p->nodes.at[n].first) {
    const tp_node *node = &b->p->nodes.at[n];
    if (node->kind == TP_N_INDEX)
      read_expression(b, op, b->p->nodes.at[node->first].next, out);
    else if (node->kind != TP_N_MEMBER)
      break;
  }
}

static void store_into(tp_ssa_builder *b, tp_locations l, tp_value v) {
  for (uint32_t i = 0; i < l.n; i++)
    if (tp_ssa_is_followed(b, l.first + i))
      tp_ssa_set(b, l.first + i, v);
}

static void define(tp_ssa_builder *b, uint32_t op) {
  const tp_program *p = b->p;
  tp_node_id n = b->cfg->ops.at[op].node;
  const tp_node *node = &p->nodes.at[n];
  tp_locations to = tp_cells_stored(&b->objects->cells, &b->cfg->ops.at[op]);
  value_list from = {0};
  if (node->kind == TP_N_VAR) {
    if (to.n)
      store_into(b, to, expression(b, op, node->first));
    return;
  }
  bool is_plain = node->kind == TP_N_ASSIGN && node->op == TP_OP_ASSIGN;
  bool is_whole = tp_cells_named(&b->objects->cells, node->first).n > 0;
  if (node->kind == TP_N_ASSIGN)
    read_expression(b, op, p->nodes.at[node->first].next, &from);
  if (to.n && tp_ssa_is_followed(b, to.first) && !(is_plain && is_whole)) {
    VEC_PUSH(&from, current(b, to.first));
    read_indices(b, op, node->first, &from);
  } else if (!is_plain) {
    VEC_PUSH(&from, TP_VALUE_ANY);
  }
  tp_value v = make(b, TP_V_MADE, op, 0, &from);
  store_into(b, to, v);
  put(&b->value_of, n, v);
}

/* An input object that is filled whole forgets what it held. */
static bool fills_all(const tp_ssa_builder *b, uint32_t site, tp_node_id part) {
  const tp_program *p = b->p;
  tp_type_id filled = p->sites.at[site].object;
  return tp_cells_named(&b->objects->cells, part).n > 0 && filled &&
         tp_type_get(&p->types, filled)->size ==
             tp_type_get(&p->types, p->nodes.at[part].type)->size;
}

/* One location of the object that an input call fills. */
static void fill(tp_ssa_builder *b, uint32_t op, tp_node_id part,
                 tp_location l) {
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
  tp_node_id pointer = tp_flow_input_object(b->p, o->ref);
  tp_locations to = tp_cells_stored(&b->objects->cells, o);
  value_list none = {0};
  if (!pointer)
    put(&b->value_of, o->node, make(b, TP_V_INPUT, op, 0, &none));
  for (uint32_t i = 0; i < to.n; i++)
    fill(b, op, tp_flow_pointee_part(b->p, pointer), to.first + i);
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
  uint32_t n = b->p->funcs.at[o->callee].params.n;
  tp_node_id arg = tp_node_kid(b->p, o->node, 1);
  for (uint32_t i = 0; i < n && arg; i++, arg = b->p->nodes.at[arg].next)
    put(&b->out->argument, (uint64_t)op << 32 | i, expression(b, op, arg));
  for (uint32_t i = 0; i < reads->n; i++)
    put(&b->out->passed, (uint64_t)op << 32 | reads->at[i],
        current(b, reads->at[i]));
  for (uint32_t i = 0; i < changes->n; i++)
    if (tp_ssa_is_followed(b, changes->at[i]))
      tp_ssa_set(b, changes->at[i],
                 make(b, TP_V_AFTER, op, changes->at[i], &none));
  put(&b->value_of, o->node, make(b, TP_V_RESULT, op, 0, &none));
}

/* The value on two ways out. Constants may differ: they are not told apart. */
static tp_value on_both(tp_value a, tp_value b) {
  return a == b && a != TP_VALUE_CONSTANT ? a : TP_VALUE_ANY;
}

static void give_back(tp_ssa_builder *b, uint32_t op) {
  tp_node_id n = b->cfg->ops.at[op].node;
  tp_value v = expression(b, op, n ? b->p->nodes.at[n].first : 0);
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
  case TP_CFG_DECIDE: {
    const tp_node *node = &b->p->nodes.at[o->node];
    put(&b->out->decided, o->ref,
        expression(b, op, node->kind == TP_N_SWITCH ? node->first : o->node));
    break;
  }
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
