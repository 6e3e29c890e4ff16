/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A type as a declaration of C: from the name outwards, as the grammar has it.
 */
#include "types/type.h"

typedef struct declaring {
  const tp_types *types;
  const tp_names *names;
} declaring;

static bool declare(const declaring *d, tp_type_id t, const char *inner,
                    bool is_inside, tp_str *out);

static bool add_word(tp_str *out, const tp_type *t, bool is_inside,
                     const char *before, const char *word, const char *inner) {
  tp_str_addf(out, "%s%s%s%s%s%s", is_inside && t->is_const ? "const " : "",
              is_inside && t->is_volatile ? "volatile " : "", before, word,
              *inner ? " " : "", inner);
  return true;
}

static bool add_record(const declaring *d, const tp_type *t, bool is_inside,
                       const char *inner, tp_str *out) {
  const tp_type *plain = tp_type_get(d->types, t->unqualified);
  tp_name name = plain->tag ? plain->tag : plain->alias;
  if (!name)
    return false;
  return add_word(out, t, is_inside,
                  !plain->tag       ? ""
                  : plain->is_union ? "union "
                                    : "struct ",
                  tp_names_text(d->names, name), inner);
}

static bool add_pointer(const declaring *d, const tp_type *t, bool is_inside,
                        const char *inner, tp_str *out) {
  uint8_t kind = tp_type_get(d->types, t->base)->kind;
  bool is_group = kind == TP_T_ARRAY || kind == TP_T_FUNCTION;
  tp_str text = {0};
  tp_str_addf(&text, "%s*%s%s%s", is_group ? "(" : "",
              is_inside && t->is_const ? "const " : "", inner,
              is_group ? ")" : "");
  bool is_named = declare(d, t->base, text.at, true, out);
  tp_str_free(&text);
  return is_named;
}

static bool add_function(const declaring *d, const tp_type *t,
                         const char *inner, tp_str *out) {
  tp_str text = {0};
  bool is_named = true;
  tp_str_addf(&text, "%s(", inner);
  for (uint32_t i = 0; i < t->n && is_named; i++) {
    tp_str_add(&text, i ? ", " : "");
    is_named = declare(d, d->types->params.at[t->first + i], "", false, &text);
  }
  tp_str_add(&text, t->is_variadic              ? ", ...)"
                    : t->n || !t->has_prototype ? ")"
                                                : "void)");
  is_named = is_named && declare(d, t->base, text.at, false, out);
  tp_str_free(&text);
  return is_named;
}

static bool add_array(const declaring *d, const tp_type *t, bool is_inside,
                      const char *inner, tp_str *out) {
  tp_str text = {0};
  if (t->is_variable)
    return false;
  tp_str_addf(&text, "%s[", inner);
  if (t->is_complete)
    tp_str_addf(&text, "%llu", (unsigned long long)t->count);
  tp_str_addc(&text, ']');
  bool is_named = declare(d, t->base, text.at, is_inside, out);
  tp_str_free(&text);
  return is_named;
}

/* Recursion: as deep as the type was written. is_inside: below a pointer, where
 * qualifiers matter. */
static bool declare(const declaring *d, tp_type_id t, const char *inner,
                    bool is_inside, tp_str *out) {
  const tp_type *type = tp_type_get(d->types, t);
  const char *name;
  switch (type->kind) {
  case TP_T_POINTER:
    return add_pointer(d, type, is_inside, inner, out);
  case TP_T_ARRAY:
    return add_array(d, type, is_inside, inner, out);
  case TP_T_FUNCTION:
    return add_function(d, type, inner, out);
  case TP_T_RECORD:
    return add_record(d, type, is_inside, inner, out);
  case TP_T_VOID:
    return add_word(out, type, is_inside, "", "void", inner);
  default:
    name = type->unqualified == TP_TYPE_LDOUBLE ? "long double"
                                                : tp_type_c_name(d->types, t);
    return name && add_word(out, type, is_inside, "", name, inner);
  }
}

bool tp_type_declare(const tp_types *types, const tp_names *names, tp_type_id t,
                     const char *name, tp_str *out) {
  const declaring d = {types, names};
  return declare(&d, t, name, false, out);
}
