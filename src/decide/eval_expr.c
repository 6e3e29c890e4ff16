/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions: values and addresses in the current state. Bound: the nesting of
 * the source, for each activation under way (opt->max_loop of a function at
 * most), and opt->max_steps in all; the walk runs on a stack made for it. */
#include "decide/eval.h"

#define LITERAL_KEY (UINT64_C(1) << 32) /* of compound literals, by node */

static const tp_node *node_at(const tp_eval *e, tp_node_id n) {
  return tp_node_get(e->p, n);
}

static const tp_type *type_at(const tp_eval *e, tp_type_id t) {
  return tp_type_get(&e->p->types, t);
}

static bool is_aggregate(const tp_eval *e, tp_type_id t) {
  uint8_t kind = type_at(e, t)->kind;
  return kind == TP_T_RECORD || kind == TP_T_ARRAY;
}

/* ---- objects
 * -------------------------------------------------------------------*/

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
  if (!e->frames.n) /* of a global's initialiser */
    return tp_memory_add(&e->memory, type, is_exposed);
  uint32_t *slot = tp_map_put(&VEC_LAST(&e->frames)->locals, key, &is_new);
  if (is_new)
    *slot = tp_memory_add(&e->memory, type, is_exposed);
  return *slot;
}

tp_object tp_eval_object(tp_eval *e, tp_decl_id d) {
  d = e->p->decls.at[d].same;
  const uint32_t *slot = tp_map_get(&e->globals, d);
  return slot ? *slot : local_object(e, d);
}

static tp_expr string_address(tp_eval *e, tp_node_id n) {
  bool is_new;
  uint32_t *slot = tp_map_put(&e->strings, n, &is_new);
  if (is_new) {
    const tp_node *node = node_at(e, n);
    uint64_t size = type_at(e, type_at(e, node->type)->base)->size;
    *slot = tp_memory_add_string(
        &e->memory, tp_names_text(e->p->names, e->p->strings.at[node->ref]),
        e->p->string_sizes.at[node->ref], (unsigned)size);
  }
  return tp_memory_address(&e->memory, *slot, 0);
}

/* ---- addresses
 * -------------------------------------------------------------------*/

static tp_expr add_offset(tp_eval *e, tp_expr address, uint64_t bytes) {
  if (!address)
    return 0;
  return tp_expr_bv_op(e->x, TP_BV_ADD, address, tp_expr_bv(e->x, 64, bytes));
}

static tp_expr index_address(tp_eval *e, tp_node_id n) {
  tp_value base = tp_eval_value(e, node_at(e, n)->first);
  tp_node_id by = tp_node_kid(e->p, n, 1);
  tp_value index = tp_eval_value(e, by);
  if (tp_eval_acts(e, by) && tp_eval_is_plain(e, node_at(e, n)->first))
    base.e =
        tp_eval_either(e, base.e, tp_eval_value(e, node_at(e, n)->first).e);
  return tp_sem_binary(&e->sem, TP_OP_ADD, base, index).e;
}

tp_expr tp_eval_address(tp_eval *e, tp_node_id n) {
  const tp_node *node = node_at(e, n);
  tp_eval_pass(e, n);
  switch (node->kind) {
  case TP_N_NAME: {
    const tp_decl *d = &e->p->decls.at[node->ref];
    if (d->kind == TP_D_FUNCTION)
      return tp_memory_function(&e->memory, d->same);
    return tp_memory_address(&e->memory, tp_eval_object(e, node->ref), 0);
  }
  case TP_N_STRING:
    return string_address(e, n);
  case TP_N_MEMBER:
    return add_offset(e, tp_eval_address(e, node->first),
                      e->p->types.fields.at[node->ref].offset);
  case TP_N_INDEX:
    return index_address(e, n);
  case TP_N_DEREF:
    return tp_eval_value(e, node->first).e;
  case TP_N_COMPOUND: {
    tp_object o = tp_eval_local(e, LITERAL_KEY | n, node->type, true);
    tp_eval_initialise(e, o, node->type, node->first);
    return tp_memory_address(&e->memory, o, 0);
  }
  case TP_N_GENERIC:
    return tp_eval_address(e, node->first);
  default: /* a value that is an aggregate: a call, an assignment, a choice */
    return tp_eval_value(e, n).e;
  }
}

/* ---- loads and stores
 * ---------------------------------------------------------------*/

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

/* The value of lvalue n, which is at this address. */
static tp_value load_at(tp_eval *e, tp_expr address, tp_node_id n) {
  tp_type_id type = node_at(e, n)->type;
  tp_field field;
  tp_cscalar t;
  tp_value out = {0, type};
  if (is_aggregate(e, type) || type_at(e, type)->kind == TP_T_FUNCTION) {
    out.e = address;
  } else if (type_at(e, type)->is_volatile || !tp_sem_scalar(e->p, type, &t)) {
    out.e = 0;
  } else if (tp_sem_bitfield(e->p, n, &field)) {
    out.e = load_field(e, address, &field);
  } else {
    tp_expr bits = tp_memory_load(&e->memory, e->s.cells, address, t.size);
    if (bits && tp_type_is_integer(&e->p->types, type) &&
        (t.size == 8 ? tp_memory_may_be_address(&e->memory, bits)
                     : tp_memory_is_in_pointer(&e->memory, e->s.cells, address,
                                               t.size)))
      bits = 0;
    out.e = bits ? tp_cop_of_bits(e->x, t, bits) : 0;
  }
  if (!out.e && tp_type_is_scalar(&e->p->types, type))
    out.e = tp_eval_fresh(e, type,
                          type_at(e, type)->is_volatile ? TP_FREE_VOLATILE
                          : address                     ? TP_FREE_MEMORY
                                                        : TP_FREE_POINTER);
  return out;
}

/* Addresses here are not the program's: as numbers they mean nothing. */
static tp_expr convert(tp_eval *e, tp_value v, tp_type_id to) {
  uint8_t from = type_at(e, v.type)->kind;
  uint64_t bits;
  bool is_null = v.e && tp_expr_constant(e->x, v.e, &bits) && bits == 0;
  if ((from != TP_T_POINTER && from != TP_T_ARRAY && from != TP_T_FUNCTION) ||
      !tp_type_is_integer(&e->p->types, to) ||
      type_at(e, to)->kind == TP_T_BOOL || is_null)
    return tp_sem_convert(&e->sem, v, to);
  tp_eval_keep(e, v.e);
  return tp_eval_fresh(e, to, TP_FREE_POINTER);
}

void tp_eval_store(tp_eval *e, tp_expr address, tp_type_id type, tp_value v) {
  tp_cscalar t;
  if (is_aggregate(e, type)) {
    e->s.cells = tp_memory_copy(&e->memory, e->s.cells, address, v.e,
                                type_at(e, type)->size);
    return;
  }
  tp_expr value = convert(e, v, type);
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
    tp_expr at = add_offset(e, address, i);
    tp_expr byte = tp_memory_load(&e->memory, e->s.cells, at, 1);
    if (!byte)
      byte = tp_eval_fresh(e, TP_TYPE_UCHAR, TP_FREE_UNSET);
    out = out ? tp_expr_concat(e->x, byte, out) : byte;
  }
  return out;
}

static void store_field(tp_eval *e, tp_expr address, const tp_field *f,
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

static void store_at(tp_eval *e, tp_expr address, tp_node_id left, tp_value v) {
  tp_field field;
  if (tp_sem_bitfield(e->p, left, &field))
    store_field(e, address, &field, v);
  else
    tp_eval_store(e, address, node_at(e, left)->type, v);
}

/* ---- operators
 * ----------------------------------------------------------------------*/

static tp_value promoted(tp_eval *e, tp_node_id n) {
  tp_value v = tp_eval_value(e, n);
  tp_type_id t = tp_sem_promoted(e->p, n);
  return (tp_value){tp_sem_convert(&e->sem, v, t), t};
}

/* The value of b, in an expression that also has a, evaluated before as *x. If
 * b changes what a reads, the compiler chooses which is done first: gcc reads
 * n in n + f() afterwards, clang before. */
static tp_value beside(tp_eval *e, tp_node_id a, tp_node_id b, tp_value *x) {
  tp_value y = promoted(e, b);
  if (tp_eval_acts(e, b) && tp_eval_is_plain(e, a))
    x->e = tp_eval_either(e, x->e, promoted(e, a).e);
  return y;
}

static bool is_address(const tp_eval *e, tp_value v) {
  uint8_t kind = type_at(e, v.type)->kind;
  return v.e && (kind == TP_T_POINTER || kind == TP_T_ARRAY);
}

/* The compiler, not the source, says how different objects lie. */
static bool is_layout_known(tp_eval *e, tp_op op, tp_value x, tp_value y) {
  uint64_t bits;
  if (!is_address(e, x) || !is_address(e, y) || x.e == y.e ||
      (tp_expr_constant(e->x, x.e, &bits) && !bits) ||
      (tp_expr_constant(e->x, y.e, &bits) && !bits))
    return true;
  return tp_memory_is_order_known(&e->memory, x.e, y.e,
                                  op == TP_OP_EQ || op == TP_OP_NE);
}

/* gcc folds f() < g() + 1 and its like, and with that takes g() first; it and
 * clang take plain calls as they come. */
static bool is_turned(tp_eval *e, tp_node_id a, tp_node_id b) {
  return e->opt->args_right_to_left &&
         !(node_at(e, a)->kind == TP_N_CALL &&
           node_at(e, b)->kind == TP_N_CALL) &&
         tp_eval_is_order_open(e, a, b);
}

/* Evaluated at some time beside others: in any state. */
static void in_any_order(tp_eval *e, tp_node_id n, tp_value *out) {
  tp_eval_forget_all(e);
  *out = promoted(e, n);
  out->e = 0;
  tp_eval_forget_all(e);
}

static tp_value binary(tp_eval *e, tp_op op, tp_node_id a, tp_node_id b) {
  tp_value x, y;
  if (is_turned(e, a, b)) {
    in_any_order(e, a, &x);
    in_any_order(e, b, &y);
    return tp_sem_binary(&e->sem, op, x, y);
  }
  x = promoted(e, a);
  y = beside(e, a, b, &x);
  tp_value out = tp_sem_binary(&e->sem, op, x, y);
  if (!is_layout_known(e, op, x, y))
    out.e = tp_eval_fresh(e, out.type, TP_FREE_POINTER);
  return out;
}

static tp_value promote_loaded(tp_eval *e, tp_expr address, tp_node_id n) {
  tp_type_id t = tp_sem_promoted(e->p, n);
  return (tp_value){tp_sem_convert(&e->sem, load_at(e, address, n), t), t};
}

/* What is stored, as a value of the left side's type after the store. */
static tp_value assigned(tp_eval *e, tp_node_id left, tp_value v) {
  tp_type_id type = node_at(e, left)->type;
  tp_field field;
  tp_cscalar t;
  if (is_aggregate(e, type))
    return v;
  tp_value out = {tp_sem_convert(&e->sem, v, type), type};
  if (out.e && tp_sem_bitfield(e->p, left, &field) &&
      tp_sem_scalar(e->p, type, &t)) {
    field.bit_offset = 0;
    out.e = tp_sem_field_read(&e->sem, tp_cop_to_bits(e->x, t, out.e), &field);
  }
  return out;
}

/* Where an assignment goes, and what. What one side only reads may be read
 * before or after the other side changes it. */
static tp_expr both_sides(tp_eval *e, tp_node_id n, tp_value *v) {
  tp_node_id left = node_at(e, n)->first, right = tp_node_kid(e->p, n, 1);
  if (tp_eval_is_order_open(e, left, right)) {
    in_any_order(e, right, v);
    tp_eval_address(e, left);
    tp_eval_forget_all(e);
    return 0;
  }
  tp_expr before = 0;
  if (tp_eval_acts(e, right) && tp_eval_is_plain(e, left))
    before = tp_eval_address(e, left);
  *v = tp_eval_value(e, right);
  tp_expr after = tp_eval_address(e, left);
  if (tp_eval_acts(e, left) && tp_eval_is_plain(e, right))
    v->e = tp_eval_either(e, v->e, tp_eval_value(e, right).e);
  return before ? tp_eval_either(e, before, after) : after;
}

static tp_value assign(tp_eval *e, tp_node_id n) {
  const tp_node *node = node_at(e, n);
  tp_node_id left = node->first, right = tp_node_kid(e->p, n, 1);
  tp_value v;
  tp_expr address;
  if (node->op == TP_OP_ASSIGN) {
    address = both_sides(e, n, &v);
  } else {
    v = promoted(e, right);
    address = tp_eval_address(e, left);
    v = tp_sem_binary(&e->sem, (tp_op)node->op,
                      promote_loaded(e, address, left), v);
  }
  tp_value out = assigned(e, left, v);
  store_at(e, address, left, v);
  return out;
}

static tp_value step(tp_eval *e, tp_node_id n) {
  const tp_node *node = node_at(e, n);
  tp_expr address = tp_eval_address(e, node->first);
  tp_value old = load_at(e, address, node->first);
  tp_value now = {tp_sem_step(&e->sem, old, node->op == TP_OP_SUB), old.type};
  tp_value out = assigned(e, node->first, now);
  store_at(e, address, node->first, now);
  return node->flags & TP_F_POSTFIX ? old : out;
}

/* Where both arms of a choice come together again. */
static tp_value join_values(tp_eval *e, tp_state other_state, tp_value mine,
                            tp_value other, tp_type_id type) {
  bool mine_dead = tp_eval_is_dead(e);
  bool other_dead = other_state.guard == TP_GUARD_NEVER;
  tp_expr select = tp_eval_join(e, other_state);
  if (!is_aggregate(e, type)) {
    mine.e = tp_sem_convert(&e->sem, mine, type);
    other.e = tp_sem_convert(&e->sem, other, type);
  }
  if (mine_dead || other_dead)
    return (tp_value){mine_dead ? other.e : mine.e, type};
  if (!mine.e || !other.e)
    return (tp_value){0, type};
  return (tp_value){tp_expr_ite(e->x, select, mine.e, other.e), type};
}

static tp_value select_value(tp_eval *e, tp_node_id n) {
  const tp_node *node = node_at(e, n);
  tp_node_id cond = node->first, yes = tp_node_kid(e->p, n, 1);
  tp_node_id no = tp_node_kid(e->p, n, 2);
  tp_state otherwise;
  if (node->flags & TP_F_ELVIS) {
    no = yes;
    yes = cond; /* evaluated once in C; here without its decisions again */
  }
  tp_eval_branch(e, cond, &otherwise);
  tp_value a = node->flags & TP_F_ELVIS ? (tp_value){0, node_at(e, yes)->type}
                                        : tp_eval_value(e, yes);
  tp_state after_yes = e->s;
  e->s = otherwise;
  tp_value b = tp_eval_value(e, no);
  tp_value out = join_values(e, after_yes, b, a, node->type);
  return out;
}

static tp_value logical_value(tp_eval *e, tp_node_id n) {
  tp_state otherwise;
  tp_value one = {tp_expr_bv(e->x, 32, 1), TP_TYPE_INT};
  tp_value zero = {tp_expr_bv(e->x, 32, 0), TP_TYPE_INT};
  tp_eval_branch(e, n, &otherwise);
  return join_values(e, otherwise, one, zero, TP_TYPE_INT);
}

static tp_value cast(tp_eval *e, tp_node_id n) {
  const tp_node *node = node_at(e, n);
  tp_value v = tp_eval_value(e, node->first);
  if (is_aggregate(e, node->type))
    return (tp_value){v.e, node->type};
  return (tp_value){convert(e, v, node->type), node->type};
}

/* What was not understood may have done anything. */
static tp_value opaque(tp_eval *e, tp_node_id n) {
  if (tp_node_is_next_arg(e->p, n))
    return tp_eval_next_arg(e, n);
  tp_eval_forget_all(e);
  TP_KIDS (e->p, n, kid) {
    if (tp_node_is_expression(e->p, kid))
      tp_eval_value(e, kid);
    tp_eval_forget_all(e);
  }
  return (tp_value){0, node_at(e, n)->type};
}

static bool has_goto_label(const tp_eval *e, tp_node_id block) {
  const tp_node *b = node_at(e, block);
  if (!tp_bits_has(&e->has_label, block))
    return false;
  for (uint32_t i = 0; i < e->p->labels.n; i++) {
    tp_node_id label = e->p->labels.at[i].node;
    if (label && b->begin <= node_at(e, label)->begin &&
        node_at(e, label)->end <= b->end)
      return true;
  }
  return false;
}

static tp_value statement_value(tp_eval *e, tp_node_id n) {
  tp_node_id block = node_at(e, n)->first, last = 0;
  if (has_goto_label(e, block))
    tp_model_cut(e->model, TP_FREE_JUMP, n);
  TP_KIDS (e->p, block, kid) {
    last = kid;
  }
  bool has_value = last && node_at(e, last)->kind == TP_N_EXPR;
  TP_KIDS (e->p, block, kid) {
    if (kid == last && has_value)
      return tp_eval_value(e, node_at(e, kid)->first);
    tp_eval_statement(e, kid);
  }
  return (tp_value){0, TP_TYPE_VOID};
}

static tp_value value_of(tp_eval *e, tp_node_id n) {
  const tp_node *node = node_at(e, n);
  switch (node->kind) {
  case TP_N_INT:
  case TP_N_FLOAT:
    return (tp_value){tp_sem_constant(&e->sem, n), node->type};
  case TP_N_UNARY:
    return tp_sem_unary(&e->sem, (tp_op)node->op,
                        node->op == TP_OP_NOT ? tp_eval_value(e, node->first)
                                              : promoted(e, node->first));
  case TP_N_BINARY:
    return binary(e, (tp_op)node->op, node->first, tp_node_kid(e->p, n, 1));
  case TP_N_LOGICAL:
    return logical_value(e, n);
  case TP_N_COND:
    return select_value(e, n);
  case TP_N_ASSIGN:
    return assign(e, n);
  case TP_N_INCDEC:
    return step(e, n);
  case TP_N_CALL:
    return tp_eval_call(e, n);
  case TP_N_CAST:
    return cast(e, n);
  case TP_N_ADDR:
    return (tp_value){tp_eval_address(e, node->first), node->type};
  case TP_N_COMMA:
    tp_eval_value(e, node->first);
    return tp_eval_value(e, tp_node_kid(e->p, n, 1));
  case TP_N_GENERIC:
    return tp_eval_value(e, node->first);
  case TP_N_STMT_EXPR:
    return statement_value(e, n);
  case TP_N_INDEX:
    if (tp_node_is_ctype_table(e->p, node->first))
      return tp_eval_ctype(e, n);
    return load_at(e, tp_eval_address(e, n), n);
  case TP_N_NAME:
  case TP_N_MEMBER:
  case TP_N_DEREF:
  case TP_N_STRING:
  case TP_N_COMPOUND:
    return load_at(e, tp_eval_address(e, n), n);
  default:
    return opaque(e, n);
  }
}

/* A floating-point number, or what an operator makes of one. */
static bool is_rounded(const tp_eval *e, tp_node_id n) {
  const tp_node *node = node_at(e, n);
  bool is_float = tp_type_is_float(&e->p->types, node->type);
  if (node->kind == TP_N_CALL)
    return is_float;
  TP_KIDS (e->p, n, kid)
    is_float =
        is_float || tp_type_is_float(&e->p->types, node_at(e, kid)->type);
  return is_float;
}

tp_value tp_eval_value(tp_eval *e, tp_node_id n) {
  tp_node_id outer = e->where;
  e->steps++;
  tp_eval_pass(e, n);
  e->where = n;
  tp_value v = value_of(e, n);
  e->where = n;
  if ((e->trust.rounds || e->trust.rounding) && is_rounded(e, n))
    v.e = tp_eval_fresh(e, v.type, TP_FREE_ROUNDING);
  if (!v.e && tp_type_is_scalar(&e->p->types, v.type))
    v.e = tp_eval_fresh(e, v.type, TP_FREE_EXPRESSION);
  e->where = outer;
  return v;
}
