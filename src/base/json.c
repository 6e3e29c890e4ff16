/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON with two-space indentation; escapes as RFC 8259 asks. */
#include "base/json.h"

#include <inttypes.h>
#include <math.h>

void tp_json_init(tp_json *j, tp_str *out) {
  *j = (tp_json){.out = out};
}

static void new_line(tp_json *j) {
  if (j->compact || (!j->need_comma && j->depth == 0))
    return;
  tp_str_addc(j->out, '\n');
  for (uint32_t i = 0; i < j->depth; i++)
    tp_str_add(j->out, "  ");
}

/* Length of the UTF-8 sequence at p, 0 if it is none. */
static unsigned utf8_length(const unsigned char *p) {
  static const struct {
    unsigned char low, high;
    unsigned n;
  } lead[] = {
      {0x00, 0x7f, 1}, {0xc2, 0xdf, 2}, {0xe0, 0xef, 3}, {0xf0, 0xf4, 4}};
  for (unsigned k = 0; k < 4; k++) {
    if (p[0] < lead[k].low || p[0] > lead[k].high)
      continue;
    for (unsigned i = 1; i < lead[k].n; i++)
      if ((p[i] & 0xc0) != 0x80)
        return 0;
    bool is_overlong =
        (p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xf0 && p[1] < 0x90) ||
        (p[0] == 0xed && p[1] > 0x9f) || (p[0] == 0xf4 && p[1] > 0x8f);
    return is_overlong ? 0 : lead[k].n;
  }
  return 0;
}

static void add_quoted(tp_str *out, const char *text) {
  tp_str_addc(out, '"');
  for (const unsigned char *p = (const unsigned char *)text; *p;) {
    unsigned n = utf8_length(p);
    if (n == 0)
      tp_str_add(out, "\xef\xbf\xbd");
    else if (*p == '"' || *p == '\\')
      tp_str_addf(out, "\\%c", *p);
    else if (*p == '\n')
      tp_str_add(out, "\\n");
    else if (*p == '\t')
      tp_str_add(out, "\\t");
    else if (*p < 0x20 || *p == 0x7f)
      tp_str_addf(out, "\\u%04x", *p);
    else
      tp_str_addn(out, (const char *)p, n);
    p += n ? n : 1;
  }
  tp_str_addc(out, '"');
}

static void start_value(tp_json *j, const char *key) {
  if (j->need_comma)
    tp_str_add(j->out, j->compact ? ", " : ",");
  new_line(j);
  if (key) {
    add_quoted(j->out, key);
    tp_str_add(j->out, ": ");
  }
  j->need_comma = true;
}

static void open_group(tp_json *j, const char *key, char bracket) {
  start_value(j, key);
  tp_str_addc(j->out, bracket);
  j->depth++;
  j->need_comma = false;
}

static void close_group(tp_json *j, char bracket) {
  j->depth--;
  if (j->need_comma)
    new_line(j);
  tp_str_addc(j->out, bracket);
  j->need_comma = true;
}

void tp_json_object(tp_json *j, const char *key) {
  open_group(j, key, '{');
}

void tp_json_array(tp_json *j, const char *key) {
  open_group(j, key, '[');
}

void tp_json_end_object(tp_json *j) {
  close_group(j, '}');
}

void tp_json_end_array(tp_json *j) {
  close_group(j, ']');
}

void tp_json_text(tp_json *j, const char *key, const char *text) {
  start_value(j, key);
  if (text)
    add_quoted(j->out, text);
  else
    tp_str_add(j->out, "null");
}

void tp_json_uint(tp_json *j, const char *key, uint64_t value) {
  start_value(j, key);
  tp_str_addf(j->out, "%" PRIu64, value);
}

void tp_json_int(tp_json *j, const char *key, int64_t value) {
  start_value(j, key);
  tp_str_addf(j->out, "%" PRId64, value);
}

void tp_json_seconds(tp_json *j, const char *key, double value) {
  start_value(j, key);
  tp_str_addf(j->out, "%.6f", isfinite(value) ? value : 0.0);
}

void tp_json_bool(tp_json *j, const char *key, bool value) {
  start_value(j, key);
  tp_str_add(j->out, value ? "true" : "false");
}
