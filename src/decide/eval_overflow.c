/* SPDX-License-Identifier: GPL-3.0-or-later */
/* __builtin_add_overflow and its kin: the result as with numbers of any size,
 * whether it fits, and what of it is stored. */
#include "decide/eval.h"

/* add, sub or mul; NONE: it is no such name. */
static tp_op operator_of(const char *name, bool *is_typed) {
  static const struct {
    const char *word;
    tp_op op;
  } ops[] = {{"add", TP_OP_ADD}, {"sub", TP_OP_SUB}, {"mul", TP_OP_MUL}};
  if (!tp_text_starts(name, "__builtin_"))
    return TP_OP_NONE;
  const char *at = name + strlen("__builtin_");
  *is_typed = (*at == 's' && !tp_text_starts(at, "sub_")) || *at == 'u';
  at += *is_typed;
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    if (!tp_text_starts(at, ops[i].word))
      continue;
    at += strlen(ops[i].word);
    at += strspn(at, "l");
    return strcmp(at, "_overflow") == 0 ? ops[i].op : TP_OP_NONE;
  }
  return TP_OP_NONE;
}

typedef struct operands {
  tp_value x, y;
  tp_type_id type; /* of what is stored */
} operands;

static bool is_unsigned(const tp_eval *e, tp_type_id t) {
  return !tp_type_is_signed(&e->p->types, t);
}

static uint64_t size_of(const tp_eval *e, tp_type_id t) {
  return tp_type_get(&e->p->types, t)->size;
}

/* The exact result as a number of 64 bits, with sign or without. */
static tp_expr exact(tp_eval *e, tp_op op, const operands *o, bool *is_signed) {
  tp_value x = {tp_sem_convert(&e->sem, o->x, TP_TYPE_LONG), TP_TYPE_LONG};
  tp_value y = {tp_sem_convert(&e->sem, o->y, TP_TYPE_LONG), TP_TYPE_LONG};
  if (size_of(e, o->x.type) > 4 || size_of(e, o->y.type) > 4)
    return 0;
  *is_signed = op != TP_OP_MUL || !is_unsigned(e, o->x.type) ||
               !is_unsigned(e, o->y.type);
  return tp_sem_binary(&e->sem, op, x, y).e;
}

static tp_expr fits(tp_eval *e, tp_expr value, bool is_signed,
                    tp_type_id type) {
  unsigned bits = 8 * (unsigned)size_of(e, type);
  bool is_plain = is_unsigned(e, type);
  uint64_t high =
      is_plain ? UINT64_MAX >> (64 - bits) : (UINT64_C(1) << (bits - 1)) - 1;
  uint64_t low = is_plain || !is_signed ? 0 : ~high;
  if (is_signed && high > INT64_MAX) /* it can't be more than that */
    high = INT64_MAX;
  return tp_sem_in_range(e->x, value, is_signed, low, high);
}

/* Sums and differences of one type of 64 bits. */
static tp_expr fits_wide(tp_eval *e, tp_op op, const operands *o, tp_expr r) {
  const tp_types *types = &e->p->types;
  tp_type_id t = tp_type_get(types, o->type)->unqualified;
  tp_exprs *x = e->x;
  tp_expr a = o->x.e, b = o->y.e, zero = tp_expr_bv(x, 64, 0);
  if (op == TP_OP_MUL || tp_type_get(types, o->x.type)->unqualified != t ||
      tp_type_get(types, o->y.type)->unqualified != t || size_of(e, t) != 8)
    return 0;
  if (is_unsigned(e, t))
    return tp_expr_not(x, op == TP_OP_ADD ? tp_expr_ult(x, r, a)
                                          : tp_expr_ult(x, a, b));
  tp_expr first = tp_expr_bv_op(x, TP_BV_XOR, a, op == TP_OP_ADD ? r : b);
  tp_expr second = tp_expr_bv_op(x, TP_BV_XOR, op == TP_OP_ADD ? b : a, r);
  return tp_expr_not(
      x, tp_expr_slt(x, tp_expr_bv_op(x, TP_BV_AND, first, second), zero));
}

/* What is stored, and whether it is the exact result; 0: not known. */
static tp_expr compute(tp_eval *e, tp_op op, const operands *o,
                       tp_value *stored) {
  bool is_signed;
  tp_expr value = exact(e, op, o, &is_signed);
  *stored = (tp_value){value, TP_TYPE_LONG};
  if (value)
    return fits(e, value, is_signed, o->type);
  *stored = tp_sem_binary(&e->sem, op, o->x, o->y);
  return stored->e ? fits_wide(e, op, o, stored->e) : 0;
}

static bool find_operands(tp_eval *e, const tp_value *args, bool is_typed,
                          operands *o) {
  const tp_types *types = &e->p->types;
  const tp_type *to = tp_type_get(types, args[2].type);
  if (to->kind != TP_T_POINTER || !tp_type_is_integer(types, to->base) ||
      tp_type_get(types, to->base)->kind == TP_T_BOOL)
    return false;
  *o = (operands){args[0], args[1], to->base};
  if (is_typed) {
    o->x = (tp_value){tp_sem_convert(&e->sem, args[0], to->base), to->base};
    o->y = (tp_value){tp_sem_convert(&e->sem, args[1], to->base), to->base};
  }
  return o->x.e && o->y.e && tp_type_is_integer(types, o->x.type) &&
         tp_type_is_integer(types, o->y.type);
}

bool tp_eval_overflow(tp_eval *e, const char *name, const tp_value *args,
                      uint32_t n, tp_value *out) {
  bool is_typed = false;
  operands o;
  tp_value stored;
  tp_op op = operator_of(name, &is_typed);
  if (op == TP_OP_NONE || n != 3 || !find_operands(e, args, is_typed, &o))
    return false;
  tp_expr is_exact = compute(e, op, &o, &stored);
  if (!is_exact)
    return false;
  tp_eval_store(e, args[2].e, o.type, stored);
  tp_value truth = {tp_expr_bv_of_bool(e->x, tp_expr_not(e->x, is_exact), 32),
                    TP_TYPE_INT};
  out->e = tp_sem_convert(&e->sem, truth, out->type);
  return out->e != 0;
}
