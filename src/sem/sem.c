/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C's operators over typed values. */
#include "sem/sem.h"

bool tp_sem_scalar(const tp_program *p, tp_type_id type, tp_cscalar *out) {
  const tp_type *t = tp_type_get(&p->types, type);
  *out = (tp_cscalar){.size = (uint8_t)t->size};
  switch (t->kind) {
  case TP_T_BOOL:
    out->is_bool = true;
    return true;
  case TP_T_ENUM:
  case TP_T_INT:
    out->is_signed = tp_type_is_signed(&p->types, type);
    return t->size >= 1 && t->size <= 8;
  case TP_T_FLOAT:
    out->is_float = true;
    return true;
  case TP_T_POINTER:
    return true;
  case TP_T_ARRAY:
  case TP_T_FUNCTION:
    out->size = 8;
    return true;
  default:
    return false;
  }
}

/* Most conversions are to the type that is there. */
static bool is_as_it_is(const tp_sem *s, tp_type_id from, tp_type_id to) {
  const tp_type *t = tp_type_get(&s->program->types, to);
  return from == to && t->kind == TP_T_INT && t->size <= 8;
}

tp_expr tp_sem_convert(const tp_sem *s, tp_value v, tp_type_id to) {
  tp_cscalar f, t;
  if (is_as_it_is(s, v.type, to))
    return v.e;
  if (!v.e || !tp_sem_scalar(s->program, v.type, &f) ||
      !tp_sem_scalar(s->program, to, &t))
    return 0;
  tp_expr result = tp_cop_convert(s->exprs, v.e, f, t);
  bool is_open = f.is_float && !t.is_float && !t.is_bool;
  return is_open && s->integer_of ? s->integer_of(s->state, v, to, result)
                                  : result;
}

static const tp_type *type_at(const tp_sem *s, tp_type_id t) {
  return tp_type_get(&s->program->types, t);
}

static bool is_pointer_like(const tp_sem *s, tp_type_id t) {
  uint8_t kind = type_at(s, t)->kind;
  return kind == TP_T_POINTER || kind == TP_T_ARRAY || kind == TP_T_FUNCTION;
}

/* Bytes that a pointer moves by when 1 is added; 0: not known. */
static uint64_t pointee_size(const tp_sem *s, tp_type_id pointer) {
  const tp_type *t = type_at(s, pointer);
  if (t->kind == TP_T_FUNCTION)
    return 1;
  const tp_type *base = type_at(s, t->base);
  if (base->kind == TP_T_VOID || base->kind == TP_T_FUNCTION)
    return 1;
  return base->is_complete && !base->is_variable ? base->size : 0;
}

static tp_expr move_pointer(const tp_sem *s, tp_value pointer, tp_value by,
                            bool is_minus) {
  uint64_t size = pointee_size(s, pointer.type);
  tp_expr steps = tp_sem_convert(s, by, TP_TYPE_LONG);
  if (!pointer.e || !steps || !size)
    return 0;
  tp_expr bytes =
      tp_expr_bv_op(s->exprs, TP_BV_MUL, steps, tp_expr_bv(s->exprs, 64, size));
  return tp_expr_bv_op(s->exprs, is_minus ? TP_BV_SUB : TP_BV_ADD, pointer.e,
                       bytes);
}

static tp_expr pointer_difference(const tp_sem *s, tp_value a, tp_value b) {
  uint64_t size = pointee_size(s, a.type);
  if (!a.e || !b.e || !size)
    return 0;
  return tp_expr_bv_op(s->exprs, TP_BV_SDIV,
                       tp_expr_bv_op(s->exprs, TP_BV_SUB, a.e, b.e),
                       tp_expr_bv(s->exprs, 64, size));
}

static bool cop_of(tp_op op, tp_cop *out) {
  static const struct {
    tp_op op;
    tp_cop cop;
  } table[] = {
      {TP_OP_ADD, TP_COP_ADD}, {TP_OP_SUB, TP_COP_SUB}, {TP_OP_MUL, TP_COP_MUL},
      {TP_OP_DIV, TP_COP_DIV}, {TP_OP_MOD, TP_COP_MOD}, {TP_OP_SHL, TP_COP_SHL},
      {TP_OP_SHR, TP_COP_SHR}, {TP_OP_AND, TP_COP_AND}, {TP_OP_OR, TP_COP_OR},
      {TP_OP_XOR, TP_COP_XOR}, {TP_OP_LT, TP_COP_LT},   {TP_OP_GT, TP_COP_GT},
      {TP_OP_LE, TP_COP_LE},   {TP_OP_GE, TP_COP_GE},   {TP_OP_EQ, TP_COP_EQ},
      {TP_OP_NE, TP_COP_NE}};
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
    if (table[i].op == op) {
      *out = table[i].cop;
      return true;
    }
  }
  return false;
}

static bool is_comparison(tp_op op) {
  return op >= TP_OP_LT && op <= TP_OP_NE;
}

static bool is_arith(tp_cop cop) {
  return cop <= TP_COP_SHR;
}

static void tell_arith(const tp_sem *s, tp_cop cop, tp_cscalar t, tp_expr a,
                       tp_expr b) {
  tp_arith n = {(uint8_t)cop, (uint8_t)(8 * t.size), a, b};
  if (s->on_arith && !t.is_float && t.is_signed && t.size >= 4 &&
      is_arith(cop) && tp_arith_may_misfit(s->exprs, n))
    s->on_arith(s->state, n);
}

static tp_value arithmetic(const tp_sem *s, tp_op op, tp_value a, tp_value b) {
  tp_cop cop;
  tp_cscalar t, bt;
  bool is_shift = op == TP_OP_SHL || op == TP_OP_SHR;
  const tp_types *types = &s->program->types;
  tp_type_id common =
      is_shift ? a.type : tp_type_arithmetic(types, a.type, b.type);
  tp_type_id right = is_shift ? b.type : common;
  tp_value out = {0, is_comparison(op) ? TP_TYPE_INT : common};
  if (!cop_of(op, &cop) || !tp_sem_scalar(s->program, common, &t) ||
      !tp_sem_scalar(s->program, right, &bt))
    return out;
  tp_expr x = tp_sem_convert(s, a, common), y = tp_sem_convert(s, b, right);
  if (!x || !y)
    return out;
  tell_arith(s, cop, t, x, y);
  out.e = tp_cop_binary(s->exprs, cop, t, x, y, bt);
  return out;
}

static tp_expr compare_pointers(const tp_sem *s, tp_op op, tp_value a,
                                tp_value b) {
  tp_cop cop;
  tp_cscalar t = {.size = 8};
  tp_expr p = tp_sem_convert(s, a, TP_TYPE_ULONG);
  tp_expr q = tp_sem_convert(s, b, TP_TYPE_ULONG);
  return p && q && cop_of(op, &cop) ? tp_cop_binary(s->exprs, cop, t, p, q, t)
                                    : 0;
}

tp_value tp_sem_binary(const tp_sem *s, tp_op op, tp_value a, tp_value b) {
  bool pa = is_pointer_like(s, a.type), pb = is_pointer_like(s, b.type);
  if (!pa && !pb)
    return arithmetic(s, op, a, b);
  if (is_comparison(op))
    return (tp_value){compare_pointers(s, op, a, b), TP_TYPE_INT};
  if (op == TP_OP_SUB && pa && pb)
    return (tp_value){pointer_difference(s, a, b), TP_TYPE_LONG};
  if (op == TP_OP_ADD || op == TP_OP_SUB)
    return pa ? (tp_value){move_pointer(s, a, b, op == TP_OP_SUB), a.type}
              : (tp_value){move_pointer(s, b, a, false), b.type};
  return (tp_value){0, TP_TYPE_UNKNOWN};
}

tp_value tp_sem_unary(const tp_sem *s, tp_op op, tp_value a) {
  tp_cscalar t;
  if (op == TP_OP_NOT) {
    tp_expr truth = tp_sem_truth(s, a);
    if (truth)
      truth = tp_cop_of_truth(s->exprs, tp_expr_not(s->exprs, truth));
    return (tp_value){truth, TP_TYPE_INT};
  }
  if (!a.e || !tp_sem_scalar(s->program, a.type, &t))
    return (tp_value){0, a.type};
  if (op == TP_OP_NEG && !t.is_float)
    tell_arith(s, TP_COP_SUB, t, tp_expr_bv(s->exprs, 8u * t.size, 0), a.e);
  if (op == TP_OP_NEG)
    a.e = tp_cop_neg(s->exprs, t, a.e);
  else if (op == TP_OP_BITNOT)
    a.e = tp_cop_bitnot(s->exprs, t, a.e);
  return a;
}

tp_expr tp_sem_step(const tp_sem *s, tp_value a, bool is_minus) {
  tp_op op = is_minus ? TP_OP_SUB : TP_OP_ADD;
  tp_value one = {tp_expr_bv(s->exprs, 32, 1), TP_TYPE_INT};
  tp_value wide = a;
  if (!is_pointer_like(s, a.type)) {
    wide.type = tp_type_promote(&s->program->types, a.type);
    wide.e = tp_sem_convert(s, a, wide.type);
  }
  return tp_sem_convert(s, tp_sem_binary(s, op, wide, one), a.type);
}

tp_expr tp_sem_truth(const tp_sem *s, tp_value v) {
  tp_cscalar t;
  if (!v.e || !tp_sem_scalar(s->program, v.type, &t))
    return 0;
  return tp_cop_truth(s->exprs, t, v.e);
}

tp_expr tp_sem_constant(const tp_sem *s, tp_type_id type, uint32_t ref) {
  tp_cscalar t;
  if (!tp_sem_scalar(s->program, type, &t))
    return 0;
  if (!tp_type_is_float(&s->program->types, type))
    return tp_expr_bv(s->exprs, 8u * t.size, s->program->ints.at[ref]);
  double value = s->program->floats.at[ref];
  return t.size == 4 ? tp_expr_f32(s->exprs, (float)value)
                     : tp_expr_f64(s->exprs, value);
}

tp_expr tp_sem_field_read(const tp_sem *s, tp_expr bytes,
                          const tp_field *field) {
  tp_cscalar t;
  if (!tp_sem_scalar(s->program, field->type, &t))
    return 0;
  tp_expr value =
      tp_expr_extract(s->exprs, bytes, field->bit_offset, field->bit_width);
  unsigned width = 8u * t.size;
  return t.is_signed ? tp_expr_sext(s->exprs, value, width)
                     : tp_expr_zext(s->exprs, value, width);
}

tp_expr tp_sem_field_write(const tp_sem *s, tp_expr bytes, tp_expr value,
                           const tp_field *field) {
  unsigned width = tp_expr_width(s->exprs, bytes);
  unsigned low = field->bit_offset, high = low + field->bit_width;
  tp_expr out = tp_expr_extract(s->exprs, value, 0, field->bit_width);
  if (low > 0)
    out =
        tp_expr_concat(s->exprs, out, tp_expr_extract(s->exprs, bytes, 0, low));
  if (high < width)
    out = tp_expr_concat(
        s->exprs, tp_expr_extract(s->exprs, bytes, high, width - high), out);
  return out;
}

tp_expr tp_sem_in_range(tp_exprs *x, tp_expr v, bool is_signed, uint64_t low,
                        uint64_t high) {
  unsigned width = tp_expr_width(x, v);
  tp_expr lo = tp_expr_bv(x, width, low), hi = tp_expr_bv(x, width, high);
  if (low == high)
    return tp_expr_eq(x, v, lo);
  tp_expr below = is_signed ? tp_expr_slt(x, v, lo) : tp_expr_ult(x, v, lo);
  tp_expr above = is_signed ? tp_expr_slt(x, hi, v) : tp_expr_ult(x, hi, v);
  return tp_expr_and(x, tp_expr_not(x, below), tp_expr_not(x, above));
}

tp_expr tp_sem_case(const tp_sem *s, tp_decision_id id, tp_expr v, uint32_t k) {
  const tp_program *p = s->program;
  const tp_decision *d = &p->decisions.at[id];
  const tp_source_branch *b = &p->branches.at[d->first];
  bool is_signed = tp_type_is_signed(&p->types, d->type);
  if (!b[k].is_default)
    return tp_sem_in_range(s->exprs, v, is_signed, (uint64_t)b[k].low,
                           (uint64_t)b[k].high);
  tp_expr none = tp_expr_bool(s->exprs, true);
  for (uint32_t i = 0; i < d->n; i++)
    if (!b[i].is_default)
      none = tp_expr_and(
          s->exprs, none,
          tp_expr_not(s->exprs, tp_sem_in_range(s->exprs, v, is_signed,
                                                (uint64_t)b[i].low,
                                                (uint64_t)b[i].high)));
  return none;
}
