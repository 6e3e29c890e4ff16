/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A recorded call of the C library in, the expression of its result out. Where
 * the bytes that were looked at are cut, the result is only said as far as they
 * decide it. */
#include "engine/text.h"

#include "base/map.h"

static bool is_comparison(uint32_t which) {
  return which < TP_LIB_STRLEN;
}

unsigned tp_text_width(const tp_text_call *c) {
  bool is_int = is_comparison(c->which) ||
                (c->which == TP_LIB_NUMBER && c->how & TP_NUMBER_INT);
  return is_int ? 32 : 64;
}

bool tp_text_has_second(uint32_t which) {
  return which != TP_LIB_STRLEN && which != TP_LIB_NUMBER &&
         which != TP_LIB_PLACE;
}

uint64_t tp_text_key(const tp_text_call *c) {
  uint64_t key = tp_hash_pair(c->which, (uint64_t)c->how << 32 | c->n);
  bool has_b = tp_text_has_second(c->which);
  key = tp_hash_pair(key, c->base);
  for (uint32_t i = 0; i < c->n; i++)
    key =
        tp_hash_pair(key, has_b ? (uint64_t)c->b[i] << 32 | c->a[i] : c->a[i]);
  return key == 0 || key == UINT64_MAX ? 1 : key;
}

static tp_expr is_not_nul(tp_exprs *x, tp_expr byte) {
  return tp_expr_not(x, tp_expr_eq(x, byte, tp_expr_bv(x, 8, 0)));
}

/* ---- comparisons --------------------------------------------------------- */

static tp_expr compare(tp_exprs *x, const tp_text_call *c, tp_expr other,
                       bool is_sign) {
  tp_expr a[TP_WIRE_MAX_STRING], b[TP_WIRE_MAX_STRING];
  tp_expr is_equal = tp_expr_bool(x, true);
  bool is_text = c->which != TP_LIB_MEMCMP;
  for (uint32_t i = 0; i < c->n; i++) {
    bool folds = c->which == TP_LIB_STRCASECMP;
    a[i] = folds ? tp_sem_lower_case(x, c->a[i]) : c->a[i];
    b[i] = folds ? tp_sem_lower_case(x, c->b[i]) : c->b[i];
    is_equal = tp_expr_and(x, is_equal, tp_expr_eq(x, a[i], b[i]));
    if (is_text)
      is_equal = tp_expr_and(x, is_equal, is_not_nul(x, a[i]));
  }
  tp_expr less = is_sign ? tp_expr_bv(x, 32, UINT32_MAX) : 0;
  tp_expr e =
      tp_sem_compare_bytes(x, a, b, c->n, is_text, less, tp_expr_bv(x, 32, 1));
  return other ? tp_expr_ite(x, is_equal, other, e) : e;
}

/* ---- lengths and searches ------------------------------------------------ */

static tp_expr first_in_set(tp_exprs *x, const tp_text_call *c) {
  tp_expr result = tp_expr_bv(x, 64, 0);
  tp_expr steps = tp_sem_span(x, c->a, c->b, c->n, true);
  for (uint32_t i = c->n; i-- > 0;)
    result =
        tp_expr_ite(x,
                    tp_expr_and(x, tp_expr_eq(x, steps, tp_expr_bv(x, 64, i)),
                                is_not_nul(x, c->a[i])),
                    tp_expr_bv(x, 64, c->base + i), result);
  return result;
}

/* The number that bytes are. */
static tp_expr whole(tp_exprs *x, const tp_expr *bytes, uint32_t n) {
  tp_expr all = bytes[0];
  for (uint32_t i = 1; i < n; i++)
    all = tp_expr_concat(x, bytes[i], all);
  return all;
}

static tp_expr look_up(tp_exprs *x, const tp_text_call *c) {
  tp_expr what = c->n ? c->b[0] : 0;
  switch (c->which) {
  case TP_LIB_STRLEN:
    return tp_sem_string_length(x, c->a, c->n);
  case TP_LIB_STRSPN:
  case TP_LIB_STRCSPN:
    return tp_sem_span(x, c->a, c->b, c->n, c->which == TP_LIB_STRCSPN);
  case TP_LIB_STRPBRK:
    return first_in_set(x, c);
  case TP_LIB_STRSTR:
    return tp_sem_find_text(x, c->base, c->a, c->b, c->n);
  case TP_LIB_PLACE:
    return tp_expr_bv_op(x, TP_BV_SUB, whole(x, c->a, c->n),
                         tp_expr_bv(x, 64, c->base));
  case TP_LIB_SIZE:
    return tp_expr_bv_op(x, TP_BV_MUL, whole(x, c->a, c->n),
                         whole(x, c->b, c->n));
  case TP_LIB_STRRCHR:
    return tp_sem_find_last(x, c->base, c->a, what, c->n);
  default:
    return tp_sem_find_first(x, c->base, c->a, what, c->n,
                             c->which == TP_LIB_STRCHR);
  }
}

/* The bytes do not decide the result e. */
static tp_expr is_open(tp_exprs *x, const tp_text_call *c, tp_expr e) {
  bool is_length = c->which < TP_LIB_MEMCHR;
  tp_expr none = tp_expr_bv(x, 64, is_length ? c->n : 0);
  tp_expr open = tp_expr_eq(x, e, none);
  if (c->which == TP_LIB_STRRCHR)
    open = tp_expr_bool(x, true);
  for (uint32_t i = 0; i < c->n && c->which > TP_LIB_MEMCHR; i++)
    open = tp_expr_and(x, open, is_not_nul(x, c->a[i]));
  return open;
}

/* ---- numbers ------------------------------------------------------------- */

static tp_expr number(tp_exprs *x, const tp_text_call *c, tp_expr other) {
  tp_number r = tp_sem_number(x, c->a, c->n, c->how & TP_NUMBER_BASE,
                              c->how & TP_NUMBER_UNSIGNED);
  tp_expr e = r.value;
  if (c->how & TP_NUMBER_END)
    e = tp_expr_bv_op(x, TP_BV_ADD, r.end, tp_expr_bv(x, 64, c->base));
  else if (c->how & TP_NUMBER_INT)
    e = tp_expr_extract(x, e, 0, 32);
  return other ? tp_expr_ite(x, r.is_open, other, e) : e;
}

tp_expr tp_text_result(tp_exprs *x, const tp_text_call *c, tp_expr other,
                       bool is_sign) {
  if (is_comparison(c->which))
    return compare(x, c, other, is_sign);
  if (c->which == TP_LIB_NUMBER)
    return number(x, c, other);
  tp_expr e = look_up(x, c);
  return other ? tp_expr_ite(x, is_open(x, c, e), other, e) : e;
}
