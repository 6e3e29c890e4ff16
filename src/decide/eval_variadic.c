/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arguments beyond the parameters. A va_list is memory like any other: it holds
 * the number of the activation and how many arguments were taken, so that it
 * merges and is copied as everything else. What is not a number of these is a
 * list that is not known. */
#include "decide/eval.h"

#define LIST_BYTES 24
#define FRAME_AT 8 /* where the number of the activation lies */

static tp_expr place(tp_eval *e, tp_expr list, uint64_t offset) {
  return tp_expr_bv_op(e->x, TP_BV_ADD, list, tp_expr_bv(e->x, 64, offset));
}

static void forget_list(tp_eval *e, tp_expr list) {
  e->s.cells = tp_memory_forget(&e->memory, e->s.cells, list, LIST_BYTES);
}

tp_value tp_eval_promoted(tp_eval *e, tp_value v) {
  tp_type_id t = v.type;
  if (tp_type_get(&e->p->types, t)->unqualified == TP_TYPE_FLOAT)
    t = TP_TYPE_DOUBLE;
  else if (tp_type_is_integer(&e->p->types, t))
    t = tp_type_promote(&e->p->types, t);
  return t == v.type ? v : (tp_value){tp_sem_convert(&e->sem, v, t), t};
}

void tp_eval_more_args(tp_eval *e, const tp_value *args, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&VEC_LAST(&e->frames)->more, tp_eval_promoted(e, args[i]));
}

static void start(tp_eval *e, tp_expr list) {
  forget_list(e, list);
  e->s.cells =
      tp_memory_store(&e->memory, e->s.cells, list, 4, tp_expr_bv(e->x, 32, 0));
  e->s.cells =
      tp_memory_store(&e->memory, e->s.cells, place(e, list, FRAME_AT), 8,
                      tp_expr_bv(e->x, 64, VEC_LAST(&e->frames)->number));
}

bool tp_eval_list_call(tp_eval *e, const char *name, const tp_value *args,
                       uint32_t n) {
  bool is_copy = strcmp(name, "__builtin_va_copy") == 0;
  if (strcmp(name, "__builtin_va_end") == 0)
    return true;
  if (!is_copy && strcmp(name, "__builtin_va_start") != 0)
    return false;
  if (n < 1u + is_copy || !args[0].e)
    return false;
  if (is_copy)
    e->s.cells = tp_memory_copy(&e->memory, e->s.cells, args[0].e, args[1].e,
                                LIST_BYTES);
  else
    start(e, args[0].e);
  return true;
}

static tp_eval_frame *find_frame(tp_eval *e, uint64_t number) {
  for (uint32_t i = e->frames.n; i-- > 0;)
    if (e->frames.at[i]->number == number)
      return e->frames.at[i];
  return NULL;
}

static bool known_at(tp_eval *e, tp_expr address, unsigned size,
                     uint64_t *bits) {
  tp_expr value = tp_memory_load(&e->memory, e->s.cells, address, size);
  return value && tp_expr_known(e->x, value, bits);
}

/* What an argument is passed as: arrays and functions as their address. */
static tp_type_kind kind_passed(const tp_types *types, tp_type_id t) {
  tp_type_kind kind = tp_type_get(types, t)->kind;
  return kind == TP_T_ARRAY || kind == TP_T_FUNCTION ? TP_T_POINTER : kind;
}

bool tp_eval_is_read_as(const tp_eval *e, tp_type_id from, tp_type_id to) {
  const tp_types *types = &e->p->types;
  tp_type_kind kind = kind_passed(types, to);
  bool are_numbers =
      tp_type_is_integer(types, from) && tp_type_is_integer(types, to);
  if (!tp_type_is_scalar(types, to) ||
      (!are_numbers && kind_passed(types, from) != kind))
    return false;
  return kind == TP_T_POINTER ||
         tp_type_get(types, from)->size == tp_type_get(types, to)->size;
}

tp_value tp_eval_next_arg(tp_eval *e, tp_expr list, tp_type_id type) {
  tp_value out = {0, type};
  uint64_t taken, number;
  bool is_known = list && known_at(e, list, 4, &taken) &&
                  known_at(e, place(e, list, FRAME_AT), 8, &number);
  tp_eval_frame *f = is_known ? find_frame(e, number) : NULL;
  if (!f || taken >= f->more.n) {
    forget_list(e, list);
    return out;
  }
  tp_value arg = f->more.at[taken];
  if (tp_eval_is_read_as(e, arg.type, type))
    out.e = tp_sem_convert(&e->sem, arg, type);
  e->s.cells = tp_memory_store(&e->memory, e->s.cells, list, 4,
                               tp_expr_bv(e->x, 32, taken + 1));
  return out;
}
