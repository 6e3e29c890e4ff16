/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the C library that look at bytes: comparisons, lengths,
 * searches, numbers. They mean what runs take them for (engine/text.h); here
 * all bytes that they may look at must be known. */
#include "decide/eval_models.h"

#include "base/limits.h"
#include "decide/access.h"
#include "engine/text.h"

#define NO_LIMIT UINT64_MAX /* only the NUL ends it */

static tp_expr byte_at(tp_eval *e, tp_expr address, uint32_t i) {
  tp_expr at = tp_eval_offset(e, address, i);
  if (tp_memory_is_in_pointer(&e->memory, e->s.cells, at, 1))
    return 0;
  return tp_memory_load(&e->memory, e->s.cells, at, 1);
}

static bool is_one_of(tp_expr truth, const tp_vec_u32 *known) {
  for (uint32_t i = 0; i < known->n; i++)
    if (known->at[i] == truth)
      return true;
  return false;
}

/* Whether the truth value is one of those known, or all its parts are. */
static bool holds(const tp_eval *e, tp_expr truth, const tp_vec_u32 *known) {
  tp_vec_u32 parts = {0};
  bool is_known = true;
  VEC_PUSH(&parts, truth);
  for (uint32_t steps = 0; parts.n && is_known; steps++) {
    tp_expr part = VEC_POP(&parts);
    const tp_expr_node *n = tp_expr_get(e->x, part);
    if (is_one_of(part, known))
      continue;
    is_known = n->op == TP_E_AND && steps < TP_WIRE_MAX_STRING;
    VEC_PUSH(&parts, n->a);
    VEC_PUSH(&parts, n->b);
  }
  VEC_FREE(&parts);
  return is_known;
}

/* A byte of a text where none before it is NUL: what a copy leaves there, or
 * what was there before, is then known. */
static tp_expr if_none_before(tp_eval *e, tp_expr byte,
                              const tp_vec_u32 *known) {
  for (;;) {
    tp_expr_node n = *tp_expr_get(e->x, byte);
    if (n.op == TP_E_ITE && holds(e, n.a, known))
      byte = n.b;
    else if (n.op == TP_E_ITE && holds(e, tp_expr_not(e->x, n.a), known))
      byte = n.c;
    else
      return byte;
  }
}

static bool read_text(tp_eval *e, tp_expr address, uint64_t max, tp_expr *out,
                      uint32_t *n) {
  tp_vec_u32 known = {0};
  uint64_t ends = 0;
  for (*n = 0; *n < max && *n < TP_WIRE_MAX_STRING && !ends; ++*n) {
    tp_expr byte = byte_at(e, address, *n);
    if (!byte)
      break;
    out[*n] = if_none_before(e, byte, &known);
    tp_expr is_nul = tp_expr_eq(e->x, out[*n], tp_expr_bv(e->x, 8, 0));
    if (!tp_expr_known(e->x, is_nul, &ends))
      VEC_PUSH(&known, tp_expr_not(e->x, is_nul));
  }
  VEC_FREE(&known);
  return ends || *n == max;
}

bool tp_eval_bytes(tp_eval *e, tp_expr address, uint64_t max, bool stop_at_nul,
                   tp_expr *out, uint32_t *n) {
  *n = 0;
  if (!address)
    return false;
  if (stop_at_nul)
    return read_text(e, address, max, out, n);
  for (; *n < max && *n < TP_WIRE_MAX_STRING; ++*n) {
    out[*n] = byte_at(e, address, *n);
    if (!out[*n])
      return false;
  }
  return *n == max;
}

bool tp_eval_text(tp_eval *e, tp_expr address, char *out, uint32_t size) {
  tp_expr bytes[TP_WIRE_MAX_STRING];
  uint32_t n;
  if (!tp_eval_bytes(e, address, NO_LIMIT, true, bytes, &n) || n > size)
    return false;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t bits;
    if (!tp_expr_known(e->x, bytes[i], &bits))
      return false;
    out[i] = (char)bits;
  }
  return true;
}

bool tp_eval_count(tp_eval *e, const tp_eval_library_call *c, uint32_t i,
                   uint64_t *out) {
  tp_expr count =
      i < c->n ? tp_sem_convert(&e->sem, c->args[i], TP_TYPE_ULONG) : 0;
  return count && tp_expr_known(e->x, count, out);
}

/* ---- comparisons --------------------------------------------------------- */

/* The shorter one, read first, bounds what must be known of the other. */
static bool read_both(tp_eval *e, const tp_value *args, uint64_t max, bool stop,
                      tp_expr *a, tp_expr *b, uint32_t *n) {
  uint32_t na, nb;
  bool ok_a = tp_eval_bytes(e, args[0].e, max, stop, a, &na);
  bool ok_b = tp_eval_bytes(e, args[1].e, max, stop, b, &nb);
  if (!ok_a && !ok_b)
    return false;
  *n = ok_a && (!ok_b || na < nb) ? na : nb;
  return (ok_a || na >= *n) && (ok_b || nb >= *n);
}

/* 0, or any number of the right sign. */
static bool compare(tp_eval *e, const tp_eval_library_call *c, uint64_t max,
                    tp_wire_library which, tp_value *out) {
  tp_expr a[TP_WIRE_MAX_STRING], b[TP_WIRE_MAX_STRING];
  uint32_t n;
  tp_exprs *x = e->x;
  bool is_text = which != TP_LIB_MEMCMP;
  if (!read_both(e, c->args, max, is_text, a, b, &n))
    return false;
  for (uint32_t i = 0; i < n && which == TP_LIB_STRCASECMP; i++) {
    a[i] = tp_sem_lower_case(x, a[i]);
    b[i] = tp_sem_lower_case(x, b[i]);
  }
  tp_expr any = tp_eval_fresh(e, TP_TYPE_UINT, TP_FREE_CALL);
  tp_expr negative =
      tp_expr_bv_op(x, TP_BV_OR, any, tp_expr_bv(x, 32, 0x80000000u));
  tp_expr positive = tp_expr_bv_op(
      x, TP_BV_OR, tp_expr_bv_op(x, TP_BV_LSHR, any, tp_expr_bv(x, 32, 1)),
      tp_expr_bv(x, 32, 1));
  *out =
      (tp_value){tp_sem_compare_bytes(x, a, b, n, is_text, negative, positive),
                 TP_TYPE_INT};
  return true;
}

bool tp_eval_model_memcmp(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  uint64_t n;
  return tp_eval_count(e, c, 2, &n) && compare(e, c, n, TP_LIB_MEMCMP, out);
}

bool tp_eval_model_bcmp(tp_eval *e, const tp_eval_library_call *c,
                        tp_value *out) {
  return tp_eval_model_memcmp(e, c, out);
}

bool tp_eval_model_strcmp(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  return compare(e, c, NO_LIMIT, TP_LIB_STRCMP, out);
}

bool tp_eval_model_strncmp(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  uint64_t n;
  return tp_eval_count(e, c, 2, &n) && compare(e, c, n, TP_LIB_STRNCMP, out);
}

/* Which letters are the same the locale says. */
bool tp_eval_model_strcasecmp(tp_eval *e, const tp_eval_library_call *c,
                              tp_value *out) {
  return tp_program_has_c_locale(e->p) &&
         compare(e, c, NO_LIMIT, TP_LIB_STRCASECMP, out);
}

bool tp_eval_model_strncasecmp(tp_eval *e, const tp_eval_library_call *c,
                               tp_value *out) {
  uint64_t n;
  return tp_program_has_c_locale(e->p) && tp_eval_count(e, c, 2, &n) &&
         compare(e, c, n, TP_LIB_STRCASECMP, out);
}

/* ---- lengths and searches ------------------------------------------------ */

/* Where a text may begin, all of them known; said of the name of the address,
 * if it has one. */
static bool find_places(tp_eval *e, tp_expr address, tp_target_list *out) {
  tp_expr plain = tp_expr_plain(e->x, address);
  bool is_known =
      address && tp_access_targets(&e->memory, plain, 1, false, out);
  for (uint32_t i = 0; i < out->n && plain != address; i++)
    out->at[i].when =
        tp_expr_eq(e->x, address, tp_expr_bv(e->x, 64, out->at[i].address));
  return is_known && out->n > 0 && out->n <= TP_LIMIT_DECIDE_TEXT_PLACES;
}

typedef struct search {
  tp_wire_library which;
  uint64_t limit; /* bytes of the first text */
  uint32_t how;   /* numbers */
  tp_expr what;   /* the character; 0: the second argument is a text */
  bool is_single; /* there is no second one */
} search;

static void fill_up(tp_eval *e, tp_expr *bytes, uint32_t from, uint32_t to,
                    tp_expr with) {
  for (uint32_t i = from; i < to; i++)
    bytes[i] = with ? with : tp_expr_bv(e->x, 8, 0);
}

/* The texts, both of the same length. */
static bool read_texts(tp_eval *e, const search *s, tp_expr second,
                       tp_text_call *t) {
  uint32_t n_b = 0;
  bool is_text = s->which != TP_LIB_MEMCHR;
  if (!tp_eval_bytes(e, tp_expr_bv(e->x, 64, t->base), s->limit, is_text, t->a,
                     &t->n))
    return false;
  if (s->is_single)
    return true;
  if (!s->what && !tp_eval_bytes(e, second, NO_LIMIT, true, t->b, &n_b))
    return false;
  uint32_t n = n_b > t->n ? n_b : t->n;
  fill_up(e, t->a, t->n, n, 0);
  fill_up(e, t->b, n_b, n, s->what);
  t->n = n;
  return s->what || t->n * n_b <= TP_WIRE_MAX_SEARCH;
}

/* The result, wherever the text begins. */
static bool look(tp_eval *e, const tp_eval_library_call *c, const search *s,
                 tp_expr *out) {
  tp_target_list places = {0};
  bool is_known = find_places(e, c->args[0].e, &places);
  *out = 0;
  for (uint32_t i = 0; i < places.n && is_known; i++) {
    tp_text_call t = {
        .which = s->which, .base = places.at[i].address, .how = s->how};
    is_known = read_texts(e, s, s->is_single ? 0 : c->args[1].e, &t);
    tp_expr r = is_known ? tp_text_result(e->x, &t, 0, false) : 0;
    *out = *out && r ? tp_expr_ite(e->x, places.at[i].when, r, *out) : r;
  }
  VEC_FREE(&places);
  return is_known && *out;
}

static bool find(tp_eval *e, const tp_eval_library_call *c, search s,
                 tp_value *out) {
  out->type = c->type;
  return look(e, c, &s, &out->e);
}

static bool find_character(tp_eval *e, const tp_eval_library_call *c,
                           tp_wire_library which, uint64_t limit,
                           tp_value *out) {
  tp_expr what = tp_sem_convert(&e->sem, c->args[1], TP_TYPE_INT);
  search s = {.which = which, .limit = limit};
  s.what = what ? tp_expr_extract(e->x, what, 0, 8) : 0;
  return what && find(e, c, s, out);
}

bool tp_eval_model_strlen(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  search s = {.which = TP_LIB_STRLEN, .limit = NO_LIMIT, .is_single = true};
  return find(e, c, s, out);
}

bool tp_eval_model_strnlen(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  search s = {.which = TP_LIB_STRLEN, .is_single = true};
  return tp_eval_count(e, c, 1, &s.limit) && s.limit > 0 && find(e, c, s, out);
}

bool tp_eval_model_memchr(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  uint64_t n;
  return tp_eval_count(e, c, 2, &n) && n > 0 &&
         find_character(e, c, TP_LIB_MEMCHR, n, out);
}

bool tp_eval_model_strchr(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  return find_character(e, c, TP_LIB_STRCHR, NO_LIMIT, out);
}

bool tp_eval_model_strrchr(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  return find_character(e, c, TP_LIB_STRRCHR, NO_LIMIT, out);
}

bool tp_eval_model_strstr(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  return find(e, c, (search){.which = TP_LIB_STRSTR, .limit = NO_LIMIT}, out);
}

bool tp_eval_model_strspn(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  return find(e, c, (search){.which = TP_LIB_STRSPN, .limit = NO_LIMIT}, out);
}

bool tp_eval_model_strcspn(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  return find(e, c, (search){.which = TP_LIB_STRCSPN, .limit = NO_LIMIT}, out);
}

bool tp_eval_model_strpbrk(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  return find(e, c, (search){.which = TP_LIB_STRPBRK, .limit = NO_LIMIT}, out);
}

/* ---- numbers ------------------------------------------------------------- */

/* The end as one of the places where it can be, so that it is an address. */
static tp_expr end_of(tp_eval *e, tp_expr end, uint64_t base, uint32_t n) {
  tp_expr out = tp_expr_bv(e->x, 64, base);
  for (uint32_t i = 1; i < n; i++)
    out = tp_expr_ite(e->x, tp_expr_eq(e->x, end, tp_expr_bv(e->x, 64, i)),
                      tp_expr_bv(e->x, 64, base + i), out);
  return out;
}

typedef struct parsed {
  tp_expr value, end, is_beyond;
} parsed;

static bool parse_at(tp_eval *e, uint64_t base, uint32_t how, parsed *out) {
  tp_expr a[TP_WIRE_MAX_STRING];
  uint32_t n;
  if (!tp_eval_bytes(e, tp_expr_bv(e->x, 64, base), NO_LIMIT, true, a, &n) ||
      n > TP_WIRE_MAX_NUMBER)
    return false;
  tp_number r =
      tp_sem_number(e->x, a, n, how & TP_NUMBER_BASE, how & TP_NUMBER_UNSIGNED);
  *out = (parsed){r.value, end_of(e, r.end, base, n), r.is_beyond};
  return true;
}

/* A number, wherever its text begins. */
static bool parse(tp_eval *e, const tp_eval_library_call *c, uint32_t how,
                  tp_value *out, tp_expr *end) {
  tp_target_list places = {0};
  parsed all = {0}, one;
  bool is_known = find_places(e, c->args[0].e, &places);
  for (uint32_t i = 0; i < places.n && is_known; i++) {
    is_known = parse_at(e, places.at[i].address, how, &one);
    if (is_known && i > 0) {
      one.value = tp_expr_ite(e->x, places.at[i].when, one.value, all.value);
      one.end = tp_expr_ite(e->x, places.at[i].when, one.end, all.end);
      one.is_beyond =
          tp_expr_ite(e->x, places.at[i].when, one.is_beyond, all.is_beyond);
    }
    all = one;
  }
  VEC_FREE(&places);
  if (!is_known)
    return false;
  *end = all.end;
  tp_eval_errno_range(e, all.is_beyond);
  out->type = c->type;
  out->e =
      tp_sem_convert(&e->sem, (tp_value){all.value, TP_TYPE_LONG}, c->type);
  return out->e != 0;
}

static bool read_number(tp_eval *e, const tp_eval_library_call *c,
                        tp_value *out) {
  tp_expr end;
  return parse(e, c, 10, out, &end);
}

static bool read_number_to(tp_eval *e, const tp_eval_library_call *c,
                           uint32_t how, tp_value *out) {
  uint64_t base, null;
  tp_expr end, to = c->args[1].e;
  if (!tp_eval_count(e, c, 2, &base) || base == 1 || base > 36 ||
      !parse(e, c, how | (uint32_t)base, out, &end))
    return false;
  bool is_asked = !(to && tp_expr_known(e->x, to, &null) && null == 0);
  if (is_asked)
    e->s.cells = tp_memory_store(&e->memory, e->s.cells, to, 8, end);
  return true;
}

bool tp_eval_model_atoi(tp_eval *e, const tp_eval_library_call *c,
                        tp_value *out) {
  return read_number(e, c, out);
}

bool tp_eval_model_atol(tp_eval *e, const tp_eval_library_call *c,
                        tp_value *out) {
  return read_number(e, c, out);
}

bool tp_eval_model_atoll(tp_eval *e, const tp_eval_library_call *c,
                         tp_value *out) {
  return read_number(e, c, out);
}

bool tp_eval_model_strtol(tp_eval *e, const tp_eval_library_call *c,
                          tp_value *out) {
  return read_number_to(e, c, 0, out);
}

bool tp_eval_model_strtoll(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  return read_number_to(e, c, 0, out);
}

bool tp_eval_model_strtoul(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  return read_number_to(e, c, TP_NUMBER_UNSIGNED, out);
}

bool tp_eval_model_strtoull(tp_eval *e, const tp_eval_library_call *c,
                            tp_value *out) {
  return read_number_to(e, c, TP_NUMBER_UNSIGNED, out);
}
