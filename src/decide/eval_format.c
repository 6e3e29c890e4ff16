/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sprintf and its kin, where the format is constant and has integers,
 * characters and texts only. How long what is printed is depends on values, as
 * it does of each part: so a text says when it has which length. */
#include "decide/eval_models.h"

#include "base/limits.h"
#include "decide/access.h"

#include <stdlib.h>

typedef struct text {
  tp_expr at[TP_WIRE_MAX_STRING];
  uint32_t n;                           /* bytes that it may have */
  tp_expr when[TP_WIRE_MAX_STRING + 1]; /* truth value: it has so many */
} text;

typedef struct printing {
  tp_eval *e;
  const tp_value *args; /* behind the format */
  uint32_t n, taken;
  tp_expr list;       /* where they are; 0: args */
  tp_type_id pointer; /* to characters */
  tp_expr to;         /* where the text goes */
  tp_expr elsewhere;  /* truth value: one may be any text; 0: none may */
  text out;
} printing;

typedef struct conversion {
  bool is_left, is_zero;
  char plus; /* ' ', '+'; 0: nothing */
  uint32_t width, precision;
  bool has_precision;
  tp_type_id type, unsigned_type; /* of an integer, as its size says */
  char what;
} conversion;

static tp_expr character(tp_eval *e, char c) {
  return tp_expr_bv(e->x, 8, (uint8_t)c);
}

/* ---- texts of some length ------------------------------------------------ */

static tp_expr never(tp_eval *e) {
  return tp_expr_bool(e->x, false);
}

/* So many bytes, any, and no length. */
static void clear(tp_eval *e, text *t, uint32_t n) {
  t->n = n;
  for (uint32_t i = 0; i <= n; i++)
    t->when[i] = never(e);
  for (uint32_t i = 0; i < n; i++)
    t->at[i] = character(e, 0);
}

static void make_empty(tp_eval *e, text *t) {
  clear(e, t, 0);
  t->when[0] = tp_expr_bool(e->x, true);
}

/* Where `when` holds, b stands at a place in a. */
static void put(tp_eval *e, text *a, uint32_t place, tp_expr when,
                const text *b) {
  for (uint32_t i = 0; i < b->n; i++)
    a->at[place + i] = tp_expr_ite(e->x, when, b->at[i], a->at[place + i]);
  for (uint32_t i = 0; i <= b->n; i++)
    a->when[place + i] = tp_expr_or(e->x, a->when[place + i],
                                    tp_expr_and(e->x, when, b->when[i]));
}

/* b stands behind a, wherever that ends. */
static bool append(tp_eval *e, text *a, const text *b) {
  text first = *a;
  if (a->n + b->n > TP_WIRE_MAX_STRING)
    return false;
  clear(e, a, first.n + b->n);
  memcpy(a->at, first.at, first.n * sizeof *a->at);
  for (uint32_t k = 0; k <= first.n; k++)
    if (first.when[k] != never(e))
      put(e, a, k, first.when[k], b);
  return true;
}

static bool append_character(tp_eval *e, text *t, char c) {
  text one = {.at = {character(e, c)}, .n = 1, .when = {never(e)}};
  one.when[1] = tp_expr_bool(e->x, true);
  return append(e, t, &one);
}

/* The one or the other. */
static void choose(tp_eval *e, text *t, tp_expr when, const text *a,
                   const text *b) {
  tp_expr not = tp_expr_not(e->x, when);
  clear(e, t, a->n > b->n ? a->n : b->n);
  put(e, t, 0, not, b);
  put(e, t, 0, when, a);
}

/* A text that is shorter than `width` gets so many of a character before it, or
 * behind. */
static bool pad(tp_eval *e, text *t, char c, uint32_t width, bool is_behind) {
  text before = *t;
  if (width > TP_WIRE_MAX_STRING)
    return false;
  clear(e, t, before.n > width ? before.n : width);
  for (uint32_t k = 0; k <= before.n; k++) {
    tp_expr when = before.when[k];
    uint32_t more = k < width ? width - k : 0;
    t->when[k + more] = tp_expr_or(e->x, t->when[k + more], when);
    for (uint32_t i = 0; i < k + more && when != never(e); i++) {
      bool is_pad = is_behind ? i >= k : i < more;
      tp_expr byte = is_pad      ? character(e, c)
                     : is_behind ? before.at[i]
                                 : before.at[i - more];
      t->at[i] = tp_expr_ite(e->x, when, byte, t->at[i]);
    }
  }
  return true;
}

/* ---- numbers ------------------------------------------------------------- */

static tp_expr figure(tp_eval *e, tp_expr digit, char ten) {
  tp_exprs *x = e->x;
  tp_expr low = tp_expr_extract(x, digit, 0, 8);
  tp_expr is_small = tp_expr_ult(x, low, tp_expr_bv(x, 8, 10));
  return tp_expr_ite(
      x, is_small, tp_expr_bv_op(x, TP_BV_ADD, low, character(e, '0')),
      tp_expr_bv_op(x, TP_BV_ADD, low, character(e, (char)(ten - 10))));
}

enum { MAX_DIGITS = 20 }; /* of 64 bits */

typedef struct digits {
  tp_expr at[MAX_DIGITS];     /* the last one first, as characters */
  tp_expr is_all[MAX_DIGITS]; /* the number has no more than those up to it */
  uint32_t n;
} digits;

static void split(tp_eval *e, tp_expr u, unsigned base, char ten, digits *out) {
  tp_exprs *x = e->x;
  unsigned width = tp_expr_width(x, u);
  uint64_t most = UINT64_MAX >> (64 - width), power = 1;
  tp_interval span = tp_expr_span(x, tp_expr_plain(x, u));
  if (span.low >= 0 && (uint64_t)span.high < most)
    most = (uint64_t)span.high;
  tp_expr rest = u, by = tp_expr_bv(x, width, base);
  for (out->n = 0; out->n == 0 || most / power >= base; out->n++) {
    if (out->n > 0)
      power *= base;
    tp_expr digit = tp_expr_bv_op(x, TP_BV_UREM, rest, by);
    out->at[out->n] = figure(e, digit, ten);
    rest = tp_expr_bv_op(x, TP_BV_UDIV, rest, by);
    out->is_all[out->n] =
        most / power < base
            ? tp_expr_bool(x, true)
            : tp_expr_ult(x, u, tp_expr_bv(x, width, power * base));
  }
}

/* The digits of an unsigned number, the first one first. */
static void print_digits(tp_eval *e, tp_expr u, unsigned base, char ten,
                         text *out) {
  digits d;
  split(e, u, base, ten, &d);
  clear(e, out, d.n);
  for (uint32_t k = d.n; k > 0; k--) {
    tp_expr is_all = d.is_all[k - 1];
    for (uint32_t i = 0; i < k; i++)
      out->at[i] = tp_expr_ite(e->x, is_all, d.at[k - 1 - i], out->at[i]);
    tp_expr is_less = k > 1 ? d.is_all[k - 2] : never(e);
    out->when[k] = tp_expr_and(e->x, is_all, tp_expr_not(e->x, is_less));
  }
}

/* Digits behind a sign, or none (0). */
static bool print_signed(tp_eval *e, const conversion *c, char sign,
                         const text *figures, text *out) {
  text body = *figures;
  bool is_full = c->is_zero && !c->is_left && !c->has_precision;
  uint32_t width = is_full ? c->width : c->precision;
  make_empty(e, out);
  if (is_full && sign && width > 0)
    width--;
  return pad(e, &body, '0', width, false) &&
         (!sign || append_character(e, out, sign)) && append(e, out, &body);
}

static bool print_number(tp_eval *e, const conversion *c, tp_expr v,
                         text *out) {
  tp_exprs *x = e->x;
  bool is_signed = c->what == 'd' || c->what == 'i';
  unsigned base = c->what == 'x' || c->what == 'X' ? 16 : 10;
  text figures, negative, positive;
  tp_expr zero = tp_expr_bv(x, tp_expr_width(x, v), 0);
  tp_expr is_negative = is_signed ? tp_expr_slt(x, v, zero) : never(e);
  v = tp_expr_ite(x, is_negative, tp_expr_bv_neg(x, v), v);
  print_digits(e, v, base, c->what == 'X' ? 'A' : 'a', &figures);
  if (!print_signed(e, c, '-', &figures, &negative) ||
      !print_signed(e, c, is_signed ? c->plus : '\0', &figures, &positive))
    return false;
  choose(e, out, is_negative, &negative, &positive);
  return true;
}

/* ---- arguments ----------------------------------------------------------- */

/* The next one; e 0: it is none, or is passed as something else. */
static tp_value next_argument(printing *p, tp_type_id type) {
  tp_eval *e = p->e;
  if (p->list)
    return tp_eval_next_arg(e, p->list, type);
  tp_value none = {0, type};
  if (p->taken >= p->n)
    return none;
  tp_value given = tp_eval_promoted(e, p->args[p->taken++]);
  return tp_eval_is_read_as(e, given.type, type)
             ? (tp_value){tp_sem_convert(&e->sem, given, type), type}
             : none;
}

/* Whether what lies at two addresses may be a part of one object. */
static bool may_overlap(tp_eval *e, tp_expr a, tp_expr b) {
  tp_target_list at_a = {0}, at_b = {0};
  tp_memory *m = &e->memory;
  bool found = !tp_access_targets(m, tp_expr_plain(e->x, a), 1, true, &at_a) ||
               !tp_access_targets(m, tp_expr_plain(e->x, b), 1, false, &at_b);
  for (uint32_t i = 0; i < at_a.n; i++)
    for (uint32_t k = 0; k < at_b.n && !found; k++)
      found = at_a.at[i].address >> 32 == at_b.at[k].address >> 32;
  VEC_FREE(&at_a);
  VEC_FREE(&at_b);
  return found;
}

/* NULL has a text, too, in some libraries. */
static bool may_be_null(tp_eval *e, tp_expr address) {
  tp_address_parts parts = {0};
  uint64_t bits;
  bool found =
      !tp_access_parts(&e->memory, tp_expr_plain(e->x, address), &parts);
  for (uint32_t i = 0; i < parts.n; i++)
    found |=
        tp_expr_constant(e->x, parts.at[i].e, &bits) && bits < TP_FIRST_PAGE;
  VEC_FREE(&parts);
  return found;
}

static void find_lengths(tp_eval *e, text *t) {
  tp_exprs *x = e->x;
  tp_expr goes_on = tp_expr_bool(x, true);
  for (uint32_t i = 0; i < t->n; i++) {
    tp_expr ends = tp_expr_eq(x, t->at[i], character(e, 0));
    t->when[i] = tp_expr_and(x, goes_on, ends);
    goes_on = tp_expr_and(x, goes_on, tp_expr_not(x, ends));
  }
  t->when[t->n] = goes_on;
}

static bool print_text(printing *p, const conversion *c, text *out) {
  tp_eval *e = p->e;
  tp_value v = next_argument(p, p->pointer);
  uint64_t most = c->has_precision ? c->precision : UINT64_MAX;
  tp_expr elsewhere;
  if (!v.e || may_be_null(e, v.e) || (p->to && may_overlap(e, v.e, p->to)) ||
      !tp_eval_read_text(e, v.e, most, out->at, &out->n, &elsewhere))
    return false;
  find_lengths(e, out);
  if (elsewhere)
    p->elsewhere =
        p->elsewhere ? tp_expr_or(e->x, p->elsewhere, elsewhere) : elsewhere;
  return true;
}

static bool print_character(printing *p, text *out) {
  tp_value v = next_argument(p, TP_TYPE_INT);
  make_empty(p->e, out);
  if (!v.e || !append_character(p->e, out, 'c'))
    return false;
  out->at[0] = tp_expr_extract(p->e->x, v.e, 0, 8);
  return true;
}

static bool print_integer(printing *p, const conversion *c, text *out) {
  bool is_small = tp_type_get(&p->e->p->types, c->type)->size < 4;
  tp_value v = next_argument(p, is_small ? TP_TYPE_INT : c->type);
  if (!v.e || (c->has_precision && c->precision == 0))
    return false;
  bool is_signed = c->what == 'd' || c->what == 'i';
  tp_type_id type = is_signed ? c->type : c->unsigned_type;
  tp_expr narrow = tp_sem_convert(&p->e->sem, v, type);
  tp_type_id wide = tp_type_promote(&p->e->p->types, type);
  tp_expr value = tp_sem_convert(&p->e->sem, (tp_value){narrow, type}, wide);
  return value && print_number(p->e, c, value, out);
}

/* ---- formats ------------------------------------------------------------- */

static const char *read_flags(const char *at, conversion *c) {
  for (; *at && strchr("-0+ ", *at); at++) {
    c->is_left |= *at == '-';
    c->is_zero |= *at == '0';
    if (*at == '+' || (*at == ' ' && !c->plus))
      c->plus = *at;
  }
  return at;
}

static const char *read_count(const char *at, uint32_t *out) {
  char *end;
  unsigned long n = strtoul(at, &end, 10);
  *out = n < TP_WIRE_MAX_STRING ? (uint32_t)n : TP_WIRE_MAX_STRING + 1;
  return *at >= '0' && *at <= '9' ? end : at;
}

/* What follows a '%'; what 0: it is not followed. */
static const char *read_conversion(const char *at, conversion *c) {
  static const struct {
    const char *word;
    tp_type_id type, unsigned_type;
  } sizes[] = {{"hh", TP_TYPE_SCHAR, TP_TYPE_UCHAR},
               {"h", TP_TYPE_SHORT, TP_TYPE_USHORT},
               {"ll", TP_TYPE_LONG, TP_TYPE_ULONG},
               {"l", TP_TYPE_LONG, TP_TYPE_ULONG},
               {"j", TP_TYPE_LONG, TP_TYPE_ULONG},
               {"z", TP_TYPE_LONG, TP_TYPE_ULONG},
               {"t", TP_TYPE_LONG, TP_TYPE_ULONG},
               {"", TP_TYPE_INT, TP_TYPE_UINT}};
  size_t i = 0;
  *c = (conversion){0};
  at = read_count(read_flags(at, c), &c->width);
  if (*at == '.') {
    c->has_precision = true;
    at = read_count(at + 1, &c->precision);
  }
  while (!tp_text_starts(at, sizes[i].word))
    i++;
  at += strlen(sizes[i].word);
  c->type = sizes[i].type;
  c->unsigned_type = sizes[i].unsigned_type;
  bool is_sized = sizes[i].word[0] != '\0';
  c->what = strchr(is_sized ? "diuxX" : "diuxXcs", *at) ? *at : '\0';
  return at;
}

static bool convert(printing *p, const conversion *c) {
  text t;
  bool is_known = c->what == 's'   ? print_text(p, c, &t)
                  : c->what == 'c' ? print_character(p, &t)
                                   : print_integer(p, c, &t);
  return is_known && pad(p->e, &t, ' ', c->width, c->is_left) &&
         append(p->e, &p->out, &t);
}

static bool print(printing *p, const char *format) {
  conversion c;
  make_empty(p->e, &p->out);
  for (const char *at = format; *at; at++) {
    if (*at != '%' || *++at == '%') {
      if (!append_character(p->e, &p->out, *at))
        return false;
      continue;
    }
    at = read_conversion(at, &c);
    if (!c.what || !convert(p, &c))
      return false;
  }
  return true;
}

/* ---- what becomes of it -------------------------------------------------- */

/* It has more than i bytes. */
static tp_expr goes_on_behind(const printing *p, uint32_t i) {
  tp_expr ends = never(p->e);
  for (uint32_t k = 0; k <= i && k <= p->out.n; k++)
    ends = tp_expr_or(p->e->x, ends, p->out.when[k]);
  return tp_expr_not(p->e->x, ends);
}

/* Byte i of what is written, which has a NUL at the end. */
static tp_expr written(printing *p, uint32_t i, uint64_t size, tp_expr old) {
  tp_exprs *x = p->e->x;
  tp_expr nul = character(p->e, 0);
  bool is_inside = i < p->out.n;
  tp_expr more = is_inside ? goes_on_behind(p, i) : never(p->e);
  tp_expr ends = i <= p->out.n ? p->out.when[i] : never(p->e);
  tp_expr behind = tp_expr_ite(x, ends, nul, old);
  return tp_expr_ite(x, more, is_inside && i + 1 < size ? p->out.at[i] : nul,
                     behind);
}

static void write(printing *p, uint64_t size) {
  tp_eval *e = p->e;
  uint64_t n = p->elsewhere ? size : p->out.n + UINT64_C(1);
  for (uint32_t i = 0; i < n && i < size; i++) {
    tp_expr at = tp_eval_offset(e, p->to, i);
    tp_expr old = tp_memory_load(&e->memory, e->s.cells, at, 1);
    if (!old)
      old = tp_eval_fresh(e, TP_TYPE_UCHAR, TP_FREE_MEMORY);
    tp_expr byte = written(p, i, size, old);
    if (p->elsewhere)
      byte = tp_expr_ite(e->x, p->elsewhere,
                         tp_eval_fresh(e, TP_TYPE_UCHAR, TP_FREE_CALL), byte);
    e->s.cells = tp_memory_store(&e->memory, e->s.cells, at, 1, byte);
  }
}

static tp_expr length_of(const printing *p) {
  tp_exprs *x = p->e->x;
  tp_expr length = tp_expr_bv(x, 32, p->out.n);
  for (uint32_t k = p->out.n; k-- > 0;)
    length = tp_expr_ite(x, p->out.when[k], tp_expr_bv(x, 32, k), length);
  return p->elsewhere
             ? tp_expr_ite(x, p->elsewhere,
                           tp_eval_fresh(p->e, TP_TYPE_INT, TP_FREE_CALL),
                           length)
             : length;
}

static const struct printer {
  const char *name;
  bool has_size, has_list;
} printers[] = {{"sprintf", false, false},
                {"snprintf", true, false},
                {"vsprintf", false, true},
                {"vsnprintf", true, true}};

static const struct printer *find_printer(const char *name) {
  for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
    if (strcmp(name, printers[i].name) == 0)
      return &printers[i];
  return NULL;
}

/* Nothing has changed where it says false. A text of any length has to fit
 * into what is looked at. */
static bool print_into(printing *p, const char *format, uint64_t size) {
  tp_cells before = p->e->s.cells;
  bool is_done = (size == 0 || p->to) && print(p, format) &&
                 (!p->elsewhere || size <= TP_WIRE_MAX_STRING);
  if (is_done)
    write(p, size);
  else
    p->e->s.cells = before;
  return is_done;
}

bool tp_eval_format(tp_eval *e, const tp_decl *callee, const char *name,
                    const tp_value *args, uint32_t n, tp_value *out) {
  const struct printer *f = find_printer(name);
  char format[TP_LIMIT_DECIDE_FORMAT];
  uint64_t size = UINT64_MAX;
  uint32_t first = f && f->has_size ? 2 : 1;
  const tp_type *t = tp_type_get(&e->p->types, callee->type);
  if (!f || n < first + 1u + f->has_list || t->kind != TP_T_FUNCTION ||
      t->n == 0 || !tp_eval_text(e, args[first].e, format, sizeof format))
    return false;
  tp_expr given =
      f->has_size ? tp_sem_convert(&e->sem, args[1], TP_TYPE_ULONG) : 0;
  if (f->has_size && !(given && tp_expr_known(e->x, given, &size)))
    return false;
  printing p = {.e = e,
                .to = size ? args[0].e : 0,
                .pointer = e->p->types.params.at[t->first],
                .args = args + first + 1,
                .n = n - first - 1};
  if (f->has_list)
    p.list = args[first + 1].e;
  if (!print_into(&p, format, size))
    return false;
  *out = (tp_value){length_of(&p), TP_TYPE_INT};
  return true;
}
