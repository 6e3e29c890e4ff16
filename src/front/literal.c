/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers, characters and strings as values: C11 6.4.4 and 6.4.5 with gcc's
 * suffixes. Values that are not modelled (long double, imaginary, 128 bits)
 * keep their type and are opaque or rounded.
 */
#include "front/sema.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* ---- Integers ---- */

/* The digits of a number in its base; false if it needs more than 64 bits. */
static bool read_digits(const char *text, uint32_t n, uint32_t base,
                        uint64_t *value, uint32_t *used) {
  bool fits = true;
  uint32_t i = 0;
  *value = 0;
  for (; i < n; i++) {
    int c = tolower((unsigned char)text[i]);
    uint32_t digit = isdigit(c)   ? (uint32_t)(c - '0')
                     : isalpha(c) ? (uint32_t)(c - 'a' + 10)
                                  : 99;
    if (digit >= base)
      break;
    if (*value > (UINT64_MAX - digit) / base)
      fits = false;
    *value = *value * base + digit;
  }
  *used = i;
  return fits;
}

static tp_type_id integer_type(uint64_t value, bool is_decimal, bool has_u,
                               uint32_t longs) {
  tp_type_id first = longs == 0   ? TP_TYPE_INT
                     : longs == 1 ? TP_TYPE_LONG
                                  : TP_TYPE_LLONG;
  if (has_u)
    return longs                 ? first + 1
           : value <= UINT32_MAX ? TP_TYPE_UINT
                                 : TP_TYPE_ULONG;
  if (first == TP_TYPE_INT) {
    if (value <= INT32_MAX)
      return TP_TYPE_INT;
    if (!is_decimal && value <= UINT32_MAX)
      return TP_TYPE_UINT;
    first = TP_TYPE_LONG;
  }
  if (value <= INT64_MAX)
    return first;
  return is_decimal ? TP_TYPE_UNKNOWN : first + 1;
}

static tp_node_id integer(tp_sema *s, tp_tok token, const char *text,
                          uint32_t n) {
  uint32_t base = 10, at = 0, used;
  uint64_t value;
  if (n > 1 && text[0] == '0') {
    int mark = tolower((unsigned char)text[1]);
    base = mark == 'x' ? 16 : mark == 'b' ? 2 : 8;
    at = base == 8 ? 1 : 2;
  }
  bool fits = read_digits(text + at, n - at, base, &value, &used);
  bool has_u = false, is_odd = !fits;
  uint32_t longs = 0;
  for (uint32_t i = at + used; i < n; i++) {
    int c = tolower((unsigned char)text[i]);
    has_u |= c == 'u';
    longs += c == 'l';
    is_odd |= c != 'u' && c != 'l';
  }
  tp_type_id type = integer_type(value, base == 10, has_u, longs);
  if (is_odd || type == TP_TYPE_UNKNOWN)
    return tp_sema_opaque(s, TP_TYPE_UNKNOWN, token, token);
  return tp_sema_int(s, value, type, token, token);
}

/* ---- Floating point ---- */

static tp_type_id float_type(tp_types *types, const char *suffix) {
  if (*suffix == '\0')
    return TP_TYPE_DOUBLE;
  if (suffix[1] == '\0' && tolower((unsigned char)*suffix) == 'f')
    return TP_TYPE_FLOAT;
  if (suffix[1] == '\0' && tolower((unsigned char)*suffix) == 'l')
    return TP_TYPE_LDOUBLE;
  if (strcmp(suffix, "f32") == 0 || strcmp(suffix, "F32") == 0)
    return tp_type_other(types, 4, 4);
  if (strcmp(suffix, "f64") == 0 || strcmp(suffix, "F64") == 0)
    return tp_type_other(types, 8, 8);
  return TP_TYPE_UNKNOWN;
}

static tp_node_id floating(tp_sema *s, tp_tok token, const char *text,
                           uint32_t n) {
  char *copy = tp_strndup(text, n), *end;
  double value = strtod(copy, &end);
  tp_type_id type = float_type(&s->p->types, end);
  if (type == TP_TYPE_FLOAT)
    value = (double)strtof(copy, NULL);
  tp_free(copy);
  if (type == TP_TYPE_UNKNOWN)
    return tp_sema_opaque(s, type, token, token);
  return tp_sema_float(s, value, type, token, token);
}

static bool is_floating(const char *text, uint32_t n) {
  bool is_hex = n > 1 && text[0] == '0' && (text[1] | 32) == 'x';
  for (uint32_t i = 0; i < n; i++) {
    int c = tolower((unsigned char)text[i]);
    if (c == '.' || c == 'p' || (!is_hex && c == 'e'))
      return true;
  }
  return false;
}

/* ---- Characters ---- */

/* One character of a literal: a code point (\u, or UTF-8 where `wide`) or a
 * single unit given by its value. */
typedef struct unit {
  uint32_t value;
  bool is_code_point;
} unit;

static uint32_t read_hex(const char **at, const char *end, uint32_t most) {
  uint32_t value = 0;
  for (; most && *at < end && isxdigit((unsigned char)**at); most--, ++*at) {
    int c = tolower((unsigned char)**at);
    value = value * 16 + (uint32_t)(isdigit(c) ? c - '0' : c - 'a' + 10);
  }
  return value;
}

static uint32_t read_octal(const char **at, const char *end) {
  uint32_t value = 0;
  for (int i = 0; i < 3 && *at < end && **at >= '0' && **at <= '7'; i++)
    value = value * 8 + (uint32_t)(*(*at)++ - '0');
  return value;
}

/* *at is behind the backslash. */
static unit read_escape(const char **at, const char *end) {
  static const char names[] = "abfnrtve\\'\"?";
  static const char values[] = "\a\b\f\n\r\t\v\033\\'\"?";
  char c = **at;
  const char *known = c ? strchr(names, c) : NULL;
  if (c >= '0' && c <= '7')
    return (unit){read_octal(at, end), false};
  ++*at;
  if (c == 'x')
    return (unit){read_hex(at, end, UINT32_MAX), false};
  if (c == 'u' || c == 'U')
    return (unit){read_hex(at, end, c == 'u' ? 4 : 8), true};
  return (unit){(unsigned char)(known ? values[known - names] : c), false};
}

static unit read_utf8(const char **at, const char *end) {
  unsigned char c = (unsigned char)*(*at)++;
  uint32_t more = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : c >= 0xc0 ? 1 : 0;
  uint32_t value = more ? c & (0x3fu >> more) : c;
  for (; more && *at < end && ((unsigned char)**at & 0xc0) == 0x80; more--)
    value = value << 6 | ((unsigned char)*(*at)++ & 0x3f);
  return (unit){value, true};
}

static unit read_unit(const char **at, const char *end, uint32_t width) {
  if (**at == '\\' && *at + 1 < end) {
    ++*at;
    return read_escape(at, end);
  }
  if (width > 1)
    return read_utf8(at, end);
  return (unit){(unsigned char)*(*at)++, false};
}

static void add_utf8(tp_str *out, uint32_t c) {
  if (c < 0x80) {
    tp_str_addc(out, (char)c);
    return;
  }
  uint32_t more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
  tp_str_addc(out, (char)((0xf00u >> more) | c >> (6 * more)));
  while (more--)
    tp_str_addc(out, (char)(0x80 | (c >> (6 * more) & 0x3f)));
}

static void add_bytes(tp_str *out, uint32_t value, uint32_t width) {
  for (uint32_t i = 0; i < width; i++)
    tp_str_addc(out, (char)(value >> (8 * i)));
}

static void add_unit(tp_str *out, unit u, uint32_t width) {
  if (width == 1 && u.is_code_point)
    add_utf8(out, u.value);
  else if (width == 2 && u.is_code_point && u.value > 0xffff) {
    add_bytes(out, 0xd800 + ((u.value - 0x10000) >> 10), 2);
    add_bytes(out, 0xdc00 + ((u.value - 0x10000) & 0x3ff), 2);
  } else
    add_bytes(out, u.value, width);
}

/* The element type that the prefix asks for; *at moves behind the quote. */
static tp_type_id read_prefix(const char **at) {
  tp_type_id type = TP_TYPE_CHAR;
  if (**at == 'L')
    type = TP_TYPE_INT;
  else if (**at == 'U')
    type = TP_TYPE_UINT;
  else if (**at == 'u')
    type = (*at)[1] == '8' ? TP_TYPE_UCHAR : TP_TYPE_USHORT;
  *at += strcspn(*at, "'\"") + 1;
  return type;
}

static tp_node_id character(tp_sema *s, tp_tok token, const char *text,
                            uint32_t n) {
  const char *end = text + n;
  tp_type_id type = read_prefix(&text);
  uint32_t width = (uint32_t)tp_type_get(&s->p->types, type)->size;
  uint32_t count = 0, value = 0;
  if (end > text && end[-1] == '\'')
    end--;
  for (; text < end; count++) {
    unit u = read_unit(&text, end, width);
    value = width == 1 ? value << 8 | (u.value & 0xff) : u.value;
  }
  int64_t result = (int32_t)value;
  if (type == TP_TYPE_CHAR && count == 1)
    result = tp_type_is_signed(&s->p->types, TP_TYPE_CHAR)
                 ? (int64_t)(int8_t)value
                 : (int64_t)(uint8_t)value;
  if (type == TP_TYPE_UINT)
    result = value;
  else if (type == TP_TYPE_USHORT)
    result = (uint16_t)value;
  if (type == TP_TYPE_CHAR)
    type = TP_TYPE_INT;
  return tp_sema_int(s, (uint64_t)result, type, token, token);
}

/* ---- Strings ---- */

/* Of several prefixes the wide one counts. */
static tp_type_id string_element(const tp_sema *s, tp_tok from, tp_tok to) {
  tp_type_id type = TP_TYPE_CHAR;
  for (tp_tok i = from; i <= to; i++) {
    const char *text = s->tokens.text + tp_tok_at(&s->tokens, i)->begin;
    tp_type_id one = read_prefix(&text);
    if (one != TP_TYPE_CHAR && one != TP_TYPE_UCHAR)
      type = one;
  }
  return type;
}

static tp_node_id string(tp_sema *s, tp_tok token) {
  tp_tok last = tp_sema_last(s, token);
  tp_type_id element = string_element(s, token, last);
  uint32_t width = (uint32_t)tp_type_get(&s->p->types, element)->size;
  tp_str bytes = {0};
  for (tp_tok i = token; i <= last; i++) {
    const tp_token *piece = tp_tok_at(&s->tokens, i);
    const char *at = s->tokens.text + piece->begin;
    const char *end = s->tokens.text + piece->end;
    read_prefix(&at);
    if (end > at && end[-1] == '"')
      end--;
    while (at < end)
      add_unit(&bytes, read_unit(&at, end, width), width);
  }
  tp_type_id type =
      tp_type_array(&s->p->types, element, bytes.n / width + 1, true);
  tp_node_id node = tp_sema_node(s, TP_N_STRING, type, token, last);
  tp_sema_at(s, node)->ref = s->p->strings.n;
  tp_sema_at(s, node)->flags |= TP_F_LVALUE;
  VEC_PUSH(&s->p->strings,
           tp_names_id(s->p->names, tp_str_text(&bytes), bytes.n));
  VEC_PUSH(&s->p->string_sizes, bytes.n);
  tp_str_free(&bytes);
  return node;
}

tp_node_id tp_sema_literal(tp_sema *s, tp_tok token) {
  const tp_token *t = tp_tok_at(&s->tokens, token);
  const char *text = s->tokens.text + t->begin;
  uint32_t n = t->end - t->begin;
  if (t->kind == TOK_STRING)
    return string(s, token);
  if (t->kind == TOK_CHAR)
    return character(s, token, text, n);
  return is_floating(text, n) ? floating(s, token, text, n)
                              : integer(s, token, text, n);
}
