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

/* The parts of a conjunction; false: it is none. */
static bool split_and(tp_exprs *x, tp_expr truth, tp_expr *a, tp_expr *b) {
  tp_expr_node n = *tp_expr_get(x, truth);
  tp_expr_node of = *tp_expr_get(x, n.op == TP_E_NOT ? n.a : truth);
  bool is_nor = n.op == TP_E_NOT && of.op == TP_E_OR;
  *a = is_nor ? tp_expr_not(x, of.a) : n.a;
  *b = is_nor ? tp_expr_not(x, of.b) : n.b;
  return is_nor || n.op == TP_E_AND;
}

/* Whether the truth value is one of those known, or all its parts are. */
static bool holds(const tp_eval *e, tp_expr truth, const tp_vec_u32 *known) {
  tp_vec_u32 parts = {0};
  bool is_known = true;
  VEC_PUSH(&parts, truth);
  for (uint32_t steps = 0; parts.n && is_known; steps++) {
    tp_expr a, b, part = VEC_POP(&parts);
    if (is_one_of(part, known))
      continue;
    is_known = steps < TP_WIRE_MAX_STRING && split_and(e->x, part, &a, &b);
    if (is_known) {
      VEC_PUSH(&parts, a);
      VEC_PUSH(&parts, b);
    }
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

/* The places among these; *elsewhere: the truth value that it is none of them,
 * 0: it is one. */
static void drop_outside(tp_eval *e, tp_target_list *places,
                         tp_expr *elsewhere) {
  uint32_t n = 0;
  *elsewhere = 0;
  for (uint32_t i = 0; i < places->n; i++) {
    tp_target t = places->at[i];
    if (t.address)
      places->at[n++] = t;
    else
      *elsewhere = *elsewhere ? tp_expr_or(e->x, *elsewhere, t.when) : t.when;
  }
  places->n = n;
}

/* The same, said of the name of the address. */
static void name_places(tp_eval *e, tp_expr address, tp_target_list *places,
                        tp_expr *elsewhere) {
  tp_expr none = tp_expr_bool(e->x, true);
  for (uint32_t i = 0; i < places->n; i++) {
    tp_expr at = tp_expr_bv(e->x, 64, places->at[i].address);
    places->at[i].when = tp_expr_eq(e->x, address, at);
    none = tp_expr_and(e->x, none, tp_expr_not(e->x, places->at[i].when));
  }
  if (*elsewhere)
    *elsewhere = none;
}

/* Where a text may begin, but for places outside of all that is known. */
static bool find_places(tp_eval *e, tp_expr address, tp_target_list *out,
                        tp_expr *elsewhere) {
  tp_expr plain = tp_expr_plain(e->x, address);
  *elsewhere = 0;
  if (!address || !tp_access_targets(&e->memory, plain, 1, true, out))
    return false;
  drop_outside(e, out, elsewhere);
  if (plain != address)
    name_places(e, address, out, elsewhere);
  return out->n > 0 && out->n <= TP_LIMIT_DECIDE_TEXT_PLACES;
}

typedef struct text {
  tp_expr at[TP_WIRE_MAX_STRING];
  uint32_t n;
  bool ends;
} text;

/* The one or the other; behind the end of a text is anything. */
static void choose_text(tp_eval *e, text *t, tp_expr when, const text *other) {
  tp_expr nul = tp_expr_bv(e->x, 8, 0);
  uint32_t shorter = t->n < other->n ? t->n : other->n;
  uint32_t longer = t->n < other->n ? other->n : t->n;
  uint32_t n =
      (t->ends || t->n == longer) && (other->ends || other->n == longer)
          ? longer
          : shorter;
  for (uint32_t i = 0; i < n; i++)
    t->at[i] = tp_expr_ite(e->x, when, i < other->n ? other->at[i] : nul,
                           i < t->n ? t->at[i] : nul);
  t->ends = n == longer && t->ends && other->ends;
  t->n = n;
}
static bool read_places(tp_eval *e, const tp_target_list *places, uint64_t max,
                        tp_expr *out, uint32_t *n) {
  text all = {.n = 0}, one;
  for (uint32_t i = 0; i < places->n; i++) {
    tp_expr at = tp_expr_bv(e->x, 64, places->at[i].address);
    one.ends = read_text(e, at, max, one.at, &one.n);
    if (i > 0)
      choose_text(e, &all, places->at[i].when, &one);
    else
      all = one;
  }
  memcpy(out, all.at, all.n * sizeof *out);
  *n = all.n;
  return all.ends;
}

bool tp_eval_read_text(tp_eval *e, tp_expr address, uint64_t max, tp_expr *out,
                       uint32_t *n, tp_expr *elsewhere) {
  tp_target_list places = {0};
  tp_expr outside;
  bool is_known = find_places(e, address, &places, &outside) &&
                  places.n + (outside != 0) > 1 && (elsewhere || !outside);
  bool ends = is_known ? read_places(e, &places, max, out, n)
                       : read_text(e, address, max, out, n);
  if (elsewhere)
    *elsewhere = is_known ? outside : 0;
  VEC_FREE(&places);
  return ends;
}

bool tp_eval_bytes(tp_eval *e, tp_expr address, uint64_t max, bool stop_at_nul,
                   tp_expr *out, uint32_t *n) {
  *n = 0;
  if (!address)
    return false;
  if (stop_at_nul)
    return tp_eval_read_text(e, address, max, out, n, NULL);
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

typedef struct both {
  tp_expr a[TP_WIRE_MAX_STRING], b[TP_WIRE_MAX_STRING];
  uint32_t n;        /* as many bytes of both as are known */
  bool is_whole;     /* those behind them decide nothing */
  tp_expr elsewhere; /* truth value: one may be any text; 0: none may */
} both;

static void read_both(tp_eval *e, const tp_value *args, uint64_t max, bool stop,
                      both *out) {
  uint32_t na = 0, nb = 0;
  tp_expr at_a = args[0].e, at_b = args[1].e, far_a = 0, far_b = 0;
  bool ok_a = false, ok_b = false;
  if (stop && at_a && at_b) {
    ok_a = tp_eval_read_text(e, at_a, max, out->a, &na, &far_a);
    ok_b = tp_eval_read_text(e, at_b, max, out->b, &nb, &far_b);
  } else {
    ok_a = tp_eval_bytes(e, at_a, max, stop, out->a, &na);
    ok_b = tp_eval_bytes(e, at_b, max, stop, out->b, &nb);
  }
  out->n = na < nb ? na : nb;
  out->is_whole = (ok_a && na == out->n) || (ok_b && nb == out->n);
  out->elsewhere = far_a && far_b ? tp_expr_or(e->x, far_a, far_b)
                   : far_a        ? far_a
                                  : far_b;
}

/* No byte of these texts decides. */
static tp_expr are_equal(tp_eval *e, const both *t) {
  tp_exprs *x = e->x;
  tp_expr out = tp_expr_bool(x, true), nul = tp_expr_bv(x, 8, 0);
  for (uint32_t i = 0; i < t->n; i++) {
    out = tp_expr_and(x, out, tp_expr_eq(x, t->a[i], t->b[i]));
    out = tp_expr_and(x, out, tp_expr_not(x, tp_expr_eq(x, t->a[i], nul)));
  }
  return out;
}

static void fold_cases(tp_eval *e, both *t) {
  for (uint32_t i = 0; i < t->n; i++) {
    t->a[i] = tp_sem_lower_case(e->x, t->a[i]);
    t->b[i] = tp_sem_lower_case(e->x, t->b[i]);
  }
}

/* 0, or any number of the right sign. */
static tp_expr sign_of(tp_eval *e, const both *t, bool is_text, tp_expr any) {
  tp_exprs *x = e->x;
  tp_expr one = tp_expr_bv(x, 32, 1), minus = tp_expr_bv(x, 32, 0x80000000u);
  tp_expr negative = tp_expr_bv_op(x, TP_BV_OR, any, minus);
  tp_expr half = tp_expr_bv_op(x, TP_BV_LSHR, any, one);
  tp_expr positive = tp_expr_bv_op(x, TP_BV_OR, half, one);
  return tp_sem_compare_bytes(x, t->a, t->b, t->n, is_text, negative, positive);
}

static bool compare(tp_eval *e, const tp_eval_library_call *c, uint64_t max,
                    tp_wire_library which, tp_value *out) {
  both t;
  bool is_text = which != TP_LIB_MEMCMP;
  read_both(e, c->args, max, is_text, &t);
  if (!t.is_whole && (!is_text || t.n == 0))
    return false;
  if (which == TP_LIB_STRCASECMP)
    fold_cases(e, &t);
  tp_expr any = tp_eval_fresh(e, TP_TYPE_UINT, TP_FREE_CALL);
  tp_expr result = sign_of(e, &t, is_text, any);
  if (!t.is_whole)
    result = tp_expr_ite(e->x, are_equal(e, &t), any, result);
  if (t.elsewhere)
    result = tp_expr_ite(e->x, t.elsewhere, any, result);
  *out = (tp_value){result, TP_TYPE_INT};
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

/* The texts, both of the same length. A first one that is not known to end
 * (*ends) must be as long as the second. */
static bool read_texts(tp_eval *e, const search *s, tp_expr second,
                       tp_text_call *t, bool *ends) {
  uint32_t n_b = 0;
  bool is_text = s->which != TP_LIB_MEMCHR;
  *ends = tp_eval_bytes(e, tp_expr_bv(e->x, 64, t->base), s->limit, is_text,
                        t->a, &t->n);
  if (!*ends && (!is_text || t->n == 0))
    return false;
  if (s->is_single)
    return true;
  if (!s->what && !tp_eval_bytes(e, second, NO_LIMIT, true, t->b, &n_b))
    return false;
  if (!*ends && n_b > t->n)
    return false;
  uint32_t n = n_b > t->n ? n_b : t->n;
  fill_up(e, t->a, t->n, n, 0);
  fill_up(e, t->b, n_b, n, s->what);
  t->n = n;
  return s->what || t->n * n_b <= TP_WIRE_MAX_SEARCH;
}

/* What the result is where bytes that are not known decide it. */
static tp_expr any_result(tp_eval *e, const tp_text_call *t) {
  tp_expr any = tp_eval_fresh(e, TP_TYPE_ULONG, TP_FREE_CALL);
  if (t->which != TP_LIB_STRLEN)
    return any;
  tp_expr more = tp_expr_bv_op(e->x, TP_BV_LSHR, any, tp_expr_bv(e->x, 64, 1));
  return tp_expr_bv_op(e->x, TP_BV_ADD, more, tp_expr_bv(e->x, 64, t->n));
}

static tp_expr look_at(tp_eval *e, const tp_eval_library_call *c,
                       const search *s, uint64_t base) {
  bool ends;
  tp_text_call t = {.which = s->which, .base = base, .how = s->how};
  return read_texts(e, s, s->is_single ? 0 : c->args[1].e, &t, &ends)
             ? tp_text_result(e->x, &t, ends ? 0 : any_result(e, &t), false)
             : 0;
}

/* The result, wherever the text begins. */
static bool look(tp_eval *e, const tp_eval_library_call *c, const search *s,
                 tp_expr *out) {
  tp_target_list places = {0};
  tp_expr outside;
  bool is_known = find_places(e, c->args[0].e, &places, &outside);
  *out =
      is_known && outside ? tp_eval_fresh(e, TP_TYPE_ULONG, TP_FREE_CALL) : 0;
  for (uint32_t i = 0; i < places.n && is_known; i++) {
    tp_expr r = look_at(e, c, s, places.at[i].address);
    is_known = r != 0;
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

/* No more than `most`. */
static bool find_up_to(tp_eval *e, const tp_eval_library_call *c, tp_expr most,
                       tp_value *out) {
  search s = {.which = TP_LIB_STRLEN, .is_single = true};
  bool is_constant = tp_expr_known(e->x, most, &s.limit);
  if (!is_constant)
    s.limit = tp_eval_largest(e, most);
  if (!s.limit || !find(e, c, s, out))
    return false;
  if (!is_constant)
    out->e = tp_expr_ite(e->x, tp_expr_ult(e->x, out->e, most), out->e, most);
  return true;
}

bool tp_eval_model_strnlen(tp_eval *e, const tp_eval_library_call *c,
                           tp_value *out) {
  tp_expr most =
      c->n > 1 ? tp_sem_convert(&e->sem, c->args[1], TP_TYPE_ULONG) : 0;
  return most && find_up_to(e, c, most, out);
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
  tp_expr outside;
  bool is_known = find_places(e, c->args[0].e, &places, &outside) && !outside;
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
