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

/* The value that begins at `text`, in a tag whose attributes begin at `tag`. */
static bool read_value(const char *tag, const char *text, uint64_t *bits) {
  const char *type = strstr(tag, "type=\"");
  type = type && type < text ? type + strlen("type=\"") : "";
  while (isspace((unsigned char)*text))
    text++;
  if (tp_text_starts(type, "double\""))
    return read_double(text, bits);
  if (tp_text_starts(type, "float\""))
    return read_float(text, bits);
  return read_integer(text, bits);
}

uint64_t tp_testcase_hash(uint64_t before, const char *value, size_t n) {
  return tp_hash_pair(before, tp_hash_bytes(value, n));
}

/* Its inputs, one by one; false: it is no whole testcase. */
static bool scan(const tp_str *text, tp_row *out, uint64_t *hash) {
  const char *at = tp_str_text(text);
  bool is_good = strstr(at, "<testcase") && strstr(at, "</testcase>") &&
                 strlen(at) == text->n;
  while (is_good && (at = strstr(at, "<input"))) {
    uint64_t bits;
    const char *close = strchr(at, '>');
    is_good = close && read_value(at, close + 1, &bits);
    if (!is_good)
      break;
    VEC_PUSH(out, bits);
    *hash = tp_testcase_hash(*hash, close + 1, strcspn(close + 1, "<"));
    at = close;
  }
  return is_good;
}

static int read_test(tp_row *out, uint64_t *hash, const char *path,
                     tp_diag *diag) {
  tp_str text = {0};
  VEC_CLEAR(out);
  int rc = tp_file_read(&text, path, TP_REFUSED, diag);
  if (rc == 0 && !scan(&text, out, hash))
    rc = tp_diag_set(diag, TP_REFUSED, "'%s' is no whole testcase", path);
  tp_str_free(&text);
  return rc;
}

int tp_testcase_read(tp_row *out, const char *path, tp_diag *diag) {
  uint64_t hash = 0;
  return read_test(out, &hash, path, diag);
}

/* A number: with a point, an exponent or in words it is a double. */
static bool read_number(const char *text, uint64_t *bits) {
  size_t n = strcspn(text, "\r\n");
  bool is_hex = tp_text_starts(text, "0x");
  bool is_double =
      !is_hex && (strcspn(text, ".eE") < n || tp_text_starts(text, "inf") ||
                  tp_text_starts(text, "nan") || tp_text_starts(text, "-inf") ||
                  tp_text_starts(text, "-nan"));
  return (is_double ? read_double : read_integer)(text, bits);
}

static int refuse_line(const char *path, unsigned line, tp_diag *diag) {
  return tp_diag_set(diag, TP_REFUSED, "'%s' is no test: line %u is no number",
                     path, line);
}

int tp_testcase_read_lines(tp_row *out, const char *path, tp_diag *diag) {
  tp_str text = {0};
  unsigned line = 1;
  VEC_CLEAR(out);
  int rc = tp_file_read(&text, path, TP_REFUSED, diag);
  for (const char *at = tp_str_text(&text); rc == 0 && *at; line++) {
    uint64_t bits;
    const char *end = at + strcspn(at, "\n");
    at += strspn(at, " \t\r");
    if (at < end && *at != '#') {
      if (read_number(at, &bits))
        VEC_PUSH(out, bits);
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
  int rc = read_test(&row, hash, path, diag);
  VEC_FREE(&row);
  return rc;
}
