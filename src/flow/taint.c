/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taint by propagation over the operations: each fact (this value, what lies at
 * this address, this declaration, this return, memory) is put on a work list
 * once and handed to whatever takes its value from it: the uses of an
 * operation, the places of a declaration, the calls of a function. So it is
 * linear in the program, whatever order assignments come in.
 *
 * The value of an address is where it is; what lies there is another fact. Of
 * an array that is handed on as a pointer only the first one is passed. */
#include "flow/taint.h"

#include "libc/pure.h"
#include "base/map.h"
#include "flow/address.h"
#include "libc/libc.h"
#include "flow/cfg.h"

typedef enum fact_kind { VALUE, CONTENT, DECL, RETURN, MEMORY } fact_kind;

typedef struct fact {
  uint32_t kind, id;
} fact;

typedef struct spread {
  const tp_ir *ir;
  const tp_program *p;
  tp_taint *out;
  tp_flow_uses uses;
  uint32_t *left_alone;  /* by operation: tp_flow_left_alone */
  tp_func_id *func_of;   /* by operation */
  tp_bits values;        /* by operation */
  tp_bits contents;      /* by operation that is an address */
  uint32_t *place_first; /* by canonical decl: its PLACEs, first of a list */
  uint32_t *next_of;     /* by operation: the next of its list */
  uint32_t *call_first;  /* by func: direct CALLs, a list through next_of */
  tp_map gets;           /* function, temporary -> its GETs, such a list */
  tp_vec_u32 memory_readers; /* operations whose value memory decides, */
  tp_vec_u32 in_memory;      /* addresses that a pointer leads to */
  tp_vec_u32 indirect_calls;
  tp_cfg_decls taken;
  tp_bits is_taken; /* by func */
  VEC(fact) work;
} spread;

static const tp_ir_op *op_at(const spread *s, uint32_t op) {
  return tp_ir_at(s->ir, op);
}

static void add(spread *s, fact_kind kind, uint32_t id) {
  tp_bits *set = kind == VALUE     ? &s->values
                 : kind == CONTENT ? &s->contents
                 : kind == DECL    ? &s->out->decls
                                   : &s->out->returns;
  if (kind == MEMORY) {
    if (s->out->memory)
      return;
    s->out->memory = true;
  } else {
    if (tp_bits_has(set, id))
      return;
    tp_bits_add(set, id);
  }
  VEC_PUSH(&s->work, (fact){kind, id});
}

static void add_variable(spread *s, tp_decl_id d) {
  add(s, d ? DECL : MEMORY, d);
}

/* Something tainted is stored at an address. */
static void store(spread *s, uint32_t address) {
  uint32_t base = tp_flow_base(s->ir, address);
  if (op_at(s, base)->kind == TP_IR_LITERAL)
    add(s, CONTENT, base);
  else
    add_variable(s, tp_flow_root(s->ir, address));
}

static void add_list(spread *s, uint32_t first) {
  for (uint32_t op = first; op != TP_IR_NONE; op = s->next_of[op])
    add(s, VALUE, op);
}

static uint64_t temporary_key(const spread *s, uint32_t op) {
  return (uint64_t)s->func_of[op] << 32 | op_at(s, op)->ref;
}

/* ---- calls --------------------------------------------------------------- */

static void taint_param(spread *s, tp_func_id f, uint32_t i) {
  if (i < s->p->funcs.at[f].params.n)
    add(s, DECL, tp_flow_same(s->p, s->p->funcs.at[f].params.at[i]));
  else
    add(s, MEMORY, 0); /* va_arg reads it from there */
}

/* Parameter i (UINT32_MAX: each) of every function whose address is used. */
static void pass_indirect(spread *s, uint32_t i) {
  for (uint32_t k = 0; k < s->taken.n; k++) {
    tp_func_id g = tp_decl_function(s->p, s->taken.at[k]);
    uint32_t n = g ? s->p->funcs.at[g].params.n : 0;
    for (uint32_t j = i == UINT32_MAX ? 0 : i; j < n; j++) {
      taint_param(s, g, j);
      if (j == i)
        break;
    }
  }
}

/* Functions of the C library that store nothing the program reads again. */
static bool only_writes_out(const tp_program *p, uint32_t site) {
  return tp_libc_notes(tp_flow_callee_name(p, site)) & TP_LIBC_WRITES_OUT;
}

/* Whether a function may store through its argument i: not if its parameter
 * points to something const. */
static bool may_store(const tp_program *p, tp_type_id function, uint32_t i) {
  const tp_type *t = tp_type_get(&p->types, function);
  if (t->kind != TP_T_FUNCTION || i >= t->n)
    return true;
  t = tp_type_get(&p->types, p->types.params.at[t->first + i]);
  return t->kind != TP_T_POINTER || !tp_type_get(&p->types, t->base)->is_const;
}

static bool is_stream(const tp_program *p, const tp_type *pointer) {
  tp_name tag = tp_type_get(&p->types, pointer->base)->tag;
  return tag && strcmp(tp_names_text(p->names, tag), "_IO_FILE") == 0;
}

/* Operand i of a call, which must have a value, and its type. */
static uint32_t argument(const tp_ir *ir, const tp_ir_op *call, uint32_t i,
                         const tp_type **type) {
  uint32_t value = tp_ir_arg_of(ir, call, i);
  tp_type_id t = value == TP_IR_NONE ? TP_TYPE_VOID : tp_ir_at(ir, value)->type;
  *type = tp_type_get(&ir->p->types, t);
  return value;
}

static bool leads_on(const tp_type *t) {
  return t->kind == TP_T_POINTER || t->kind == TP_T_ARRAY;
}

static tp_type_id function_type(const tp_ir *ir, const tp_ir_op *call) {
  return tp_ir_at(ir, tp_ir_arg_of(ir, call, 0))->type;
}

bool tp_taint_stores_outside(const tp_taint *t, const tp_ir *ir,
                             tp_node_id expr) {
  uint32_t value = ir->worth.at[expr];
  const tp_ir_op *call = value == TP_IR_NONE ? NULL : tp_ir_at(ir, value);
  if (!call || !call->n || !tp_bits_has(&t->nodes, expr) ||
      only_writes_out(ir->p, call->ref))
    return false;
  for (uint32_t i = 1; i < call->n; i++) {
    const tp_type *type;
    argument(ir, call, i, &type);
    if (leads_on(type) && !is_stream(ir->p, type) &&
        may_store(ir->p, function_type(ir, call), i - 1))
      return true;
  }
  return false;
}

/* A function outside the program: its result, what its arguments point to, and
 * the parameters of functions it is handed may all depend on an argument. */
static void pass_outside(spread *s, uint32_t call) {
  const tp_ir_op *op = op_at(s, call);
  add(s, VALUE, call);
  if (only_writes_out(s->p, op->ref))
    return;
  for (uint32_t i = 1; i < op->n; i++) {
    const tp_type *t;
    uint32_t value = argument(s->ir, op, i, &t);
    const tp_type *to =
        t->kind == TP_T_POINTER ? tp_type_get(&s->p->types, t->base) : t;
    if (to->kind == TP_T_FUNCTION)
      pass_indirect(s, UINT32_MAX);
    else if (leads_on(t) && may_store(s->p, function_type(s->ir, op), i - 1))
      add_variable(s, tp_flow_pointee(s->ir, value));
  }
}

/* A tainted argument; operand 0 of the call is the function itself. */
static void pass_argument(spread *s, uint32_t call, uint32_t i) {
  const tp_ir_op *op = op_at(s, call);
  tp_decl_id callee = s->p->sites.at[op->ref].callee;
  tp_func_id f = callee ? tp_decl_function(s->p, callee) : 0;
  if (i == 0)
    return;
  if (tp_pure_call(s->p, op->ref))
    add(s, VALUE, call);
  else if (f && op->kind != TP_IR_INPUT)
    taint_param(s, f, i - 1);
  else if (callee)
    pass_outside(s, call);
  else
    pass_indirect(s, i - 1);
}

/* ---- uses ---------------------------------------------------------------- */

/* What takes a value, or an address for where it is. */
static void pass_value(spread *s, tp_flow_use use) {
  const tp_ir_op *op = op_at(s, use.op);
  const uint32_t *gets;
  switch (op->kind) {
  case TP_IR_HOLD:
    add(s, CONTENT, use.op);
    break;
  case TP_IR_STORE: /* at an address that depends on an input, or such a value*/
    store(s, tp_ir_arg_of(s->ir, op, 0));
    if (use.operand == 1)
      add(s, VALUE, use.op);
    break;
  case TP_IR_SET:
    gets = tp_map_get(&s->gets, temporary_key(s, use.op));
    add_list(s, gets ? *gets : TP_IR_NONE);
    break;
  case TP_IR_CALL:
  case TP_IR_INPUT:
    pass_argument(s, use.op, use.operand);
    break;
  case TP_IR_RETURN:
    add(s, RETURN, s->func_of[use.op]);
    break;
  case TP_IR_CHECK:
  case TP_IR_DECIDE:
  case TP_IR_SWITCH:
  case TP_IR_CHOOSE:
    break;
  default:
    add(s, VALUE, use.op);
  }
}

/* What takes the content of an address. A literal whose address is used lives
 * in memory. */
static void pass_content(spread *s, uint32_t address, tp_flow_use use) {
  const tp_ir_op *op = op_at(s, use.op);
  bool is_literal = op_at(s, address)->kind == TP_IR_LITERAL;
  switch (op->kind) {
  case TP_IR_FIELD:
    add(s, CONTENT, use.op);
    break;
  case TP_IR_ELEMENT:
    if (use.operand == 0)
      add(s, CONTENT, use.op);
    break;
  case TP_IR_LOAD:
    add(s, VALUE, use.op);
    break;
  case TP_IR_CHECK:
    break;
  default:
    if (is_literal && (op->kind != TP_IR_STORE || use.operand != 0))
      add(s, MEMORY, 0);
  }
}

static void spread_value(spread *s, uint32_t op) {
  if (tp_flow_is_address(op_at(s, op)))
    add(s, CONTENT, op);
  if (s->left_alone[op])
    add(s, VALUE, s->left_alone[op]);
  for (uint32_t i = s->uses.first[op]; i < s->uses.first[op + 1]; i++)
    pass_value(s, s->uses.at[i]);
}

static void spread_memory(spread *s) {
  for (uint32_t i = 0; i < s->memory_readers.n; i++)
    add(s, VALUE, s->memory_readers.at[i]);
  for (uint32_t i = 0; i < s->in_memory.n; i++)
    add(s, CONTENT, s->in_memory.at[i]);
  for (tp_decl_id d = 1; d < s->p->decls.n; d++)
    if (tp_bits_has(&s->out->escaped, d))
      add(s, DECL, d);
}

static void spread_fact(spread *s, fact f) {
  switch ((fact_kind)f.kind) {
  case VALUE:
    spread_value(s, f.id);
    break;
  case CONTENT:
    for (uint32_t i = s->uses.first[f.id]; i < s->uses.first[f.id + 1]; i++)
      pass_content(s, f.id, s->uses.at[i]);
    break;
  case DECL:
    for (uint32_t op = s->place_first[f.id]; op != TP_IR_NONE;
         op = s->next_of[op])
      add(s, CONTENT, op);
    if (tp_bits_has(&s->out->escaped, f.id))
      add(s, MEMORY, 0);
    break;
  case RETURN:
    add_list(s, s->call_first[f.id]);
    for (uint32_t i = 0;
         tp_bits_has(&s->is_taken, f.id) && i < s->indirect_calls.n; i++)
      add(s, VALUE, s->indirect_calls.at[i]);
    break;
  case MEMORY:
    spread_memory(s);
    break;
  }
}

/* ---- who takes what ------------------------------------------------------ */

/* Whether the value of a call outside the program may come out of memory that
 * its arguments point to. */
static bool reads_memory(const spread *s, const tp_ir_op *call) {
  const tp_type *t;
  for (uint32_t i = 0; i < call->n; i++) {
    argument(s->ir, call, i, &t);
    if (leads_on(t))
      return true;
  }
  return false;
}

static void put_in_list(spread *s, uint32_t *first, uint32_t op) {
  s->next_of[op] = *first;
  *first = op;
}

static void index_call(spread *s, uint32_t i) {
  const tp_ir_op *call = op_at(s, i);
  tp_decl_id callee = s->p->sites.at[call->ref].callee;
  tp_func_id f = callee ? tp_decl_function(s->p, callee) : 0;
  uint32_t filled = tp_flow_filled(s->ir, call);
  if (filled != TP_IR_NONE)
    add_variable(s, tp_flow_pointee(s->ir, filled));
  else if (call->kind == TP_IR_INPUT)
    add(s, VALUE, i);
  else if (f)
    put_in_list(s, &s->call_first[f], i);
  else if (!callee)
    VEC_PUSH(&s->indirect_calls, i);
  else if (reads_memory(s, call))
    VEC_PUSH(&s->memory_readers, i);
}

/* A pointer leads to operand 0. */
static bool is_behind_pointer(const spread *s, const tp_ir_op *op) {
  return !tp_flow_is_address(op_at(s, tp_ir_arg_of(s->ir, op, 0)));
}

static void index_operation(spread *s, uint32_t i) {
  const tp_ir_op *op = op_at(s, i);
  uint32_t *gets;
  bool is_new;
  switch (op->kind) {
  case TP_IR_PLACE:
    put_in_list(s, &s->place_first[tp_flow_same(s->p, op->ref)], i);
    break;
  case TP_IR_GET:
    gets = tp_map_put(&s->gets, temporary_key(s, i), &is_new);
    if (is_new)
      *gets = TP_IR_NONE;
    put_in_list(s, gets, i);
    break;
  case TP_IR_FIELD:
  case TP_IR_ELEMENT:
    if (is_behind_pointer(s, op))
      VEC_PUSH(&s->in_memory, i);
    break;
  case TP_IR_LOAD:
    if (is_behind_pointer(s, op))
      VEC_PUSH(&s->memory_readers, i);
    break;
  case TP_IR_NEXT:
    VEC_PUSH(&s->memory_readers, i);
    break;
  case TP_IR_CALL:
  case TP_IR_INPUT:
    index_call(s, i);
    break;
  default:
    break;
  }
}

static void index_operations(spread *s) {
  const tp_ir *ir = s->ir;
  for (tp_func_id f = 0; f + 1 < ir->first.n; f++)
    for (uint32_t i = ir->first.at[f]; i < ir->first.at[f + 1]; i++)
      s->func_of[i] = f;
  for (uint32_t i = 0; i < ir->ops.n; i++)
    index_operation(s, i);
}

static uint32_t *new_lists(uint32_t n) {
  uint32_t *out = TP_NEW_ARRAY(uint32_t, n);
  memset(out, 0xff, n * sizeof *out); /* TP_IR_NONE */
  return out;
}

static void prepare(spread *s) {
  const tp_program *p = s->p;
  tp_taint *out = s->out;
  uint32_t n = s->ir->ops.n;
  tp_bits_init(&out->decls, p->decls.n + 1);
  tp_bits_init(&out->returns, p->funcs.n + 1);
  tp_bits_init(&out->nodes, p->nodes.n + 1);
  tp_flow_escaped(&out->escaped, s->ir);
  tp_bits_init(&s->values, n + 1);
  tp_bits_init(&s->contents, n + 1);
  tp_bits_init(&s->is_taken, p->funcs.n + 1);
  tp_flow_uses_find(&s->uses, s->ir);
  s->left_alone = tp_flow_left_alone(s->ir, &s->uses);
  s->func_of = TP_NEW_ARRAY(tp_func_id, n + 1);
  s->next_of = TP_NEW_ARRAY(uint32_t, n + 1);
  s->place_first = new_lists(p->decls.n + 1);
  s->call_first = new_lists(p->funcs.n + 1);
  tp_cfg_taken(&s->taken, s->ir);
  for (uint32_t i = 0; i < s->taken.n; i++)
    tp_bits_add(&s->is_taken, tp_decl_function(p, s->taken.at[i]));
}

/* ---- what that means for expressions ------------------------------------- */

static bool has_tainted_content(const spread *s, uint32_t address) {
  if (tp_flow_is_address(op_at(s, address)))
    return tp_bits_has(&s->contents, address);
  return s->out->memory || tp_bits_has(&s->values, address);
}

static void mark_nodes(spread *s) {
  const tp_ir *ir = s->ir;
  for (tp_node_id n = 1; n < s->p->nodes.n; n++) {
    uint32_t value = ir->worth.at[n], place = ir->places.at[n];
    bool is_place =
        place != TP_IR_NONE && (value == TP_IR_NONE || value == place);
    bool is_tainted =
        is_place ? has_tainted_content(s, place)
                 : value != TP_IR_NONE && tp_bits_has(&s->values, value);
    if (is_tainted)
      tp_bits_add(&s->out->nodes, n);
  }
}

void tp_flow_taint(tp_taint *out, const tp_ir *ir) {
  *out = (tp_taint){0};
  spread s = {.ir = ir, .p = ir->p, .out = out};
  prepare(&s);
  index_operations(&s);
  while (s.work.n)
    spread_fact(&s, VEC_POP(&s.work));
  mark_nodes(&s);
  tp_bits_free(&s.values);
  tp_bits_free(&s.contents);
  tp_bits_free(&s.is_taken);
  tp_flow_uses_free(&s.uses);
  tp_free(s.left_alone);
  tp_free(s.func_of);
  tp_free(s.next_of);
  tp_free(s.place_first);
  tp_free(s.call_first);
  tp_map_free(&s.gets);
  VEC_FREE(&s.memory_readers);
  VEC_FREE(&s.in_memory);
  VEC_FREE(&s.indirect_calls);
  VEC_FREE(&s.taken);
  VEC_FREE(&s.work);
}

void tp_taint_free(tp_taint *t) {
  tp_bits_free(&t->decls);
  tp_bits_free(&t->returns);
  tp_bits_free(&t->nodes);
  tp_bits_free(&t->escaped);
}
