/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that write bytes: copies and fills. Where the text
 * that is copied may end earlier, what was there before stays. */
#include "decide/eval_models.h"

#include "wire/wire.h"

#define NO_LIMIT UINT64_MAX

/* ---- so many bytes ------------------------------------------------------- */

/* How many they are; constant or not. */
static tp_expr count_of(tp_eval *e, const tp_eval_library_call *c, uint32_t i) {
  return i < c->n ? tp_sem_convert(&e->sem, c->args[i], TP_TYPE_ULONG) : 0;
}

static bool copy(tp_eval *e, const tp_eval_library_call *c) {
  tp_expr to = c->args[0].e, from = c->args[1].e;
  uint64_t n;
  if (!tp_eval_count(e, c, 2, &n))
    return tp_memory_copy_some(&e->memory, &e->s.cells, to, from,
                               count_of(e, c, 2));
  e->s.cells = tp_memory_copy(&e->memory, e->s.cells, to, from, n);
  return true;
}

bool tp_eval_model_memcpy(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  *out = c->args[0];
  return copy(e, c);
}

bool tp_eval_model_memmove(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  return tp_eval_model_memcpy(e, c, out);
}

bool tp_eval_model_mempcpy(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  uint64_t n;
  if (!tp_eval_count(e, c, 2, &n) || !copy(e, c))
    return false;
  *out = (tp_value){tp_eval_offset(e, c->args[0].e, n), c->type};
  return true;
}

static bool fill(tp_eval *e, const tp_eval_library_call *c, uint32_t count,
                 tp_expr byte) {
  tp_expr to = c->args[0].e;
  uint64_t n;
  if (!tp_eval_count(e, c, count, &n))
    return tp_memory_fill_some(&e->memory, &e->s.cells, to,
                               count_of(e, c, count), byte);
  e->s.cells = tp_memory_fill(&e->memory, e->s.cells, to, n, byte);
  return true;
}

bool tp_eval_model_memset(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  tp_expr value = tp_sem_convert(&e->sem, c->args[1], TP_TYPE_INT);
  *out = c->args[0];
  return fill(e, c, 2, value ? tp_expr_extract(e->x, value, 0, 8) : 0);
}

bool tp_eval_model_bzero(tp_eval *e, const tp_eval_library_call *c,
                         tp_value *out) {
  (void)out;
  return fill(e, c, 1, tp_expr_bv(e->x, 8, 0));
}

/* ---- texts --------------------------------------------------------------- */

typedef struct text {
  tp_expr at[TP_WIRE_MAX_STRING];
  uint32_t n; /* with the NUL */
} text;

static bool read_text(tp_eval *e, tp_expr address, text *out) {
  return tp_eval_bytes(e, address, NO_LIMIT, true, out->at, &out->n);
}

static tp_expr is_not_nul(tp_eval *e, tp_expr byte) {
  return tp_expr_not(e->x, tp_expr_eq(e->x, byte, tp_expr_bv(e->x, 8, 0)));
}

static void store_byte(tp_eval *e, tp_expr address, tp_expr byte) {
  e->s.cells = tp_memory_store(&e->memory, e->s.cells, address, 1, byte);
}

/* The text, where `goes_on` holds: a byte that it does not come to stays as it
 * was. */
static void store_text_if(tp_eval *e, tp_expr goes_on, tp_expr to,
                          const text *t) {
  for (uint32_t i = 0; i < t->n; i++) {
    tp_expr at = tp_eval_offset(e, to, i);
    tp_expr other = tp_memory_load(&e->memory, e->s.cells, at, 1);
    if (!other)
      other = tp_eval_fresh(e, TP_TYPE_UCHAR, TP_FREE_MEMORY);
    store_byte(e, at, tp_expr_ite(e->x, goes_on, t->at[i], other));
    goes_on = tp_expr_and(e->x, goes_on, is_not_nul(e, t->at[i]));
  }
}

static void store_text(tp_eval *e, tp_expr to, const text *t) {
  store_text_if(e, tp_expr_bool(e->x, true), to, t);
}

/* So many bytes: the text, then zeros. */
static void store_padded(tp_eval *e, tp_expr to, const text *t, uint64_t n) {
  tp_expr goes_on = tp_expr_bool(e->x, true), zero = tp_expr_bv(e->x, 8, 0);
  for (uint32_t i = 0; i < n; i++) {
    tp_expr byte = i < t->n ? t->at[i] : zero;
    store_byte(e, tp_eval_offset(e, to, i),
               tp_expr_ite(e->x, goes_on, byte, zero));
    goes_on = tp_expr_and(e->x, goes_on, is_not_nul(e, byte));
  }
}

bool tp_eval_model_strcpy(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  text t;
  if (!read_text(e, c->args[1].e, &t))
    return false;
  store_text(e, c->args[0].e, &t);
  *out = c->args[0];
  return true;
}

/* The constant length of a text. */
static bool find_length(tp_eval *e, const text *t, uint64_t *out) {
  return tp_expr_constant(e->x, tp_sem_string_length(e->x, t->at, t->n), out);
}

bool tp_eval_model_stpcpy(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  text t;
  uint64_t length;
  if (!read_text(e, c->args[1].e, &t) || !find_length(e, &t, &length))
    return false;
  store_text(e, c->args[0].e, &t);
  *out = (tp_value){tp_eval_offset(e, c->args[0].e, length), c->type};
  return true;
}

/* So many bytes of a text, whether it has a NUL among them or not. */
static bool read_some(tp_eval *e, tp_expr address, uint64_t limit, text *t) {
  return tp_eval_bytes(e, address, limit, true, t->at, &t->n);
}

bool tp_eval_model_strncpy(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  text t;
  uint64_t n;
  if (!tp_eval_count(e, c, 2, &n) || n > TP_WIRE_MAX_STRING ||
      !read_some(e, c->args[1].e, n, &t))
    return false;
  store_padded(e, c->args[0].e, &t, n);
  *out = c->args[0];
  return true;
}

/* Behind a text, wherever it ends. */
static bool append(tp_eval *e, const tp_eval_library_call *c, const text *t,
                   tp_value *out) {
  text old;
  if (!read_text(e, c->args[0].e, &old) || old.n * t->n > TP_WIRE_MAX_SEARCH)
    return false;
  tp_expr length = tp_sem_string_length(e->x, old.at, old.n);
  for (uint32_t i = 0; i < old.n; i++) {
    tp_expr ends = tp_expr_eq(e->x, length, tp_expr_bv(e->x, 64, i));
    if (ends != tp_expr_bool(e->x, false))
      store_text_if(e, ends, tp_eval_offset(e, c->args[0].e, i), t);
  }
  *out = c->args[0];
  return true;
}

bool tp_eval_model_strcat(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  text t;
  return read_text(e, c->args[1].e, &t) && append(e, c, &t, out);
}

bool tp_eval_model_strncat(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  text t;
  uint64_t n;
  if (!tp_eval_count(e, c, 2, &n) || n >= TP_WIRE_MAX_STRING ||
      !read_some(e, c->args[1].e, n, &t))
    return false;
  if (t.n == n) /* a NUL is added */
    t.at[t.n++] = tp_expr_bv(e->x, 8, 0);
  return append(e, c, &t, out);
}

/* ---- new texts ----------------------------------------------------------- */

static void duplicate(tp_eval *e, const tp_eval_library_call *c, const text *t,
                      tp_value *out) {
  tp_eval_run_unseen(e); /* what takes the place of a part of malloc */
  tp_expr length = tp_sem_string_length(e->x, t->at, t->n), fails;
  tp_object o = tp_eval_new_block(
      e, c->node,
      tp_expr_bv_op(e->x, TP_BV_ADD, length, tp_expr_bv(e->x, 64, 1)));
  store_text(e, tp_memory_address(&e->memory, o, 0), t);
  *out = tp_eval_block_or_null(e, c->type, o, &fails);
}

bool tp_eval_model_strdup(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  text t;
  if (!read_text(e, c->args[0].e, &t))
    return false;
  duplicate(e, c, &t, out);
  return true;
}

bool tp_eval_model_strndup(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  text t;
  uint64_t n;
  if (!tp_eval_count(e, c, 1, &n) || n >= TP_WIRE_MAX_STRING ||
      !read_some(e, c->args[0].e, n, &t))
    return false;
  if (t.n == n)
    t.at[t.n++] = tp_expr_bv(e->x, 8, 0);
  duplicate(e, c, &t, out);
  return true;
}

/* ---- what is not modelled ------------------------------------------------ */

/* In which order the elements are compared the library does not say. */
bool tp_eval_model_qsort(tp_eval *e, const tp_eval_library_call *c,
                         tp_value *out) {
  (void)e, (void)c, (void)out;
  return false;
}
