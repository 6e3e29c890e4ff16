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

static const tp_type *type_of(const tp_writer *w, tp_node_id n) {
  return tp_type_get(&w->p->types, tp_w_node(w, n)->type);
}

static tp_ctype ctype_table(const tp_writer *w, tp_node_id n) {
  return tp_ir_ctype_table(w->ir, w->ir->worth.at[n]);
}

static bool is_table_index(const tp_writer *w, tp_node_id index) {
  if (ctype_table(w, tp_w_node(w, index)->first) != TP_CTYPE_NONE)
    return true;
  const tp_type *array = type_of(w, tp_w_node(w, index)->first);
  return array->kind == TP_T_ARRAY && array->is_complete &&
         !array->is_variable && array->count > 0 &&
         array->count <= UINT32_MAX && array->size <= UINT32_MAX;
}

/* Where the pointer leads depends on an input. */
static bool is_symbolic_step(const tp_writer *w, tp_node_id n) {
  const tp_node *node = tp_w_node(w, n);
  if (node->kind == TP_N_DEREF)
    return tp_w_is_tainted(w, node->first);
  if (node->kind != TP_N_INDEX || is_table_index(w, n))
    return false;
  return tp_w_is_tainted(w, tp_node_kid(w->p, n, 1)) ||
         (type_of(w, node->first)->kind != TP_T_ARRAY &&
          tp_w_is_tainted(w, node->first));
}

bool tp_w_has_symbolic_place(const tp_writer *w, tp_node_id n) {
  for (;;) {
    const tp_node *node = tp_w_node(w, n);
    if (node->kind == TP_N_INDEX && is_table_index(w, n)) {
      if (tp_w_is_tainted(w, tp_node_kid(w->p, n, 1)))
        return true;
    } else if (node->kind != TP_N_MEMBER) {
      return is_symbolic_step(w, n);
    }
    n = node->first;
  }
}

bool tp_w_follows_pointers(const tp_writer *w) {
  for (tp_node_id n = 1; w->taint && n < w->p->nodes.n; n++)
    if (is_symbolic_step(w, n))
      return true;
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

static tp_wire_dim table_dim(const tp_writer *w, tp_node_id n) {
  uint32_t stride = tp_w_size(w, tp_w_node(w, n)->type);
  tp_node_id base = tp_w_node(w, n)->first;
  if (is_symbolic_step(w, n))
    return (tp_wire_dim){0, stride};
  if (ctype_table(w, base) != TP_CTYPE_NONE)
    return (tp_wire_dim){TP_CTYPE_COUNT, stride};
  return (tp_wire_dim){(uint32_t)type_of(w, base)->count, stride};
}

static bool has_size(const tp_writer *w, tp_node_id n) {
  const tp_type *t = type_of(w, n);
  return t->is_complete && !t->is_variable && t->size > 0 &&
         t->size <= UINT32_MAX;
}

/* From the lvalue inwards to the outermost step that may be symbolic. The
 * dimensions are found innermost first. */
static bool table_shape(const tp_writer *w, tp_node_id n,
                        tp_planned_leaf *out) {
  uint32_t n_dims = 0, offset = 0;
  while (tp_w_has_symbolic_place(w, n)) {
    const tp_node *node = tp_w_node(w, n);
    if (node->kind == TP_N_MEMBER) {
      offset += w->p->types.fields.at[node->ref].offset;
    } else {
      if (n_dims == TP_WIRE_MAX_DIMS || !has_size(w, n))
        return false;
      out->dim[n_dims++] = table_dim(w, n);
      out->base = out->dim[n_dims - 1].count ? node->first : n;
      if (out->dim[n_dims - 1].count == 0)
        break;
    }
    n = node->first;
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
      !(is_behind_pointer(out) || tp_w_can_repeat(w, out->base)))
    return false;
  out->kind = TP_LEAF_TABLE;
  out->n_index = (uint8_t)n_index;
  return true;
}

void tp_w_say_base(const tp_writer *w, tp_str *out,
                   const tp_planned_leaf *table) {
  bool is_ctype = ctype_table(w, table->base) != TP_CTYPE_NONE;
  if (is_behind_pointer(table)) {
    tp_str_addc(out, '0');
  } else if (table->dim[0].count == 0) {
    tp_w_say_address(w, out, table->base);
  } else {
    tp_str_add(out, is_ctype ? "" : "&");
    tp_w_say_text(w, out, table->base);
    if (is_ctype)
      tp_str_addf(out, "+(%d)", TP_CTYPE_FIRST);
  }
}

/* ---- what is asked of its parts ------------------------------------------ */

/* The pointer and the index that lead there. */
static tp_ask ask_step(tp_writer *w, const tp_frame *f, tp_node_id kid) {
  if (is_symbolic_step(w, f->node))
    return tp_w_ask_value(w, kid);
  return (tp_ask){.want = TP_WANT_EFFECT};
}

tp_ask tp_w_ask_lvalue(tp_writer *w, tp_frame *f, tp_node_id kid, uint32_t i) {
  const tp_node *node = tp_w_node(w, f->node);
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
  if (node->kind == TP_N_MEMBER)
    return tp_w_is_lvalue(w, kid) ? inner : effect;
  if (node->kind == TP_N_DEREF || !is_table_index(w, f->node))
    return ask_step(w, f, kid);
  if (!tp_w_has_symbolic_place(w, f->node))
    return effect;
  if (i == 0 && inner.want == TP_WANT_ADDRESS &&
      !tp_w_has_symbolic_place(w, kid))
    return tp_w_ask_value(w, kid); /* the array, as a pointer */
  return i == 0 ? inner : tp_w_ask_value(w, kid);
}

/* An array whose place depends on an input, used as a pointer to it. */
bool tp_w_is_symbolic_address(const tp_writer *w, tp_node_id n) {
  return type_of(w, n)->kind == TP_T_ARRAY && tp_w_has_symbolic_place(w, n);
}
