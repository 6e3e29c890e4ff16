/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library: which model a call has. Results that the standard
 * leaves open are left open. */
#include "decide/eval_models.h"

#include "engine/choice.h"
#include "libc/libc.h"

/* ---- functions that runs follow ------------------------------------------ */

typedef bool model(tp_eval *e, const tp_eval_library_call *c, tp_value *out);

static const struct {
  const char *name, *parameters;
  model *does;
} library[] = {
#define LIBRARY(result, name, parameters) \
  {#name, #parameters, tp_eval_model_##name},
#define VALUED LIBRARY
#include "wire/library.def"
#undef LIBRARY
#undef VALUED
};

/* In (a, b (*)(c, d)) there are two. */
static uint32_t count_parameters(const char *text) {
  uint32_t n = strcmp(text, "(void)") != 0, depth = 0;
  for (; *text; text++) {
    depth += *text == '(';
    depth -= *text == ')';
    n += *text == ',' && depth == 1;
  }
  return n;
}

static bool follow(tp_eval *e, const char *name, const tp_eval_library_call *c,
                   tp_value *out) {
  for (size_t i = 0; i < sizeof library / sizeof *library; i++)
    if (strcmp(name, library[i].name) == 0)
      return c->n == count_parameters(library[i].parameters) &&
             library[i].does(e, c, out);
  return false;
}

/* ---- functions of numbers ------------------------------------------------ */

static tp_expr is_negative(tp_eval *e, tp_value v) {
  tp_value zero = {tp_expr_bv(e->x, tp_expr_width(e->x, v.e), 0), v.type};
  return tp_sem_truth(&e->sem, tp_sem_binary(&e->sem, TP_OP_LT, v, zero));
}

/* Where the function does not say which number it is, it is any. */
static tp_value open_result(tp_eval *e, const tp_pure *f, const tp_value *args,
                            tp_value result) {
  tp_exprs *x = e->x;
  tp_value argument = {tp_sem_convert(&e->sem, args[0], f->type), f->type};
  tp_expr is_open = 0;
  if (!result.e)
    return result;
  if (tp_pure_is_open(f))
    is_open = tp_sem_truth(&e->sem, result);
  else if (f->kind == TP_PURE_MAGNITUDE) /* of the least number */
    is_open = is_negative(e, result);
  else if (f->kind == TP_PURE_LEADING_ZEROS ||
           f->kind == TP_PURE_TRAILING_ZEROS)
    is_open = tp_expr_not(x, tp_sem_truth(&e->sem, argument));
  if (!is_open)
    return result;
  tp_expr any = tp_eval_fresh(e, result.type, TP_FREE_CALL);
  if (tp_pure_is_open(f)) {
    tp_expr zero = tp_expr_bv(x, 32, 0), one = tp_expr_bv(x, 32, 1);
    any = tp_expr_ite(x, tp_expr_eq(x, any, zero), one, any);
  }
  return (tp_value){tp_expr_ite(x, is_open, any, result.e), result.type};
}

static bool pure(tp_eval *e, const tp_ir_op *call, const tp_value *args,
                 tp_value *out) {
  const tp_pure *f = tp_pure_call(e->p, call->ref);
  if (!f)
    return false;
  tp_value result = open_result(e, f, args, tp_sem_pure(&e->sem, f, args));
  out->e = tp_sem_convert(&e->sem, result, call->type);
  out->type = call->type;
  return out->e != 0;
}

tp_value tp_eval_ctype(tp_eval *e, tp_ctype table, tp_type_id type,
                       tp_value index) {
  tp_value out = {0, type};
  tp_expr element[TP_CTYPE_COUNT];
  unsigned width = 8 * (unsigned)tp_type_get(&e->p->types, type)->size;
  tp_expr at = tp_sem_convert(&e->sem, index, TP_TYPE_LONG);
  for (int i = 0; i < TP_CTYPE_COUNT; i++) {
    uint32_t bits;
    if (!tp_ctype_element(table, TP_CTYPE_FIRST + i, &bits))
      return out;
    element[i] = tp_expr_bv(e->x, width, bits);
  }
  if (!at || !tp_program_has_c_locale(e->p))
    return out;
  tp_choice c = {.n_dims = 1};
  c.dim[0] = (tp_access){.at = at,
                         .count = TP_CTYPE_COUNT,
                         .first = TP_CTYPE_FIRST,
                         .step = 1,
                         .scalar = {.is_signed = true, .size = 8}};
  tp_expr is_inside =
      tp_sem_in_range(e->x, at, true, (uint64_t)(int64_t)TP_CTYPE_FIRST,
                      TP_CTYPE_FIRST + TP_CTYPE_COUNT - 1);
  tp_expr any = tp_eval_fresh(e, type, TP_FREE_MEMORY);
  out.e = tp_expr_ite(e->x, is_inside, tp_choice_of(e->x, &c, element), any);
  return out;
}

/* ---- all ----------------------------------------------------------------- */

/* The run ends where it does not hold. */
static void assume(tp_eval *e, tp_value condition) {
  tp_expr truth = tp_sem_truth(&e->sem, condition);
  if (truth)
    e->s.guard = tp_guard_add(&e->model->guards, e->s.guard, truth, UINT32_MAX);
}

static bool is_assumption(const char *name) {
  return strcmp(name, "klee_assume") == 0 ||
         strcmp(name, "__VERIFIER_assume") == 0;
}

static bool do_call(tp_eval *e, const tp_ir_op *call, const tp_decl *callee,
                    const tp_value *args, uint32_t n, tp_value *out) {
  const char *name = tp_names_text(e->p->names, callee->name);
  const char *plain = tp_libc_plain_name(name);
  tp_eval_library_call c = {call->node, call->type, args, n};
  if (tp_eval_list_call(e, name, args, n))
    return true;
  if (n == 1 && is_assumption(name)) {
    assume(e, args[0]);
    return true;
  }
  bool is_known = !(e->trust.effects.at[callee - e->p->decls.at] &
                    TP_OUTSIDE_UNKNOWN); /* and no other of that name */
  return (is_known && (tp_eval_errno_place(e, name, call->type, out) ||
                       follow(e, plain, &c, out) ||
                       tp_eval_overflow(e, name, args, n, out) ||
                       tp_eval_format(e, callee, plain, args, n, out) ||
                       tp_eval_div(e, call->node, plain, args, n, out) ||
                       tp_eval_alloca(e, call->node, plain, args, n, out) ||
                       tp_eval_free(e, callee, plain, args, n, out))) ||
         pure(e, call, args, out);
}

bool tp_eval_library(tp_eval *e, const tp_ir_op *call, const tp_decl *callee,
                     const tp_value *args, uint32_t n, tp_value *out) {
  if (!do_call(e, call, callee, args, n, out))
    return false;
  tp_eval_errno_after(e, callee);
  return true;
}
