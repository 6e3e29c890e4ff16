/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lvalues whose place may depend on an input: elements of arrays, and what lies
 * behind a pointer.
 *
 * Such an lvalue is a table leaf: the leaves of its indices and of its pointer,
 * then the element with all its neighbours. From the lvalue inwards each index
 * of a declared array is a dimension. The outermost may be a pointer step,
 * p[i], *p or p->f: the runtime knows how large the object is. So is an array
 * whose length is not declared. */
#include "instr/work.h"

#define MAX_INDEX_LEAVES 12

static const tp_type *type_at(const tp_writer *w, tp_type_id t) {
  return tp_type_get(&w->p->types, t);
}

static uint32_t operand(const tp_writer *w, const tp_ir_op *op, uint32_t i) {
  return tp_ir_arg_of(w->ir, op, i);
}

static const tp_ir_op *op_at(const tp_writer *w, uint32_t value) {
  return tp_ir_at(w->ir, value);
}

static bool is_tainted(const tp_writer *w, uint32_t value) {
  return tp_w_is_tainted(w, op_at(w, value)->node);
}

/* ---- the way to an lvalue, from it inwards ------------------------------- */

/* Somewhere on it: something of type t lies at the address. */
typedef struct way {
  uint32_t address;
  const tp_ir_op *op; /* that makes the address; NULL: there is none */
  uint32_t in; /* operation: the part that was found there; TP_IR_NONE: the
                  lvalue itself */
  tp_type_id t;
} way;

static bool is_first_element(const tp_writer *w, const way *at) {
  return tp_ir_is_first_element(w->ir, at->address,
                                at->in == TP_IR_NONE ? NULL : op_at(w, at->in),
                                at->t);
}

/* _Generic has no place of its own. */
static way way_to(const tp_writer *w, tp_node_id lvalue) {
  way at = {w->ir->places.at[lvalue], NULL, TP_IR_NONE, tp_w_type(w, lvalue)};
  if (at.address == TP_IR_NONE)
    return at;
  const tp_ir_op *op = op_at(w, at.address);
  if (!tp_ir_is_address(op) || op->node == lvalue || is_first_element(w, &at))
    at.op = op;
  return at;
}

/* Past a member or an index; a table of <ctype.h> is where it is. */
static way inwards(const tp_writer *w, const way *at) {
  uint32_t of = operand(w, at->op, 0);
  bool is_ctype = tp_ir_ctype_table(w->ir, of) != TP_CTYPE_NONE;
  return (way){of, is_ctype ? NULL : op_at(w, of), at->address, at->op->type};
}

/* A pointer leads there, or an array that stands for its first element. */
static bool is_behind(const tp_writer *w, const way *at) {
  return !tp_ir_is_address(at->op) || is_first_element(w, at);
}

static bool is_member(const tp_writer *w, const way *at) {
  return at->op && at->op->kind == TP_IR_FIELD && !is_behind(w, at);
}

static bool is_index(const tp_writer *w, const way *at) {
  return at->op && at->op->kind == TP_IR_ELEMENT && !is_behind(w, at);
}

static tp_ctype ctype_of(const tp_writer *w, const way *at) {
  return tp_ir_ctype_table(w->ir, operand(w, at->op, 0));
}

static bool is_same(const tp_writer *w, tp_type_id a, tp_type_id b) {
  return type_at(w, a)->unqualified == type_at(w, b)->unqualified;
}

/* What the index counts elements of: an array, or what a pointer leads to. In
 * (*rows)[i] it is the array that the pointer leads to, in (*table)[i] the
 * first row. */
static const tp_type *indexed(const tp_writer *w, const way *at) {
  const tp_type *t = type_at(w, op_at(w, operand(w, at->op, 0))->type);
  if (t->kind == TP_T_POINTER && !is_same(w, t->base, at->op->type))
    t = type_at(w, t->base);
  while (t->kind == TP_T_ARRAY && !is_same(w, t->base, at->op->type))
    t = type_at(w, t->base);
  return t;
}

/* The size of the array is known. */
static bool is_table_index(const tp_writer *w, const way *at) {
  if (!is_index(w, at))
    return false;
  const tp_type *array = indexed(w, at);
  return ctype_of(w, at) != TP_CTYPE_NONE ||
         (array->kind == TP_T_ARRAY && array->is_complete &&
          !array->is_variable && array->count > 0 &&
          array->count <= UINT32_MAX && array->size <= UINT32_MAX);
}

/* Where the pointer leads depends on an input. */
static bool is_symbolic_step(const tp_writer *w, const way *at) {
  if (!at->op || is_member(w, at) || is_table_index(w, at))
    return false;
  if (is_behind(w, at))
    return is_tainted(w, at->address);
  return is_index(w, at) && (is_tainted(w, operand(w, at->op, 1)) ||
                             (indexed(w, at)->kind != TP_T_ARRAY &&
                              is_tainted(w, operand(w, at->op, 0))));
}

static bool is_symbolic(const tp_writer *w, way at) {
  while (is_member(w, &at) || is_table_index(w, &at)) {
    if (is_index(w, &at) && is_tainted(w, operand(w, at.op, 1)))
      return true;
    at = inwards(w, &at);
  }
  return is_symbolic_step(w, &at);
}

bool tp_w_has_symbolic_place(const tp_writer *w, tp_node_id n) {
  return is_symbolic(w, way_to(w, n));
}

bool tp_w_follows_pointers(const tp_writer *w) {
  for (tp_node_id n = 1; w->taint && n < w->p->nodes.n; n++) {
    way at = way_to(w, n);
    if (is_symbolic_step(w, &at))
      return true;
  }
  return false;
}

static bool has_array(const tp_types *types, tp_type_id t) {
  const tp_type *type = tp_type_get(types, t);
  for (uint32_t i = 0; type->kind == TP_T_RECORD && i < type->n; i++) {
    tp_type_id field = types->fields.at[type->first + i].type;
    if (tp_type_get(types, field)->kind >= TP_T_ARRAY)
      return true;
  }
  return type->kind == TP_T_ARRAY;
}

bool tp_w_has_elements(const tp_writer *w, tp_decl_id d) {
  const tp_decl *decl = &w->p->decls.at[d];
  tp_decl_id same = decl->same ? decl->same : d;
  return w->follows_pointers && decl->name && decl->scope && !decl->is_static &&
         !decl->is_extern && !decl->is_thread && !tp_w_is_fixed(w, d) &&
         has_array(&w->p->types, decl->type) &&
         (tp_bits_has(&w->taint->escaped, same) ||
          tp_type_get(&w->p->types, decl->type)->is_variable);
}

/* ---- the shape ----------------------------------------------------------- */

static uint32_t count_of(const tp_writer *w, const way *at) {
  return ctype_of(w, at) != TP_CTYPE_NONE ? TP_CTYPE_COUNT
                                          : (uint32_t)indexed(w, at)->count;
}

static bool has_size(const tp_writer *w, tp_type_id id) {
  const tp_type *t = type_at(w, id);
  return t->is_complete && !t->is_variable && t->size > 0 &&
         t->size <= UINT32_MAX;
}

/* Of what lies there. */
static tp_type_id step_type(const tp_writer *w, const way *at) {
  if (at->in == TP_IR_NONE)
    return at->t;
  return is_index(w, at) ? at->op->type : type_at(w, at->op->type)->base;
}

/* The pointer or array at an address, in which operation `in` found a part. A
 * pointer that is read where something is done has no text to stand for it. */
static void set_base(const tp_writer *w, uint32_t address, uint32_t in,
                     tp_planned_leaf *out) {
  const tp_ir_op *op = op_at(w, address);
  out->base = op->node;
  out->is_pointer = !tp_ir_is_address(op) &&
                    tp_ir_ctype_table(w->ir, address) == TP_CTYPE_NONE;
  if (out->is_pointer && in != TP_IR_NONE &&
      tp_ir_any_acts(w->ir, tp_ir_operand(w->ir, in, 0)))
    out->base = 0;
}

/* From the lvalue inwards to the outermost step that may be symbolic. The
 * dimensions are found innermost first. */
static bool table_shape(const tp_writer *w, tp_node_id n,
                        tp_planned_leaf *out) {
  uint32_t n_dims = 0, offset = 0;
  for (way at = way_to(w, n); is_symbolic(w, at); at = inwards(w, &at)) {
    if (is_member(w, &at)) {
      offset += w->p->types.fields.at[at.op->ref].offset;
      continue;
    }
    bool is_step = is_symbolic_step(w, &at);
    tp_type_id t = step_type(w, &at);
    if (n_dims == TP_WIRE_MAX_DIMS || !has_size(w, t))
      return false;
    out->dim[n_dims++] =
        (tp_wire_dim){is_step ? 0 : count_of(w, &at), tp_w_size(w, t)};
    if (is_step) {
      set_base(w, at.address, at.in, out);
      break;
    }
    set_base(w, operand(w, at.op, 0), at.address, out);
  }
  for (uint32_t i = 0; i < n_dims / 2; i++) {
    tp_wire_dim d = out->dim[i];
    out->dim[i] = out->dim[n_dims - 1 - i];
    out->dim[n_dims - 1 - i] = d;
  }
  out->n_dims = (uint8_t)n_dims;
  out->offset = offset;
  return n_dims > 0;
}

/* Its base is found from the element itself. */
static bool is_behind_pointer(const tp_planned_leaf *table) {
  return table->dim[0].count == 0 && table->n_dims == 1;
}

bool tp_w_make_table(tp_writer *w, uint32_t from, tp_node_id n,
                     tp_planned_leaf *out) {
  uint32_t n_index = w->leaves.n - from;
  if (n_index > MAX_INDEX_LEAVES || !tp_w_has_symbol(w, from, w->leaves.n) ||
      !table_shape(w, n, out) ||
      !(is_behind_pointer(out) || (out->base && tp_w_can_repeat(w, out->base))))
    return false;
  out->kind = TP_LEAF_TABLE;
  out->n_index = (uint8_t)n_index;
  return true;
}

static bool is_ctype(const tp_writer *w, tp_node_id n) {
  return tp_ir_ctype_table(w->ir, w->ir->worth.at[n]) != TP_CTYPE_NONE;
}

void tp_w_say_base(const tp_writer *w, tp_str *out,
                   const tp_planned_leaf *table) {
  if (is_behind_pointer(table)) {
    tp_str_addc(out, '0');
  } else if (table->is_pointer) {
    tp_str_addc(out, '(');
    tp_w_say_text(w, out, table->base);
    tp_str_addc(out, ')');
  } else if (table->dim[0].count == 0) {
    tp_w_say_address(w, out, table->base);
  } else {
    tp_str_add(out, is_ctype(w, table->base) ? "" : "&");
    tp_w_say_text(w, out, table->base);
    if (is_ctype(w, table->base))
      tp_str_addf(out, "+(%d)", TP_CTYPE_FIRST);
  }
}

/* ---- what is asked of its parts ------------------------------------------ */

tp_ask tp_w_ask_lvalue(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i) {
  way at = way_to(w, f->node);
  tp_ask effect = {.want = TP_WANT_EFFECT};
  tp_ask inner = {.want = f->want};
  bool is_inner = f->want == TP_WANT_VALUE || f->want == TP_WANT_PLACE ||
                  f->want == TP_WANT_ADDRESS;
  if (!is_inner)
    return effect;
  if (tp_w_is_part_of_value(w, f->node))
    return i == 0 && tp_w_is_tainted(w, kid) ? tp_w_ask_value(w, kid) : effect;
  if (f->want == TP_WANT_VALUE)
    inner.want =
        tp_w_is_symbolic_address(w, f->node) ? TP_WANT_ADDRESS : TP_WANT_PLACE;
  if (is_member(w, &at))
    return tp_w_is_lvalue(w, kid) ? inner : effect;
  if (!is_table_index(w, &at)) /* the pointer and the index that lead there */
    return is_symbolic_step(w, &at) ? tp_w_ask_value(w, kid) : effect;
  if (!tp_w_has_symbolic_place(w, f->node))
    return effect;
  if (i == 0 && inner.want == TP_WANT_ADDRESS &&
      !tp_w_has_symbolic_place(w, kid))
    return tp_w_ask_value(w, kid); /* the array, as a pointer */
  return i == 0 ? inner : tp_w_ask_value(w, kid);
}

/* An array whose place depends on an input, used as a pointer to it. */
bool tp_w_is_symbolic_address(const tp_writer *w, tp_node_id n) {
  return type_at(w, tp_w_type(w, n))->kind == TP_T_ARRAY &&
         tp_w_has_symbolic_place(w, n);
}
