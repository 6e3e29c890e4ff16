/* SPDX-License-Identifier: GPL-3.0-or-later */
/* By use first (unit/uses.h), then by name, as section 3.3.1 of seed 001 has
 * it: a number of which nothing is known, and that is called like a size. */
#include "unit/sizes.h"

#include <ctype.h>

static const tp_type *type_of(const tp_values *v, tp_type_id t) {
  return tp_type_get(&v->p->types, t);
}

static bool is_number(const tp_values *v, const tp_sized *s) {
  return tp_type_is_integer(&v->p->types, s->type);
}

/* The most that a number may be that counts its elements; 0: it has none. */
static uint64_t most_of(const tp_values *v, const tp_sized *of) {
  const tp_type *t = type_of(v, of->type);
  if (t->kind == TP_T_ARRAY)
    return t->is_complete && !t->is_variable ? t->count : 0;
  if (t->kind != TP_T_POINTER || type_of(v, t->base)->kind == TP_T_FUNCTION)
    return 0;
  return tp_values_behind(v, of->type, of->place);
}

/* The number, or product, counts what is there: of NULL nothing. */
static void assume_count(tp_values *v, const tp_sized *of, const char *number,
                         uint64_t most) {
  tp_str null = {0};
  if (type_of(v, of->type)->kind == TP_T_POINTER)
    tp_str_addf(&null, " && (%s || %s == 0)", of->lvalue, number);
  tp_values_line(v, "tp2ph_assume_that(%s >= 0 && %s <= %llu%s); /* of %s */",
                 number, number, (unsigned long long)most, tp_str_text(&null),
                 of->lvalue);
  tp_str_free(&null);
}

/* ---- by use -------------------------------------------------------------- */

/* What the function looks at itself is not trusted: a parameter may be
 * anything, a member one too many. */
static void assume_index(tp_values *v, const tp_sized *of,
                         const tp_sized *number, unsigned long long most) {
  bool is_member = number->place >= tp_use_of_field(0);
  bool is_checked =
      tp_uses_checks(v->uses, v->target, of->place, number->place);
  tp_str limit = {0};
  if (is_member || !is_checked)
    tp_str_addf(&limit, " && %s <%s %llu", number->lvalue,
                is_checked ? "=" : "", most);
  tp_values_line(v, "tp2ph_assume_that(%s >= 0%s); /* index of %s */",
                 number->lvalue, tp_str_text(&limit), of->lvalue);
  tp_str_free(&limit);
}

static bool assume_use(tp_values *v, const tp_sized *of, const tp_sized *number,
                       bool is_said) {
  uint64_t most = most_of(v, of);
  tp_size_use use = tp_uses_size(v->uses, of->place, number->place);
  bool is_index = use == TP_SIZE_INDEX;
  if (!most || use == TP_SIZE_NONE || (is_said && is_index))
    return false;
  if (is_index)
    assume_index(v, of, number, most);
  else
    assume_count(v, of, number->lvalue, most);
  return true;
}

/* Rows and columns: so many, each and together. */
static bool assume_product(tp_values *v, const tp_sized *of, const tp_sized *a,
                           const tp_sized *b) {
  unsigned long long most = most_of(v, of);
  if (!most || !tp_uses_are_factors(v->uses, of->place, a->place, b->place))
    return false;
  tp_values_line(v,
                 "tp2ph_assume_that(%s >= 0 && %s <= %llu && %s >= 0 && %s <= "
                 "%llu);",
                 a->lvalue, a->lvalue, most, b->lvalue, b->lvalue, most);
  tp_str both = {0};
  tp_str_addf(&both, "%s * %s", a->lvalue, b->lvalue);
  assume_count(v, of, both.at, most);
  tp_str_free(&both);
  return true;
}

/* ---- by name ------------------------------------------------------------- */

/* "*len" also ends a word: "buflen". */
static bool has_word(const char *name, const char *word) {
  bool may_end = *word == '*';
  word += may_end;
  size_t n = strlen(word);
  for (const char *at = name; *at; at++) {
    size_t i = 0;
    while (i < n && tolower((unsigned char)at[i]) == word[i])
      i++;
    bool is_begin =
        may_end || at == name || !isalpha((unsigned char)at[-1]) ||
        (isupper((unsigned char)*at) && islower((unsigned char)at[-1]));
    bool is_end = i == n && !islower((unsigned char)at[n]);
    if (i == n && is_begin && is_end)
      return true;
  }
  return false;
}

static bool is_called_size(const char *name) {
  static const char *const words[] = {"n",      "*len", "length",  "*size",
                                      "*count", "num",  "sz",      "cnt",
                                      "nmemb",  "cap",  "capacity"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (has_word(name, words[i]))
      return true;
  return false;
}

/* A text, or what pointers walk over. */
static bool is_row(const tp_values *v, const tp_sized *of) {
  const tp_type *t = type_of(v, of->type);
  tp_type_id to =
      t->kind == TP_T_POINTER ? type_of(v, t->base)->unqualified : 0;
  return to == TP_TYPE_CHAR || to == TP_TYPE_VOID ||
         (to && tp_map_get(&v->uses->walked, to));
}

/* Of the nearest pointer before it. */
static void assume_name(tp_values *v, const tp_sized *all, uint32_t number) {
  if (!is_called_size(all[number].name))
    return;
  for (uint32_t i = number; i-- > 0;) {
    unsigned long long most = is_row(v, &all[i]) ? most_of(v, &all[i]) : 0;
    if (most) {
      assume_count(v, &all[i], all[number].lvalue, most);
      return;
    }
  }
}

/* ---- all ----------------------------------------------------------------- */

static bool assume_products(tp_values *v, const tp_sized *all, uint32_t n,
                            uint32_t number) {
  bool is_said = false;
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = 0; i < n; i++)
      if (k != number && is_number(v, &all[k]) && !is_number(v, &all[i])) {
        bool is_second = k < number; /* said at the first */
        is_said |= is_second
                       ? tp_uses_are_factors(v->uses, all[i].place,
                                             all[k].place, all[number].place)
                       : assume_product(v, &all[i], &all[number], &all[k]);
      }
  return is_said;
}

void tp_sizes_assume(tp_values *v, const tp_sized *all, uint32_t n) {
  if (v->kind != TP_DRIVER_FULL || !v->has_sizes)
    return;
  for (uint32_t i = 0; i < n; i++) {
    if (!is_number(v, &all[i]))
      continue;
    bool is_said = assume_products(v, all, n, i);
    for (uint32_t k = 0; k < n; k++)
      is_said |= k != i && assume_use(v, &all[k], &all[i], is_said);
    if (!is_said)
      assume_name(v, all, i);
  }
}

static bool is_member(const tp_field *f) {
  return f->name && !f->is_bitfield;
}

/* Recursion: as deep as records are nested. */
void tp_sizes_of_record(tp_values *v, tp_type_id record, const char *lvalue) {
  const tp_type *t = type_of(v, record);
  VEC(tp_sized) all = {0};
  tp_vec_u32 where = {0};
  tp_str names = {0};
  for (uint32_t i = t->first; i < t->first + t->n && !t->is_union; i++) {
    const tp_field *f = &v->p->types.fields.at[i];
    if (!is_member(f))
      continue;
    const char *name = tp_names_text(v->p->names, f->name);
    VEC_PUSH(&all, (tp_sized){f->type, tp_use_of_field(i), name, NULL});
    VEC_PUSH(&where, names.n);
    tp_str_addf(&names, "%s.%s", lvalue, name);
    tp_str_addc(&names, '\0');
  }
  for (uint32_t i = 0; i < all.n; i++)
    all.at[i].lvalue = names.at + where.at[i];
  tp_sizes_assume(v, all.at, all.n);
  for (uint32_t i = 0; i < all.n; i++)
    if (type_of(v, all.at[i].type)->kind == TP_T_RECORD &&
        tp_values_is_flat(v, record))
      tp_sizes_of_record(v, all.at[i].type, all.at[i].lvalue);
  VEC_FREE(&all);
  VEC_FREE(&where);
  tp_str_free(&names);
}
