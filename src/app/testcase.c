/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What report/testcomp.c writes, and what others write like it: each <input> in
 * turn, its type (if it says one) and its text. */
#include "app/testcase.h"

#include "base/file.h"
#include "base/map.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

/* nan(0x1): the payload, which strtod need not keep. */
static uint64_t nan_bits(const char *text, unsigned fraction, unsigned width) {
  uint64_t sign = *text == '-';
  text += sign;
  if (!tp_text_starts(text, "nan("))
    return 0;
  uint64_t payload = strtoull(text + 4, NULL, 16);
  uint64_t exponent = (UINT64_C(1) << (width - 1 - fraction)) - 1;
  return sign << (width - 1) | exponent << fraction |
         (payload & ((UINT64_C(1) << fraction) - 1));
}

static bool read_double(const char *text, uint64_t *bits) {
  char *end;
  double value = strtod(text, &end);
  memcpy(bits, &value, sizeof value);
  if (nan_bits(text, 52, 64))
    *bits = nan_bits(text, 52, 64);
  return end != text;
}

static bool read_float(const char *text, uint64_t *bits) {
  char *end;
  float value = strtof(text, &end);
  *bits = 0;
  memcpy(bits, &value, sizeof value);
  if (nan_bits(text, 23, 32))
    *bits = nan_bits(text, 23, 32);
  return end != text;
}

static bool read_integer(const char *text, uint64_t *bits) {
  char *end;
  int base = tp_text_starts(text, "0x") ? 16 : 10;
  errno = 0;
  *bits = *text == '-' ? (uint64_t)strtoll(text, &end, base)
                       : strtoull(text, &end, base);
  return end != text && errno == 0;
}

/* A value and how it is written, `how` if that is known. */
typedef struct number {
  uint64_t bits;
  tp_written how;
} number;

static bool read_as(tp_written how, const char *text, number *out) {
  static bool (*const readers[])(const char *, uint64_t *) = {
      [TP_WRITTEN_INTEGER] = read_integer,
      [TP_WRITTEN_FLOAT] = read_float,
      [TP_WRITTEN_DOUBLE] = read_double};
  out->how = how;
  return readers[how](text, &out->bits);
}

/* A number: with a point, an exponent or in words it is a double. */
static bool read_number(const char *text, number *out) {
  size_t n = strcspn(text, "\r\n<");
  bool is_hex = tp_text_starts(text, "0x");
  bool is_double =
      !is_hex && (strcspn(text, ".eE") < n || tp_text_starts(text, "inf") ||
                  tp_text_starts(text, "nan") || tp_text_starts(text, "-inf") ||
                  tp_text_starts(text, "-nan"));
  return read_as(is_double ? TP_WRITTEN_DOUBLE : TP_WRITTEN_INTEGER, text, out);
}

/* The value that begins at `text`, in a tag whose attributes begin at `tag`. */
static bool read_value(const char *tag, const char *text, number *out) {
  const char *type = strstr(tag, "type=\"");
  bool has_type = type && type < text;
  type = has_type ? type + strlen("type=\"") : "";
  while (isspace((unsigned char)*text))
    text++;
  if (!has_type)
    return read_number(text, out);
  bool is_read = read_as(tp_text_starts(type, "double\"")  ? TP_WRITTEN_DOUBLE
                         : tp_text_starts(type, "float\"") ? TP_WRITTEN_FLOAT
                                                           : TP_WRITTEN_INTEGER,
                         text, out);
  out->how = TP_WRITTEN_TYPED;
  return is_read;
}

static void add_value(tp_row *out, tp_row_written *written, const number *v) {
  VEC_PUSH(out, v->bits);
  if (written)
    VEC_PUSH(written, (uint8_t)v->how);
}

uint64_t tp_testcase_hash(uint64_t before, const char *value, size_t n) {
  return tp_hash_pair(before, tp_hash_bytes(value, n));
}

/* Its inputs, one by one; false: it is no whole testcase. */
static bool scan(const tp_str *text, tp_row *out, tp_row_written *written,
                 uint64_t *hash) {
  const char *at = tp_str_text(text);
  bool is_good = strstr(at, "<testcase") && strstr(at, "</testcase>") &&
                 strlen(at) == text->n;
  while (is_good && (at = strstr(at, "<input"))) {
    number v;
    const char *close = strchr(at, '>');
    is_good = close && read_value(at, close + 1, &v);
    if (!is_good)
      break;
    add_value(out, written, &v);
    *hash = tp_testcase_hash(*hash, close + 1, strcspn(close + 1, "<"));
    at = close;
  }
  return is_good;
}

static int read_test(tp_row *out, tp_row_written *written, uint64_t *hash,
                     const char *path, tp_diag *diag) {
  tp_str text = {0};
  VEC_CLEAR(out);
  int rc = tp_file_read(&text, path, TP_REFUSED, diag);
  if (rc == 0 && !scan(&text, out, written, hash))
    rc = tp_diag_set(diag, TP_REFUSED, "'%s' is no whole testcase", path);
  tp_str_free(&text);
  return rc;
}

int tp_testcase_read(tp_row *out, tp_row_written *written, const char *path,
                     tp_diag *diag) {
  uint64_t hash = 0;
  return read_test(out, written, &hash, path, diag);
}

static int refuse_line(const char *path, unsigned line, tp_diag *diag) {
  return tp_diag_set(diag, TP_REFUSED, "'%s' is no test: line %u is no number",
                     path, line);
}

int tp_testcase_read_lines(tp_row *out, tp_row_written *written,
                           const char *path, tp_diag *diag) {
  tp_str text = {0};
  unsigned line = 1;
  VEC_CLEAR(out);
  int rc = tp_file_read(&text, path, TP_REFUSED, diag);
  for (const char *at = tp_str_text(&text); rc == 0 && *at; line++) {
    number v;
    const char *end = at + strcspn(at, "\n");
    at += strspn(at, " \t\r");
    if (at < end && *at != '#') {
      if (read_number(at, &v))
        add_value(out, written, &v);
      else
        rc = refuse_line(path, line, diag);
    }
    at = end + (*end == '\n');
  }
  tp_str_free(&text);
  return rc;
}

int tp_testcase_check(uint64_t *hash, const char *path, tp_diag *diag) {
  tp_row row = {0};
  *hash = 0;
  int rc = read_test(&row, NULL, hash, path, diag);
  VEC_FREE(&row);
  return rc;
}
