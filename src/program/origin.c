/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clean a source file in two passes: join spliced lines, noting where each of
 * the user's lines begins; then blank comments and directives in place. The
 * second pass keeps every offset.
 */
#include "program/origin.h"

#include "base/file.h"

/* The length of a backslash-newline at text[i], 0 if there is none; blanks
 * between the two are accepted as the compilers do. */
static uint32_t splice_at(const tp_str *raw, uint32_t i) {
  if (raw->at[i] != '\\')
    return 0;
  uint32_t end = i + 1;
  while (end < raw->n && strchr(" \t\r\f\v", raw->at[end]) && raw->at[end])
    end++;
  return end < raw->n && raw->at[end] == '\n' ? end + 1 - i : 0;
}

static void join_lines(tp_origin *out, const tp_str *raw) {
  VEC_RESERVE(&out->text, raw->n + 1);
  VEC_PUSH(&out->lines, 0);
  for (uint32_t i = 0; i < raw->n; i++) {
    uint32_t splice = splice_at(raw, i);
    if (splice) {
      i += splice - 1;
      VEC_PUSH(&out->lines, out->text.n);
      continue;
    }
    out->text.at[out->text.n++] = raw->at[i];
    if (raw->at[i] == '\n')
      VEC_PUSH(&out->lines, out->text.n);
  }
  out->text.at[out->text.n] = '\0';
}

/* The end of the literal that opens at i; it ends with the line at the
 * latest.*/
static uint32_t literal_end(const tp_str *text, uint32_t i) {
  char quote = text->at[i++];
  while (i < text->n && text->at[i] != '\n') {
    if (text->at[i] == quote)
      return i + 1;
    i += text->at[i] == '\\' && i + 1 < text->n && text->at[i + 1] != '\n';
    i++;
  }
  return i;
}

/* The end of the comment that opens at i; i itself if none does. */
static uint32_t comment_end(const tp_str *text, uint32_t i) {
  const char *begin = text->at + i, *behind = text->at + text->n;
  const char *end = begin;
  if (begin[1] == '/')
    end = memchr(begin, '\n', text->n - i);
  else if (begin[1] == '*')
    end = memmem(begin + 2, (size_t)(behind - begin - 2), "*/", 2);
  end = !end ? behind : begin[1] == '*' ? end + 2 : end;
  return (uint32_t)(end - text->at);
}

static void blank(tp_str *text, uint32_t begin, uint32_t end) {
  memset(text->at + begin, ' ', end - begin);
}

static void blank_comments(tp_str *text) {
  for (uint32_t i = 0; i < text->n;) {
    char c = text->at[i];
    uint32_t end = c == '/' ? comment_end(text, i) : i;
    if (end > i) {
      blank(text, i, end);
      i = end;
    } else {
      i = c == '"' || c == '\'' ? literal_end(text, i) : i + 1;
    }
  }
}

static void blank_directives(tp_str *text) {
  for (uint32_t i = 0; i < text->n;) {
    const char *newline = memchr(text->at + i, '\n', text->n - i);
    uint32_t end = newline ? (uint32_t)(newline - text->at) : text->n;
    uint32_t first = i;
    while (first < end && (text->at[first] == ' ' || text->at[first] == '\t'))
      first++;
    if (first < end && text->at[first] == '#')
      blank(text, first, end);
    i = end + 1;
  }
}

bool tp_origin_read(tp_origin *out, const char *path) {
  tp_diag ignored = {0};
  tp_str raw = {0};
  bool is_read = tp_file_read(&raw, path, TP_REFUSED, &ignored) == 0;
  tp_diag_free(&ignored);
  *out = (tp_origin){0};
  if (is_read) {
    join_lines(out, &raw);
    blank_comments(&out->text);
    blank_directives(&out->text);
  }
  tp_str_free(&raw);
  return is_read;
}

void tp_origin_free(tp_origin *origin) {
  tp_str_free(&origin->text);
  VEC_FREE(&origin->lines);
}

void tp_origin_place(const tp_origin *origin, uint32_t offset, uint32_t *line,
                     uint32_t *column) {
  uint32_t low = 0, high = origin->lines.n;
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (origin->lines.at[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  *line = low + 1;
  *column = offset - origin->lines.at[low] + 1;
}
