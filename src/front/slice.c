/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A condition compares an input with a number. Bounds are kept as integers of
 * 128 bits or as doubles until all conditions were read; then each site that
 * they name gets the part of its limits that is left. Bounds of floats are
 * rounded inwards, as those of --inputs are.
 */
#include "front/slice.h"

#include "ast/place.h"
#include "front/words.h"

#include <math.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;

typedef enum relation { EQUAL, BELOW, ABOVE, AT_MOST, AT_LEAST } relation;

typedef struct condition {
  tp_word name, number;
  relation relation;
} condition;

typedef struct slicing {
  tp_program *p;
  const char *text;
  tp_diag *diag;
} slicing;

static int refuse(const slicing *s, uint32_t at, const char *fmt,
                  const char *name) {
  int rc = tp_diag_set(s->diag, TP_REFUSED, fmt, name);
  tp_diag_at(s->diag, "--assume", 1, at + 1, s->text);
  return rc;
}

/* ---- reading ------------------------------------------------------------- */

static const char how[] =
    "a condition is written as NAME == NUMBER (or <=, >=, <, >), several are "
    "joined by &&%s";

static tp_word next(tp_words_reader *r) {
  return tp_words_next(r);
}

/* The characters of an operator are words of their own. */
static bool read_relation(tp_words_reader *r, relation *out) {
  tp_word w = next(r);
  tp_words_reader ahead = *r;
  bool is_wide = w.kind == TP_WORD_OTHER && next(&ahead).first == '=' &&
                 ahead.at == w.end + 1;
  if (is_wide)
    *r = ahead;
  *out = w.first == '='   ? EQUAL
         : w.first == '<' ? (is_wide ? AT_MOST : BELOW)
                          : (is_wide ? AT_LEAST : ABOVE);
  return w.kind == TP_WORD_OTHER &&
         (w.first == '<' || w.first == '>' || (w.first == '=' && is_wide));
}

/* A name with its members: "ate_read.value". */
static tp_word read_name(tp_words_reader *r) {
  tp_word name = next(r);
  for (;;) {
    tp_words_reader ahead = *r;
    if (next(&ahead).first != '.')
      return name;
    tp_word part = next(&ahead);
    if (part.kind != TP_WORD_NAME)
      return name;
    name.end = part.end;
    *r = ahead;
  }
}

static bool read_number(tp_words_reader *r, tp_word *out) {
  *out = next(r);
  if (out->first == '-' || out->first == '+') {
    tp_word digits = next(r);
    out->kind = digits.kind;
    out->end = digits.end;
  }
  return out->kind == TP_WORD_NUMBER;
}

static bool read_and(tp_words_reader *r) {
  return next(r).first == '&' && next(r).first == '&';
}

typedef VEC(condition) conditions;

static int read_all(const slicing *s, conditions *out) {
  tp_words_reader r = {
      .text = s->text, .size = (uint32_t)strlen(s->text), .line = 1};
  for (;;) {
    condition c = {.name = read_name(&r)};
    if (c.name.kind != TP_WORD_NAME)
      return refuse(s, c.name.begin, how, "");
    uint32_t at = r.at;
    if (!read_relation(&r, &c.relation) || !read_number(&r, &c.number))
      return refuse(s, at, how, "");
    VEC_PUSH(out, c);
    tp_words_reader ahead = r;
    if (next(&ahead).kind == TP_WORD_END)
      return 0;
    if (!read_and(&r))
      return refuse(s, ahead.at - 1, how, "");
  }
}

/* ---- ranges -------------------------------------------------------------- */

typedef struct range {
  bool is_float;
  wide low, high;     /* integers */
  double least, most; /* floats */
} range;

static const tp_type *scalar_of(const tp_program *p, const tp_site *site,
                                tp_type_id *out) {
  tp_type_id t = site->input_kind == TP_INPUT_OBJECT
                     ? site->object
                     : tp_node_get(p, site->node)->type;
  while (tp_type_get(&p->types, t)->kind == TP_T_ARRAY)
    t = tp_type_get(&p->types, t)->base;
  *out = t;
  return tp_type_get(&p->types, t);
}

static double as_double(uint64_t bits, uint64_t size) {
  double d;
  float f;
  memcpy(&d, &bits, sizeof d);
  memcpy(&f, &bits, sizeof f);
  return size == 8 ? d : (double)f;
}

static wide as_integer(uint64_t bits, uint64_t size, bool is_signed) {
  unsigned above = 64 - 8 * (unsigned)size;
  return is_signed ? (wide)((int64_t)(bits << above) >> above) : (wide)bits;
}

/* All that the site may deliver as it is. */
static range whole_range(const tp_program *p, const tp_site *site,
                         tp_type_id type) {
  const tp_type *t = tp_type_get(&p->types, type);
  const tp_limits *l = site->limits ? &p->limits.at[site->limits] : NULL;
  range r = {.is_float = tp_type_is_float(&p->types, type),
             .least = -HUGE_VAL,
             .most = HUGE_VAL};
  bool is_signed = tp_type_is_signed(&p->types, type);
  unsigned width = t->kind == TP_T_BOOL ? 1 : 8 * (unsigned)t->size;
  r.high = ((wide)1 << (width - is_signed)) - 1;
  r.low = is_signed ? -r.high - 1 : 0;
  if (l && r.is_float) {
    r.least = as_double(l->low, t->size);
    r.most = as_double(l->high, t->size);
  } else if (l) {
    r.low = as_integer(l->low, t->size, is_signed);
    r.high = as_integer(l->high, t->size, is_signed);
  }
  return r;
}

static void narrow_integer(range *r, relation how_so, wide n) {
  wide low = how_so == ABOVE ? n + 1 : n, high = how_so == BELOW ? n - 1 : n;
  if ((how_so == EQUAL || how_so == ABOVE || how_so == AT_LEAST) &&
      low > r->low)
    r->low = low;
  if ((how_so == EQUAL || how_so == BELOW || how_so == AT_MOST) &&
      high < r->high)
    r->high = high;
}

/* The next number of the type, inwards. */
static double step(double n, double towards, uint64_t size) {
  return size == 8 ? nextafter(n, towards)
                   : (double)nextafterf((float)n, (float)towards);
}

static double inward(double n, bool is_low, uint64_t size) {
  double cut = size == 8 ? n : (double)(float)n;
  if (is_low ? cut < n : cut > n)
    cut = step(cut, is_low ? HUGE_VAL : -HUGE_VAL, size);
  return cut;
}

static void narrow_float(range *r, relation how_so, double n, uint64_t size) {
  double low = inward(n, true, size), high = inward(n, false, size);
  if (how_so == ABOVE && low == n)
    low = step(low, HUGE_VAL, size);
  if (how_so == BELOW && high == n)
    high = step(high, -HUGE_VAL, size);
  if (how_so != BELOW && how_so != AT_MOST && low > r->least)
    r->least = low;
  if (how_so != ABOVE && how_so != AT_LEAST && high < r->most)
    r->most = high;
}

/* ---- sites --------------------------------------------------------------- */

static int narrow(const slicing *s, range *r, const condition *c,
                  uint64_t size) {
  tp_str text = {0};
  char *end, *end_of_float;
  tp_str_addn(&text, s->text + c->number.begin,
              c->number.end - c->number.begin);
  bool is_negative = text.at[0] == '-';
  wide n = is_negative ? (wide)strtoll(text.at, &end, 0)
                       : (wide)strtoull(text.at, &end, 0);
  double d = strtod(text.at, &end_of_float);
  int rc = 0;
  if (r->is_float ? *end_of_float != '\0' || isnan(d) : *end != '\0')
    rc = refuse(s, c->number.begin,
                r->is_float ? "this is no number%s"
                            : "the input is an integer, this is none%s",
                "");
  else if (r->is_float)
    narrow_float(r, c->relation, d, size);
  else
    narrow_integer(r, c->relation, n);
  tp_str_free(&text);
  return rc;
}

static uint64_t pattern(double d, uint64_t size) {
  uint64_t bits = 0;
  float f = (float)d;
  memcpy(&bits, size == 8 ? (const void *)&d : (const void *)&f, size);
  return bits;
}

static uint64_t cut(wide n, uint64_t size) {
  uint64_t bits = (uint64_t)n;
  return size < 8 ? bits & ((UINT64_C(1) << 8 * size) - 1) : bits;
}

static void limit_site(const slicing *s, tp_site *site, const range *r,
                       uint64_t size) {
  tp_program *p = s->p;
  tp_str text = {0};
  tp_limits l = {0};
  if (r->is_float) {
    double plain = r->least > 0 ? r->least : r->most < 0 ? r->most : 0;
    l.low = pattern(r->least, size);
    l.high = pattern(r->most, size);
    l.plain = pattern(plain, size);
    tp_str_addf(&text, "%.17g .. %.17g", r->least, r->most);
  } else {
    l.low = cut(r->low, size);
    l.high = cut(r->high, size);
    l.plain = cut(r->low > 0 ? r->low : r->high < 0 ? r->high : 0, size);
    tp_str_addf(&text, "%lld .. %lld", (long long)r->low, (long long)r->high);
  }
  tp_str_addf(&text, " (--assume %s)", s->text);
  l.text = tp_names_id(p->names, text.at, text.n);
  site->limits = p->limits.n;
  VEC_PUSH(&p->limits, l);
  tp_str_free(&text);
}

static bool is_named(const slicing *s, const tp_site *site,
                     const condition *c) {
  const char *name = site->is_input ? tp_site_name(s->p, site) : NULL;
  size_t n = c->name.end - c->name.begin;
  return name && strlen(name) == n &&
         strncmp(name, s->text + c->name.begin, n) == 0;
}

static int slice_site(const slicing *s, tp_site *site, const conditions *all) {
  tp_type_id type;
  const tp_type *t = scalar_of(s->p, site, &type);
  range r = whole_range(s->p, site, type);
  bool is_meant = false;
  int rc = 0;
  for (uint32_t i = 0; i < all->n && rc == 0; i++) {
    if (!is_named(s, site, &all->at[i]))
      continue;
    is_meant = true;
    rc = !r.is_float && !tp_type_is_integer(&s->p->types, type)
             ? refuse(s, all->at[i].name.begin, "only numbers can be assumed%s",
                      "")
             : narrow(s, &r, &all->at[i], t->size);
  }
  if (rc != 0 || !is_meant)
    return rc;
  if (r.is_float ? r.least > r.most : r.low > r.high)
    return refuse(s, 0,
                  "no value is left for '%s': the conditions, or its limits, "
                  "contradict each other",
                  tp_site_name(s->p, site));
  limit_site(s, site, &r, t->size);
  return 0;
}

static int check_names(const slicing *s, const conditions *all) {
  for (uint32_t i = 0; i < all->n; i++) {
    bool is_known = false;
    for (uint32_t k = 1; k < s->p->sites.n && !is_known; k++)
      is_known = is_named(s, &s->p->sites.at[k], &all->at[i]);
    if (!is_known)
      return refuse(s, all->at[i].name.begin,
                    "no input has this name: report.json lists their names as "
                    "input[]%s",
                    "");
  }
  return 0;
}

int tp_front_slice(tp_program *p, const char *text, tp_diag *diag) {
  slicing s = {p, text, diag};
  conditions all = {0};
  int rc = read_all(&s, &all);
  if (rc == 0)
    rc = check_names(&s, &all);
  for (uint32_t i = 1; i < p->sites.n && rc == 0; i++)
    if (p->sites.at[i].is_input)
      rc = slice_site(&s, &p->sites.at[i], &all);
  VEC_FREE(&all);
  return rc;
}
