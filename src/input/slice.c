/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that --assume compares an input with. Bounds are kept as integers of
 * 128 bits or as doubles until all conditions were read; then each site that
 * they name gets the part of its limits that is left. Bounds of floats are
 * rounded inwards, as those of --inputs are.
 */
#include "input/slice.h"

#include "program/place.h"

#include <math.h>
#include <stdlib.h>

__extension__ typedef __int128 wide;

typedef struct slicing {
  tp_program *p;
  const tp_slice *s;
  tp_diag *diag;
} slicing;

static int refuse(const slicing *s, uint32_t at, const char *fmt,
                  const char *name) {
  return tp_slice_refuse(s->s, at, fmt, name, s->diag);
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

static void narrow_integer(range *r, tp_relation how_so, wide n) {
  wide low = how_so == TP_ABOVE ? n + 1 : n,
       high = how_so == TP_BELOW ? n - 1 : n;
  if ((how_so == TP_EQUAL || how_so == TP_ABOVE || how_so == TP_AT_LEAST) &&
      low > r->low)
    r->low = low;
  if ((how_so == TP_EQUAL || how_so == TP_BELOW || how_so == TP_AT_MOST) &&
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

static void narrow_float(range *r, tp_relation how_so, double n,
                         uint64_t size) {
  double low = inward(n, true, size), high = inward(n, false, size);
  if (how_so == TP_ABOVE && low == n)
    low = step(low, HUGE_VAL, size);
  if (how_so == TP_BELOW && high == n)
    high = step(high, -HUGE_VAL, size);
  if (how_so != TP_BELOW && how_so != TP_AT_MOST && low > r->least)
    r->least = low;
  if (how_so != TP_ABOVE && how_so != TP_AT_LEAST && high < r->most)
    r->most = high;
}

/* ---- sites --------------------------------------------------------------- */

static int narrow(const slicing *s, range *r, const tp_slice_condition *c,
                  uint64_t size) {
  tp_str text = {0};
  char *end, *end_of_float;
  tp_str_addn(&text, s->s->text + c->value.begin,
              c->value.end - c->value.begin);
  bool is_negative = text.at[0] == '-';
  wide n = is_negative ? (wide)strtoll(text.at, &end, 0)
                       : (wide)strtoull(text.at, &end, 0);
  double d = strtod(text.at, &end_of_float);
  int rc = 0;
  if (r->is_float ? *end_of_float != '\0' || isnan(d) : *end != '\0')
    rc = refuse(s, c->value.begin,
                r->is_float ? "this is no number%s"
                            : "the input is an integer, this is none%s",
                "");
  else if (r->is_float)
    narrow_float(r, (tp_relation)c->relation, d, size);
  else
    narrow_integer(r, (tp_relation)c->relation, n);
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
  tp_str_addf(&text, " (--assume %s)", s->s->text);
  l.text = tp_names_id(p->names, text.at, text.n);
  site->limits = p->limits.n;
  VEC_PUSH(&p->limits, l);
  tp_str_free(&text);
}

static bool is_named(const slicing *s, const tp_site *site,
                     const tp_slice_condition *c) {
  return site->is_input && tp_slice_is_named(s->s, c, tp_site_name(s->p, site));
}

/* What a condition says of the site is assumed where it is delivered. */
static bool is_elsewhere(const tp_slice_condition *c) {
  return c->is_text || tp_slice_is_of_some(c);
}

static bool is_text(const slicing *s, const tp_site *site, tp_type_id type) {
  return site->is_delivery && tp_type_get(&s->p->types, type)->size == 1 &&
         tp_type_get(&s->p->types, site->object)->kind != TP_T_BOOL;
}

static int check_condition(const slicing *s, const tp_site *site,
                           tp_type_id type, const tp_slice_condition *c) {
  const tp_types *types = &s->p->types;
  if (c->site != TP_ALL_SITES &&
      (!site->is_delivery || !s->p->funcs.at[site->caller].test_site))
    return refuse(s, c->name.begin,
                  "'%s' has no site: --inputs has to declare which parameter "
                  "it is",
                  tp_site_name(s->p, site));
  if (c->is_text)
    return is_text(s, site, type)
               ? 0
               : refuse(s, c->value.begin,
                        "'%s' is no text that --inputs declares",
                        tp_site_name(s->p, site));
  return tp_type_is_float(types, type) || tp_type_is_integer(types, type)
             ? 0
             : refuse(s, c->name.begin, "only numbers can be assumed%s", "");
}

static int check_left(const slicing *s, const range *r, const char *name) {
  bool is_left = r->is_float ? r->least <= r->most : r->low <= r->high;
  return is_left ? 0
                 : refuse(s, 0,
                          "no value is left for '%s': the conditions, or its "
                          "limits, contradict each other",
                          name);
}

/* What is left where the conditions for all sites hold, and those for one. */
static int narrow_site(const slicing *s, const tp_site *site, long which,
                       tp_type_id type, range *r, bool *is_meant) {
  uint64_t size = tp_type_get(&s->p->types, type)->size;
  int rc = 0;
  for (uint32_t i = 0; i < s->s->at.n && rc == 0; i++) {
    const tp_slice_condition *c = &s->s->at.at[i];
    if (!is_named(s, site, c))
      continue;
    rc = check_condition(s, site, type, c);
    if (rc != 0 || c->is_text || c->key.kind != TP_WORD_END ||
        (c->site != TP_ALL_SITES && c->site != which))
      continue;
    *is_meant |= !is_elsewhere(c);
    rc = narrow(s, r, c, size);
  }
  return rc == 0 ? check_left(s, r, tp_site_name(s->p, site)) : rc;
}

static int slice_site(const slicing *s, tp_site *site) {
  tp_type_id type;
  const tp_type *t = scalar_of(s->p, site, &type);
  range whole = whole_range(s->p, site, type), all = whole;
  bool is_meant = false, is_one = false;
  int rc = narrow_site(s, site, TP_ALL_SITES, type, &all, &is_meant);
  for (uint32_t i = 0; i < s->s->at.n && rc == 0; i++) {
    range one = whole;
    if (s->s->at.at[i].site != TP_ALL_SITES)
      rc = narrow_site(s, site, s->s->at.at[i].site, type, &one, &is_one);
  }
  if (rc == 0 && is_meant)
    limit_site(s, site, &all, t->size);
  return rc;
}

/* Of a variable: what its type leaves of its values. */
static int check_global(const slicing *s, const tp_slice_condition *c,
                        tp_type_id type) {
  tp_site none = {0};
  range r = whole_range(s->p, &none, type);
  uint64_t size = tp_type_get(&s->p->types, type)->size;
  int rc = 0;
  tp_str name = {0};
  tp_str_addn(&name, s->s->text + c->name.begin, c->name.end - c->name.begin);
  if (c->is_text || tp_slice_is_of_some(c) ||
      (!r.is_float && !tp_type_is_integer(&s->p->types, type)))
    rc = refuse(s, c->name.begin,
                "of a variable that is no input only a number can be assumed, "
                "for all sites and calls%s",
                "");
  for (uint32_t i = 0; i < s->s->at.n && rc == 0; i++)
    if (!s->s->at.at[i].is_text &&
        tp_slice_is_named(s->s, &s->s->at.at[i], name.at))
      rc = narrow(s, &r, &s->s->at.at[i], size);
  if (rc == 0)
    rc = check_left(s, &r, name.at);
  tp_str_free(&name);
  return rc;
}

static int check_name(const slicing *s, const tp_slice_condition *c) {
  for (uint32_t k = 1; k < s->p->sites.n; k++)
    if (is_named(s, &s->p->sites.at[k], c))
      return 0;
  tp_str name = {0};
  tp_str_addn(&name, s->s->text + c->name.begin, c->name.end - c->name.begin);
  tp_type_id type = tp_slice_global(s->p, name.at);
  tp_str_free(&name);
  if (type != TP_TYPE_UNKNOWN)
    return check_global(s, c, type);
  return refuse(s, c->name.begin,
                "no input and no global variable has this name: report.json "
                "lists the names of inputs as input[]%s",
                "");
}

int tp_slice_inputs(tp_program *p, const tp_slice *slice, tp_diag *diag) {
  slicing s = {p, slice, diag};
  int rc = 0;
  if (slice->at.n)
    p->assumed = tp_names_id(p->names, slice->text, strlen(slice->text));
  for (uint32_t i = 0; i < slice->at.n && rc == 0; i++)
    rc = check_name(&s, &slice->at.at[i]);
  for (uint32_t i = 1; i < p->sites.n && rc == 0; i++)
    if (p->sites.at[i].is_input)
      rc = slice_site(&s, &p->sites.at[i]);
  return rc;
}
