/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/value_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct writer {
  const tp_program *p;
  tp_str *out;
  bool has_names; /* of constants of enums, beside their numbers */
} writer;

/* ---- values -------------------------------------------------------------- */

/* The shortest decimal that reads back as the same number. */
static void add_shortest(tp_str *out, double d, bool is_single) {
  char text[64];
  for (int digits = 1; digits <= 17; digits++) {
    snprintf(text, sizeof text, "%.*g", digits, d);
    if (is_single ? strtof(text, NULL) == (float)d : strtod(text, NULL) == d)
      break;
  }
  tp_str_add(out, text);
}

void tp_value_text(tp_str *out, const tp_result_input *in) {
  double d = 0;
  float f = 0;
  memcpy(&d, &in->bits, sizeof d);
  memcpy(&f, &in->bits, sizeof f);
  bool is_single = in->type == TP_SCALAR_F32;
  bool is_float = is_single || in->type == TP_SCALAR_F64;
  d = is_single ? (double)f : d;
  if (is_float && d == d)
    add_shortest(out, d, is_single);
  else
    tp_input_value(in, out);
}

void tp_value_text_quoted(tp_str *out, const unsigned char *text, uint64_t n) {
  while (n && text[n - 1] == 0) /* its NUL, and what is behind */
    n--;
  tp_str_addc(out, '"');
  for (uint64_t i = 0; i < n; i++)
    if (text[i] == '"' || text[i] == '\\')
      tp_str_addf(out, "\\%c", text[i]);
    else if (text[i] >= ' ' && text[i] <= '~')
      tp_str_addc(out, (char)text[i]);
    else
      tp_str_addf(out, "\\%03o", text[i]);
  tp_str_addc(out, '"');
}

/* ---- objects -------------------------------------------------------------
 * The scalars of an object are put where they belong; then its bytes are
 * printed by its type, as C writes an initialiser. */

static const tp_type *type_at(const writer *w, tp_type_id t) {
  return tp_type_get(&w->p->types, t);
}

static void add_bits(const tp_program *p, tp_type_id t, uint64_t bits,
                     tp_str *out) {
  const tp_type *type = tp_type_get(&p->types, t);
  unsigned step = 0;
  while (type->size >> (step + 1))
    step++;
  bool is_signed = tp_type_is_signed(&p->types, t);
  unsigned kind = type->kind == TP_T_BOOL ? TP_SCALAR_BOOL
                  : type->kind != TP_T_FLOAT
                      ? TP_SCALAR_I8 + 2 * step + !is_signed
                  : type->size == 4 ? TP_SCALAR_F32
                                    : TP_SCALAR_F64;
  tp_value_text(out, &(tp_result_input){.type = (uint8_t)kind, .bits = bits});
}

/* "ATE_ALARM (2)" */
static void add_named(const tp_program *p, tp_type_id t, uint64_t bits,
                      tp_str *out) {
  const char *name = tp_constant_name(p, t, bits);
  if (name)
    tp_str_addf(out, "%s (", name);
  add_bits(p, t, bits, out);
  tp_str_add(out, name ? ")" : "");
}

void tp_value_text_bits(const tp_program *p, tp_type_id t, uint64_t bits,
                        tp_str *out) {
  add_named(p, t, bits, out);
}

static uint64_t read_bits(const unsigned char *at, uint64_t size) {
  uint64_t bits = 0;
  memcpy(&bits, at, size < 8 ? size : 8);
  return bits;
}

static void add_bitfield(writer *w, const tp_field *f,
                         const unsigned char *record) {
  unsigned size = (f->bit_offset + f->bit_width + 7u) / 8u;
  uint64_t bits = read_bits(record + f->offset, size) >> f->bit_offset;
  unsigned above = 64u - f->bit_width;
  bool is_signed = tp_type_is_signed(&w->p->types, f->type);
  if (is_signed)
    tp_str_addf(w->out, "%" PRId64, (int64_t)(bits << above) >> above);
  else
    tp_str_addf(w->out, "%" PRIu64, bits << above >> above);
}

static void add_object(writer *w, tp_type_id t, const unsigned char *at);

/* Of a union the first member. */
static void add_record(writer *w, const tp_type *type,
                       const unsigned char *at) {
  bool is_first = true;
  tp_str_addc(w->out, '{');
  for (uint32_t i = 0; i < type->n && (is_first || !type->is_union); i++) {
    const tp_field *f = &w->p->types.fields.at[type->first + i];
    if (f->is_bitfield && (!f->name || !f->bit_width))
      continue;
    tp_str_add(w->out, is_first ? "" : ", ");
    is_first = false;
    if (f->name)
      tp_str_addf(w->out, ".%s = ", tp_names_text(w->p->names, f->name));
    if (f->is_bitfield)
      add_bitfield(w, f, at);
    else
      add_object(w, f->type, at + f->offset);
  }
  tp_str_addc(w->out, '}');
}

static void add_elements(writer *w, tp_type_id each, uint64_t n,
                         const unsigned char *at) {
  const tp_type *type = type_at(w, each);
  if (type->is_plain_char) {
    tp_value_text_quoted(w->out, at, n);
    return;
  }
  tp_str_addc(w->out, '{');
  for (uint64_t i = 0; i < n; i++) {
    tp_str_add(w->out, i ? ", " : "");
    add_object(w, each, at + i * type->size);
  }
  tp_str_addc(w->out, '}');
}

static void add_object(writer *w, tp_type_id t, const unsigned char *at) {
  const tp_type *type = type_at(w, t);
  if (type->kind == TP_T_RECORD)
    add_record(w, type, at);
  else if (type->kind == TP_T_ARRAY)
    add_elements(w, type->base, type->count, at);
  else if (w->has_names)
    add_named(w->p, t, read_bits(at, type->size), w->out);
  else
    add_bits(w->p, t, read_bits(at, type->size), w->out);
}

/* The last scalar that lies in the object ends it. */
static uint64_t end_of(const tp_result_input *in, uint32_t n) {
  uint64_t end = 0;
  for (uint32_t i = 0; i < n; i++) {
    uint64_t here = in[i].offset + tp_scalar_size((tp_scalar)in[i].type);
    end = here > end ? here : end;
  }
  return end;
}

/* To its NUL: what is behind it is no part of a text. */
static uint64_t text_length(const unsigned char *text, uint64_t n) {
  const unsigned char *end = n ? memchr(text, 0, n) : NULL;
  return end ? (uint64_t)(end - text) : n;
}

/* An object of its type, or as many as fill the size that the program gave;
 * bytes, if nothing is known of it. */
static void add_all(writer *w, tp_type_id t, bool is_text,
                    const tp_result_input *in, uint32_t n) {
  uint64_t end = end_of(in, n), size = type_at(w, t)->size;
  uint64_t count = size ? (end + size - 1) / size : 0;
  unsigned char *bytes =
      TP_NEW_ARRAY(unsigned char, (size_t)(end + count * size + 8));
  for (uint32_t i = 0; i < n; i++)
    memcpy(bytes + in[i].offset, &in[i].bits,
           tp_scalar_size((tp_scalar)in[i].type));
  if (is_text)
    tp_value_text_quoted(w->out, bytes, text_length(bytes, end));
  else if (size == 0)
    add_elements(w, TP_TYPE_UCHAR, end, bytes);
  else if (count == 1)
    add_object(w, t, bytes);
  else
    add_elements(w, t, count, bytes);
  tp_free(bytes);
}

uint32_t tp_input_together(const tp_result_input *in, uint32_t n) {
  uint32_t together = 1;
  while (together < n && in->object && in[together].object == in->object)
    together++;
  return together;
}

void tp_value_text_input(const tp_program *p, const tp_result_input *in,
                         uint32_t n, bool has_names, tp_str *out) {
  writer w = {p, out, has_names};
  const tp_site *site = in->site ? &p->sites.at[in->site] : NULL;
  if (in->object)
    add_all(&w, site ? site->object : TP_TYPE_UNKNOWN, site && site->is_text,
            in, n);
  else
    tp_value_text(out, in);
}
