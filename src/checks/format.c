/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formats of printf: which texts are printed, and how much that is. */
#include "checks/call.h"

#include <inttypes.h>

/* Arguments behind the format are printed. */
static const struct printer {
  const char *name;
  uint32_t format;
  bool is_list; /* what is printed is in a va_list */
} printers[] = {{"printf", 0, false},   {"fprintf", 1, false},
                {"dprintf", 1, false},  {"sprintf", 1, false},
                {"snprintf", 2, false}, {"vsprintf", 1, true},
                {"vsnprintf", 2, true}};

void tp_check_find_format(tp_check_call *c, const char *name) {
  c->format = UINT32_MAX;
  for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
    if (strcmp(name, printers[i].name) == 0) {
      c->format = printers[i].format;
      c->is_list = printers[i].is_list;
    }
}

/* A conversion of a format. */
typedef struct conversion {
  char what;       /* 0: the format ends */
  bool is_plain;   /* no flags, no width, no precision */
  bool is_counted; /* from *, or numbered: which argument it is, is not told */
  bool is_long;
} conversion;

/* The next one; *literal grows by what stands before it. */
static const char *next_conversion(const char *format, conversion *out,
                                   uint32_t *literal) {
  *out = (conversion){.is_plain = true};
  for (; *format; format++, ++*literal)
    if (*format == '%' && *++format != '%')
      break;
  if (!*format)
    return format;
  size_t extra = strspn(format, "-+ #0123456789.*'$");
  out->is_plain = extra == 0;
  out->is_counted = memchr(format, '*', extra) || memchr(format, '$', extra);
  format += extra;
  size_t size = strspn(format, "lzjt");
  out->is_long = size > 0;
  out->what = format[size];
  return out->what ? format + size + 1 : format + size;
}

static const char *format_of(const tp_check_call *c) {
  const tp_program *p = c->w->p;
  const tp_node *n = c->format < c->n && !c->is_list
                         ? tp_node_get(p, c->arg[c->format])
                         : NULL;
  return n && n->kind == TP_N_STRING
             ? tp_names_text(p->names, p->strings.at[n->ref])
             : NULL;
}

uint32_t tp_check_printed_texts(const tp_check_call *c) {
  const char *format = format_of(c);
  uint32_t texts = 0, literal = 0;
  conversion v = {.what = '%'};
  for (uint32_t i = c->format + 1; format && v.what && i < c->n; i++) {
    format = next_conversion(format, &v, &literal);
    if (v.is_counted)
      break;
    texts |= (uint32_t)(v.what == 's' && v.is_plain && !v.is_long) << i;
  }
  return texts;
}

/* How many digits a number has, and its sign. */
static void add_digits(tp_check_call *c, uint32_t i, const conversion *v,
                       tp_str *out) {
  bool is_signed = v->what == 'd' || v->what == 'i', is_hex = v->what == 'x';
  const char *type = v->is_long ? "long" : "int", *text = c->text[i].text.at;
  uint64_t limit = v->is_long ? UINT64_MAX : UINT32_MAX, most = 1;
  unsigned by = is_hex ? 16 : 10;
  tp_str_addf(&c->before, "unsigned long __tp2ph_m%u = ", i);
  if (is_signed)
    tp_str_addf(&c->before,
                "((unsigned long)(%s)%s ^ -(unsigned long)((%s)%s < 0)) + "
                "((%s)%s < 0); ",
                type, text, type, text, type, text);
  else
    tp_str_addf(&c->before, "(unsigned %s)%s; ", type, text);
  tp_str_add(out, "1UL");
  while (most <= limit / by) {
    most *= by;
    tp_str_addf(out, " + (__tp2ph_m%u > %" PRIu64 "UL)", i, most - 1);
  }
  if (is_signed)
    tp_str_addf(out, " + ((%s)%s < 0)", type, text);
  tp_str_add(out, " + ");
}

/* Of a format that has only texts, characters and numbers in it: how long they
 * are; false: there is something else. */
static bool add_lengths(tp_check_call *c, const char *format, tp_str *out) {
  uint32_t next = c->format + 1, literal = 0;
  conversion v;
  for (;; next++) {
    format = next_conversion(format, &v, &literal);
    if (!v.what)
      break;
    if (next >= c->n || !v.is_plain || !strchr("scdiux", v.what))
      return false;
    if (v.what == 's') {
      tp_check_need_length(c, next);
      tp_str_addf(out, "__tp2ph_t%u + ", next);
    } else if (v.what == 'c') {
      literal++;
    } else {
      add_digits(c, next, &v, out);
    }
  }
  tp_str_addf(out, "%uUL", literal);
  return true;
}

/* Else it is printed nowhere; a list is used up by that. */
static void add_printed(tp_check_call *c, tp_str *out) {
  uint32_t n = c->is_list && c->n ? c->n - 1 : c->n;
  tp_str_addf(out, "(unsigned long)(long)__builtin_%ssnprintf(0, 0",
              c->is_list ? "v" : "");
  for (uint32_t i = c->format; i < n; i++)
    tp_str_addf(out, ", %s", c->text[i].text.at);
  if (n < c->n) {
    tp_str_addf(&c->before,
                "__builtin_va_list __tp2ph_v; __builtin_va_copy(__tp2ph_v, "
                "%s); ",
                c->text[n].text.at);
    tp_str_add(out, ", __tp2ph_v");
  }
  tp_str_add(out, ")");
}

void tp_check_need_printed(tp_check_call *c) {
  const char *format = format_of(c);
  tp_str lengths = {0};
  if (!format || !add_lengths(c, format, &lengths)) {
    VEC_CLEAR(&lengths);
    add_printed(c, &lengths);
  }
  tp_str_addf(&c->before, "unsigned long __tp2ph_l = %s; ", lengths.at);
  tp_str_free(&lengths);
}
