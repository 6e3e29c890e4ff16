/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small JSON reader. It holds the whole text and a position; what is not
 * JSON is told with the line it stands in. Skipping a value counts brackets
 * instead of recursing, so depth costs nothing.
 */
#include "base/json_read.h"

#include "base/file.h"

#include <ctype.h>
#include <stdlib.h>

int tp_json_open(tp_json_reader *r, const char *path, tp_diag *diag) {
  *r = (tp_json_reader){.path = path, .diag = diag};
  if (tp_file_read(&r->text, path, TP_REFUSED, diag) < 0) {
    tp_json_close(r);
    return -1;
  }
  if (r->text.n >= 3 && memcmp(r->text.at, "\xef\xbb\xbf", 3) == 0)
    r->at = 3; /* a byte order mark */
  return 0;
}

void tp_json_close(tp_json_reader *r) {
  tp_str_free(&r->text);
}

int tp_json_fail(tp_json_reader *r, uint32_t at, const char *what) {
  const char *text = tp_str_text(&r->text);
  uint32_t begin = at, end = at;
  unsigned line = 1;
  while (begin > 0 && text[begin - 1] != '\n')
    begin--;
  while (end < r->text.n && text[end] != '\n' && end - begin < 200)
    end++;
  for (uint32_t i = 0; i < begin; i++)
    line += text[i] == '\n';
  tp_str shown = {0};
  if (end > begin)
    tp_str_addn(&shown, text + begin, end - begin);
  int rc = tp_diag_set(r->diag, TP_REFUSED, "%s", what);
  tp_diag_at(r->diag, r->path, line, at - begin + 1, tp_str_text(&shown));
  tp_str_free(&shown);
  return rc;
}

char tp_json_peek(tp_json_reader *r) {
  while (r->at < r->text.n && r->text.at[r->at] &&
         strchr(" \t\r\n", r->text.at[r->at]))
    r->at++;
  return r->at < r->text.n ? r->text.at[r->at] : '\0';
}

int tp_json_take(tp_json_reader *r, char c) {
  if (tp_json_peek(r) != c) {
    char what[] = "expected '?' here";
    *strchr(what, '?') = c;
    return tp_json_fail(r, r->at, what);
  }
  r->at++;
  return 0;
}

int tp_json_next(tp_json_reader *r, char close, bool is_first, bool *more) {
  char c = tp_json_peek(r);
  *more = false;
  if (c == close) {
    r->at++;
    return 0;
  }
  if (!is_first && tp_json_take(r, ',') < 0)
    return -1;
  *more = true;
  return 0;
}

static void add_utf8(tp_str *out, uint32_t code) {
  if (code < 0x80) {
    tp_str_addc(out, (char)code);
  } else if (code < 0x800) {
    tp_str_addc(out, (char)(0xc0 | code >> 6));
    tp_str_addc(out, (char)(0x80 | (code & 63)));
  } else if (code < 0x10000) {
    tp_str_addc(out, (char)(0xe0 | code >> 12));
    tp_str_addc(out, (char)(0x80 | (code >> 6 & 63)));
    tp_str_addc(out, (char)(0x80 | (code & 63)));
  } else {
    tp_str_addc(out, (char)(0xf0 | code >> 18));
    tp_str_addc(out, (char)(0x80 | (code >> 12 & 63)));
    tp_str_addc(out, (char)(0x80 | (code >> 6 & 63)));
    tp_str_addc(out, (char)(0x80 | (code & 63)));
  }
}

/* uXXXX at the reader's position. */
static bool read_unit(tp_json_reader *r, uint32_t *out) {
  if (r->at + 5 > r->text.n || r->text.at[r->at] != 'u')
    return false;
  *out = 0;
  for (uint32_t i = 1; i <= 4; i++) {
    char c = r->text.at[r->at + i];
    if (!isxdigit((unsigned char)c))
      return false;
    uint32_t digit = isdigit((unsigned char)c)
                         ? (uint32_t)(c - '0')
                         : (uint32_t)(tolower((unsigned char)c) - 'a') + 10;
    *out = *out * 16 + digit;
  }
  r->at += 5;
  return true;
}

static int read_unicode(tp_json_reader *r, tp_str *out) {
  uint32_t begin = r->at, high, low;
  if (!read_unit(r, &high))
    return tp_json_fail(r, begin, "expected four hexadecimal digits");
  bool is_pair = high >= 0xd800 && high < 0xdc00 && r->at + 1 < r->text.n &&
                 r->text.at[r->at] == '\\';
  if (is_pair) {
    r->at++;
    if (!read_unit(r, &low) || low < 0xdc00 || low > 0xdfff)
      return tp_json_fail(r, begin, "half of a surrogate pair");
    high = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
  }
  if ((high >= 0xd800 && high <= 0xdfff) || high == 0)
    return tp_json_fail(r, begin, "no such character");
  add_utf8(out, high);
  return 0;
}

static int read_escape(tp_json_reader *r, tp_str *out) {
  static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
  char c = r->at < r->text.n ? r->text.at[r->at] : '\0';
  if (c == 'u')
    return read_unicode(r, out);
  const char *known = c ? strchr(from, c) : NULL;
  if (!known)
    return tp_json_fail(r, r->at, "no such escape in a JSON string");
  tp_str_addc(out, to[known - from]);
  r->at++;
  return 0;
}

int tp_json_string(tp_json_reader *r, tp_str *out) {
  VEC_CLEAR(out);
  tp_str_add(out, "");
  uint32_t begin = r->at;
  if (tp_json_peek(r) != '"')
    return tp_json_fail(r, r->at, "expected a string here");
  begin = r->at++;
  while (r->at < r->text.n && r->text.at[r->at] != '"') {
    char c = r->text.at[r->at++];
    if ((unsigned char)c < ' ')
      return tp_json_fail(r, r->at - 1, "control character in a string");
    if (c != '\\')
      tp_str_addc(out, c);
    else if (read_escape(r, out) < 0)
      return -1;
  }
  if (r->at == r->text.n)
    return tp_json_fail(r, begin, "this string does not end");
  r->at++;
  return 0;
}

static bool is_word_char(char c) {
  return isalnum((unsigned char)c) || c == '+' || c == '-' || c == '.';
}

static int skip_word(tp_json_reader *r) {
  uint32_t begin = r->at;
  while (r->at < r->text.n && is_word_char(r->text.at[r->at]))
    r->at++;
  return r->at > begin ? 0 : tp_json_fail(r, begin, "expected a value here");
}

int tp_json_number(tp_json_reader *r, uint32_t *out) {
  uint64_t value = 0;
  tp_json_peek(r);
  uint32_t begin = r->at;
  for (; r->at < r->text.n && value <= UINT32_MAX &&
         isdigit((unsigned char)r->text.at[r->at]);
       r->at++)
    value = 10 * value + (uint64_t)(r->text.at[r->at] - '0');
  bool is_number = r->at > begin && value <= UINT32_MAX &&
                   (r->at == r->text.n || !is_word_char(r->text.at[r->at]));
  if (!is_number)
    return tp_json_fail(r, begin, "expected a whole number here");
  *out = (uint32_t)value;
  return 0;
}

/* Brackets must pair up; what stands between them is not looked at closely. */
int tp_json_skip(tp_json_reader *r) {
  tp_str open = {0}, ignored = {0};
  int rc = 0;
  do {
    char c = tp_json_peek(r);
    if (c == '"') {
      rc = tp_json_string(r, &ignored);
    } else if (c == '{' || c == '[') {
      tp_str_addc(&open, c == '{' ? '}' : ']');
      r->at++;
    } else if (open.n && c == VEC_LAST(&open)) {
      open.n--;
      r->at++;
    } else if (open.n && (c == ',' || c == ':')) {
      r->at++;
    } else {
      rc = skip_word(r);
    }
  } while (rc == 0 && open.n);
  tp_str_free(&open);
  tp_str_free(&ignored);
  return rc;
}

int tp_json_finish(tp_json_reader *r) {
  if (tp_json_peek(r) == '\0' && r->at == r->text.n)
    return 0;
  return tp_json_fail(r, r->at, "nothing may follow here");
}

int tp_json_double(tp_json_reader *r, double *out) {
  tp_json_peek(r);
  const char *begin = r->text.at + r->at;
  char *end;
  *out = strtod(begin, &end);
  if (end == begin)
    return tp_json_skip(r);
  r->at += (uint32_t)(end - begin);
  return 0;
}
