/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of the C library that tester programs decide by: comparing and
 * copying strings. Results that the standard leaves open are left open. */
#include "decide/eval.h"

#include "engine/choice.h"

#define MAX_STRING 256
#define NO_LIMIT UINT64_MAX /* only the NUL ends it */

static const char *plain_name(const char *name) {
  return tp_text_starts(name, "__builtin_") ? name + strlen("__builtin_")
                                            : name;
}

static bool is_name(const char *name, const char *want) {
  return strcmp(plain_name(name), want) == 0;
}

static tp_expr byte_at(tp_eval *e, tp_expr address, uint32_t i) {
  tp_expr at = tp_expr_bv_op(e->x, TP_BV_ADD, address, tp_expr_bv(e->x, 64, i));
  if (tp_memory_is_in_pointer(&e->memory, e->s.cells, at, 1))
    return 0;
  return tp_memory_load(&e->memory, e->s.cells, at, 1);
}

/* Bytes of a string up to one that is surely NUL; n: at most that many. False
 * if a byte is not known before. */
static bool read_string(tp_eval *e, tp_expr address, uint64_t max,
                        bool stop_at_nul, tp_expr *out, uint32_t *n) {
  uint64_t bits;
  for (*n = 0; *n < max && *n < MAX_STRING; ++*n) {
    out[*n] = address ? byte_at(e, address, *n) : 0;
    if (!out[*n])
      return false;
    if (stop_at_nul && tp_expr_constant(e->x, out[*n], &bits) && bits == 0) {
      ++*n;
      return true;
    }
  }
  return *n == max;
}

bool tp_eval_text(tp_eval *e, tp_expr address, char *out, uint32_t size) {
  tp_expr bytes[MAX_STRING];
  uint32_t n;
  if (!read_string(e, address, NO_LIMIT, true, bytes, &n) || n > size)
    return false;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t bits;
    if (!tp_expr_constant(e->x, bytes[i], &bits))
      return false;
    out[i] = (char)bits;
  }
  return true;
}

/* The shorter one, read first, bounds what must be known of the other. */
static bool read_both(tp_eval *e, const tp_value *args, uint64_t max, bool stop,
                      tp_expr *a, tp_expr *b, uint32_t *n) {
  uint32_t na, nb;
  bool ok_a = read_string(e, args[0].e, max, stop, a, &na);
  bool ok_b = read_string(e, args[1].e, max, stop, b, &nb);
  if (!ok_a && !ok_b)
    return false;
  *n = ok_a && (!ok_b || na < nb) ? na : nb;
  return (ok_a || na >= *n) && (ok_b || nb >= *n);
}

/* 0, or any number of the right sign. */
static bool compare(tp_eval *e, const tp_value *args, uint64_t max, bool stop,
                    tp_value *out) {
  tp_expr a[MAX_STRING], b[MAX_STRING];
  uint32_t n;
  tp_exprs *x = e->x;
  if (!read_both(e, args, max, stop, a, b, &n))
    return false;
  tp_expr any = tp_eval_fresh(e, TP_TYPE_UINT, TP_FREE_CALL);
  tp_expr negative =
      tp_expr_bv_op(x, TP_BV_OR, any, tp_expr_bv(x, 32, 0x80000000u));
  tp_expr positive = tp_expr_bv_op(
      x, TP_BV_OR, tp_expr_bv_op(x, TP_BV_LSHR, any, tp_expr_bv(x, 32, 1)),
      tp_expr_bv(x, 32, 1));
  *out = (tp_value){tp_sem_compare_bytes(x, a, b, n, stop, negative, positive),
                    TP_TYPE_INT};
  return true;
}

static bool length(tp_eval *e, const tp_value *args, tp_value *out) {
  tp_expr a[MAX_STRING];
  uint32_t n;
  if (!read_string(e, args[0].e, NO_LIMIT, true, a, &n))
    return false;
  *out = (tp_value){tp_sem_string_length(e->x, a, n), TP_TYPE_ULONG};
  return true;
}

static bool copy(tp_eval *e, const tp_value *args, uint64_t n, tp_value *out) {
  e->s.cells = tp_memory_copy(&e->memory, e->s.cells, args[0].e, args[1].e, n);
  *out = args[0];
  return true;
}

static bool fill(tp_eval *e, const tp_value *args, uint64_t n, tp_value *out) {
  tp_expr byte = tp_sem_convert(&e->sem, args[1], TP_TYPE_INT);
  if (byte)
    byte = tp_expr_extract(e->x, byte, 0, 8);
  e->s.cells = tp_memory_fill(&e->memory, e->s.cells, args[0].e, n, byte);
  *out = args[0];
  return true;
}

/* A number read from a text. Where it ends is not stored, and errno is not
 * known: so only for those that can't be asked for either. */
static bool number(tp_eval *e, tp_node_id call, const tp_value *args,
                   tp_value *out) {
  tp_expr a[MAX_STRING];
  uint32_t n;
  if (!read_string(e, args[0].e, NO_LIMIT, true, a, &n) ||
      n > TP_WIRE_MAX_NUMBER)
    return false;
  tp_value value = {tp_sem_number(e->x, a, n, 10, false).value, TP_TYPE_LONG};
  out->type = tp_node_get(e->p, call)->type;
  out->e = tp_sem_convert(&e->sem, value, out->type);
  return out->e != 0;
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
  else if (f->kind == TP_PURE_LEADING_ZEROS ||
           f->kind == TP_PURE_TRAILING_ZEROS)
    is_open = tp_expr_not(x, tp_sem_truth(&e->sem, argument));
  if (!is_open)
    return result;
  tp_expr any = tp_eval_fresh(e, TP_TYPE_INT, TP_FREE_CALL);
  if (tp_pure_is_open(f)) {
    tp_expr zero = tp_expr_bv(x, 32, 0), one = tp_expr_bv(x, 32, 1);
    any = tp_expr_ite(x, tp_expr_eq(x, any, zero), one, any);
  }
  return (tp_value){tp_expr_ite(x, is_open, any, result.e), TP_TYPE_INT};
}

static bool pure(tp_eval *e, tp_node_id call, const tp_value *args,
                 tp_value *out) {
  const tp_pure *f = tp_pure_call(e->p, call);
  if (!f)
    return false;
  tp_type_id type = tp_node_get(e->p, call)->type;
  tp_value result = open_result(e, f, args, tp_sem_pure(&e->sem, f, args));
  out->e = tp_sem_convert(&e->sem, result, type);
  out->type = type;
  return out->e != 0;
}

tp_value tp_eval_ctype(tp_eval *e, tp_node_id n) {
  const tp_node *node = tp_node_get(e->p, n);
  tp_value out = {0, node->type};
  tp_expr element[TP_CTYPE_COUNT];
  unsigned width = 8 * (unsigned)tp_type_get(&e->p->types, node->type)->size;
  tp_expr at = tp_sem_convert(
      &e->sem, tp_eval_value(e, tp_node_kid(e->p, n, 1)), TP_TYPE_LONG);
  for (int i = 0; i < TP_CTYPE_COUNT; i++) {
    uint32_t bits;
    if (!tp_ctype_element(e->p, node->first, TP_CTYPE_FIRST + i, &bits))
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
  tp_expr any = tp_eval_fresh(e, node->type, TP_FREE_MEMORY);
  out.e = tp_expr_ite(e->x, is_inside, tp_choice_of(e->x, &c, element), any);
  return out;
}

/* The run ends where it does not hold. */
static void assume(tp_eval *e, tp_value condition) {
  tp_expr truth = tp_sem_truth(&e->sem, condition);
  if (truth)
    e->s.guard = tp_guard_add(&e->model->guards, e->s.guard, truth, UINT32_MAX);
}

bool tp_eval_library(tp_eval *e, tp_node_id call, const char *name,
                     const tp_value *args, uint32_t n, tp_value *out) {
  uint64_t count = 0;
  tp_expr third = n == 3 ? tp_sem_convert(&e->sem, args[2], TP_TYPE_ULONG) : 0;
  if (tp_eval_list_call(e, call, name))
    return true;
  bool has_count = third && tp_expr_constant(e->x, third, &count);
  if (n == 2 && is_name(name, "strcmp"))
    return compare(e, args, NO_LIMIT, true, out);
  if (has_count && is_name(name, "strncmp"))
    return compare(e, args, count, true, out);
  if (has_count && is_name(name, "memcmp"))
    return compare(e, args, count, false, out);
  if (n == 1 &&
      (is_name(name, "klee_assume") || is_name(name, "__VERIFIER_assume"))) {
    assume(e, args[0]);
    return true;
  }
  if (n == 1 && is_name(name, "strlen"))
    return length(e, args, out);
  if (n == 1 && (is_name(name, "atoi") || is_name(name, "atol") ||
                 is_name(name, "atoll")))
    return number(e, call, args, out);
  if (has_count && (is_name(name, "memcpy") || is_name(name, "memmove")))
    return copy(e, args, count, out);
  if (has_count && is_name(name, "memset"))
    return fill(e, args, count, out);
  return tp_eval_heap(e, call, plain_name(name), args, n, out) ||
         pure(e, call, args, out);
}
