/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What C's rules say about types that exist: classes, promotions, the usual
 * arithmetic conversions, and how a type is written.
 */
#include "types/type.h"

bool tp_type_is_integer(const tp_types *types, tp_type_id t) {
  uint8_t kind = tp_type_get(types, t)->kind;
  return kind == TP_T_INT || kind == TP_T_BOOL || kind == TP_T_ENUM;
}

bool tp_type_is_float(const tp_types *types, tp_type_id t) {
  return tp_type_get(types, t)->kind == TP_T_FLOAT;
}

bool tp_type_is_pointer(const tp_types *types, tp_type_id t) {
  return tp_type_get(types, t)->kind == TP_T_POINTER;
}

bool tp_type_is_scalar(const tp_types *types, tp_type_id t) {
  return tp_type_is_integer(types, t) || tp_type_is_float(types, t) ||
         tp_type_is_pointer(types, t);
}

bool tp_type_is_signed(const tp_types *types, tp_type_id t) {
  return tp_type_is_integer(types, t) && tp_type_get(types, t)->is_signed;
}

static tp_type_id int_of_rank(uint8_t rank, bool is_signed) {
  if (rank <= 4)
    return is_signed ? TP_TYPE_INT : TP_TYPE_UINT;
  if (rank == 5)
    return is_signed ? TP_TYPE_LONG : TP_TYPE_ULONG;
  return is_signed ? TP_TYPE_LLONG : TP_TYPE_ULLONG;
}

tp_type_id tp_type_promote(const tp_types *types, tp_type_id t) {
  const tp_type *type = tp_type_get(types, t);
  if (!tp_type_is_integer(types, t))
    return type->unqualified;
  if (type->rank < 4) /* all their values fit in int */
    return TP_TYPE_INT;
  return int_of_rank(type->rank, type->is_signed);
}

tp_type_id tp_type_promote_bits(const tp_types *types, tp_type_id t,
                                uint32_t bit_width) {
  if (!tp_type_is_integer(types, t))
    return tp_type_promote(types, t);
  if (bit_width < 32)
    return TP_TYPE_INT;
  if (bit_width == 32)
    return tp_type_is_signed(types, t) ? TP_TYPE_INT : TP_TYPE_UINT;
  return tp_type_promote(types, t);
}

/* C11 6.3.1.8, integers; both already promoted. */
static tp_type_id common_integer(const tp_types *types, tp_type_id a,
                                 tp_type_id b) {
  const tp_type *high = tp_type_get(types, a), *low = tp_type_get(types, b);
  if (high->rank < low->rank || (high->rank == low->rank && high->is_signed)) {
    const tp_type *swap = high;
    high = low;
    low = swap;
  }
  bool is_signed = high->is_signed;
  if (is_signed && !low->is_signed && low->size == high->size)
    is_signed = false; /* long long and unsigned long */
  return int_of_rank(high->rank, is_signed);
}

tp_type_id tp_type_arithmetic(const tp_types *types, tp_type_id a,
                              tp_type_id b) {
  a = tp_type_promote(types, a);
  b = tp_type_promote(types, b);
  uint8_t ka = tp_type_get(types, a)->kind, kb = tp_type_get(types, b)->kind;
  if (ka == TP_T_UNKNOWN || kb == TP_T_UNKNOWN)
    return TP_TYPE_UNKNOWN;
  if (ka == TP_T_OTHER && (kb != TP_T_OTHER || a != TP_TYPE_LDOUBLE))
    return a;
  if (kb == TP_T_OTHER)
    return b;
  bool is_int_a = tp_type_is_integer(types, a);
  bool is_int_b = tp_type_is_integer(types, b);
  if (is_int_a && is_int_b)
    return common_integer(types, a, b);
  if ((ka != TP_T_FLOAT && !is_int_a) || (kb != TP_T_FLOAT && !is_int_b))
    return TP_TYPE_UNKNOWN; /* no arithmetic types */
  return a == TP_TYPE_DOUBLE || b == TP_TYPE_DOUBLE ? TP_TYPE_DOUBLE
                                                    : TP_TYPE_FLOAT;
}

static const char *const basic_names[TP_TYPE_FIRST_MADE] = {
    [TP_TYPE_UNKNOWN] = "?",
    [TP_TYPE_VOID] = "void",
    [TP_TYPE_BOOL] = "_Bool",
    [TP_TYPE_CHAR] = "char",
    [TP_TYPE_SCHAR] = "signed char",
    [TP_TYPE_UCHAR] = "unsigned char",
    [TP_TYPE_SHORT] = "short",
    [TP_TYPE_USHORT] = "unsigned short",
    [TP_TYPE_INT] = "int",
    [TP_TYPE_UINT] = "unsigned int",
    [TP_TYPE_LONG] = "long",
    [TP_TYPE_ULONG] = "unsigned long",
    [TP_TYPE_LLONG] = "long long",
    [TP_TYPE_ULLONG] = "unsigned long long",
    [TP_TYPE_FLOAT] = "float",
    [TP_TYPE_DOUBLE] = "double",
    [TP_TYPE_LDOUBLE] = "long double"};

const char *tp_type_c_name(const tp_types *types, tp_type_id t) {
  if (!tp_type_is_scalar(types, t))
    return NULL;
  const tp_type *type = tp_type_get(types, t);
  if (type->kind == TP_T_POINTER)
    return "void *";
  tp_type_id plain = type->kind == TP_T_ENUM ? type->base : type->unqualified;
  return basic_names[plain];
}

static void print_parameters(const tp_types *types, const tp_names *names,
                             const tp_type *f, uint32_t depth, tp_str *out);

static void print_stem(const tp_types *types, const tp_names *names,
                       tp_type_id t, tp_str *out) {
  const tp_type *type = tp_type_get(types, t);
  tp_str_add(out, type->is_const ? "const " : "");
  tp_str_add(out, type->is_volatile ? "volatile " : "");
  tp_str_add(out, type->is_atomic ? "_Atomic " : "");
  if (type->unqualified < TP_TYPE_FIRST_MADE) {
    tp_str_add(out, basic_names[type->unqualified]);
  } else if (type->kind == TP_T_OTHER) {
    tp_str_addf(out, "other%llu", (unsigned long long)type->size);
  } else {
    const char *word = type->kind == TP_T_ENUM ? "enum"
                       : type->is_union        ? "union"
                                               : "struct";
    const char *tag = tp_names_text(names, type->tag);
    tp_str_addf(out, "%s %s", word, *tag ? tag : "{}");
  }
}

static void print_suffix(const tp_types *types, const tp_names *names,
                         tp_type_id t, uint32_t depth, tp_str *out) {
  const tp_type *type = tp_type_get(types, t);
  if (type->kind == TP_T_FUNCTION) {
    print_parameters(types, names, type, depth, out);
  } else if (type->kind == TP_T_ARRAY) {
    if (type->is_complete && !type->is_variable)
      tp_str_addf(out, "[%llu]", (unsigned long long)type->count);
    else
      tp_str_add(out, type->is_complete ? "[*]" : "[]");
  } else {
    tp_str_add(out, "*");
    tp_str_add(out, type->is_const ? "const" : "");
  }
}

/* Parameters that are functions with such parameters ... : cut at this depth.*/
#define MAX_DEPTH 6

static void print_type(const tp_types *types, const tp_names *names,
                       tp_type_id t, uint32_t depth, tp_str *out) {
  VEC(tp_type_id) derived = {0};
  for (;;) {
    uint8_t kind = tp_type_get(types, t)->kind;
    if (kind != TP_T_POINTER && kind != TP_T_ARRAY && kind != TP_T_FUNCTION)
      break;
    VEC_PUSH(&derived, t);
    t = tp_type_get(types, t)->base;
  }
  print_stem(types, names, t, out);
  while (derived.n)
    print_suffix(types, names, VEC_POP(&derived), depth, out);
  VEC_FREE(&derived);
}

static void print_parameters(const tp_types *types, const tp_names *names,
                             const tp_type *f, uint32_t depth, tp_str *out) {
  tp_str_add(out, "(");
  for (uint32_t i = 0; i < f->n && depth < MAX_DEPTH; i++) {
    tp_str_add(out, i ? "," : "");
    print_type(types, names, types->params.at[f->first + i], depth + 1, out);
  }
  if (f->is_variadic)
    tp_str_add(out, f->n ? ",..." : "...");
  else if (f->has_prototype && f->n == 0)
    tp_str_add(out, "void");
  tp_str_add(out, ")");
}

void tp_type_print(const tp_types *types, const tp_names *names, tp_type_id t,
                   tp_str *out) {
  print_type(types, names, t, 0, out);
}
