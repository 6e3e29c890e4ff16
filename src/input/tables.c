/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV as spreadsheets write it: cells between commas or semicolons, whichever
 * the head has; a quote in a quoted cell is doubled (and stays so here: no
 * number and hardly a name has one). */
#include "input/tables.h"

#include "base/file.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS 256

static int refuse_at(const tp_table *t, uint32_t line, uint32_t column,
                     const char *why, tp_diag *diag) {
  tp_str shown = {0};
  const char *at = tp_str_text(&t->text);
  for (uint32_t i = 1; i < line && *at; i++) {
    at += strcspn(at, "\n");
    at += *at == '\n';
  }
  tp_str_addn(&shown, at, strcspn(at, "\r\n"));
  int rc = tp_diag_set(diag, TP_REFUSED, "%s", why);
  tp_diag_at(diag, t->path, line, column, tp_str_text(&shown));
  tp_str_free(&shown);
  return rc;
}

int tp_table_refuse(const tp_table *t, const tp_text_cell *cell,
                    const char *why, tp_diag *diag) {
  return refuse_at(t, cell->line, cell->column, why, diag);
}

/* The cell that begins at *at, which is then at what ends it. */
static tp_text_cell read_cell(const tp_table *t, char separator, uint32_t *at,
                              uint32_t line, uint32_t line_begin) {
  const char *text = t->text.at;
  tp_text_cell cell = {.line = line};
  while (text[*at] == ' ' || text[*at] == '\t')
    ++*at;
  bool is_quoted = text[*at] == '"';
  *at += is_quoted;
  cell.begin = *at;
  cell.column = *at - line_begin + 1;
  while (text[*at] && text[*at] != '\n' &&
         (is_quoted ? text[*at] != '"' || text[*at + 1] == '"'
                    : text[*at] != separator))
    *at += is_quoted && text[*at] == '"' ? 2 : 1;
  cell.end = *at;
  while (cell.end > cell.begin && isspace((unsigned char)text[cell.end - 1]))
    cell.end--;
  while (text[*at] && text[*at] != '\n' && text[*at] != separator)
    ++*at;
  return cell;
}

static bool is_blank_line(const char *text) {
  text += strspn(text, " \t\r,;");
  return *text == '\n' || *text == '\0' || *text == '#';
}

/* Rows that are shorter than the head have empty cells. */
static int fill_row(tp_table *t, uint32_t n, tp_diag *diag) {
  tp_text_cell last = VEC_LAST(&t->cells);
  if (t->columns == 0)
    t->columns = n;
  if (n > t->columns)
    return tp_table_refuse(t, &last, "this row has more cells than the head",
                           diag);
  last.begin = last.end;
  for (; n < t->columns; n++)
    VEC_PUSH(&t->cells, last);
  return 0;
}

static int read_rows(tp_table *t, tp_diag *diag) {
  const char *text = tp_str_text(&t->text);
  uint32_t at = 0, line = 1;
  char separator = memchr(text, ';', strcspn(text, "\n")) ? ';' : ',';
  for (; text[at]; line++) {
    uint32_t begin = at, n = 0;
    bool is_skipped = is_blank_line(text + at);
    do {
      at += n > 0;
      tp_text_cell cell = read_cell(t, separator, &at, line, begin);
      if (!is_skipped)
        VEC_PUSH(&t->cells, cell);
      n++;
    } while (text[at] == separator && n < MAX_COLUMNS);
    at += strcspn(text + at, "\n");
    at += text[at] == '\n';
    if (!is_skipped && fill_row(t, n, diag) != 0)
      return -1;
  }
  return t->columns ? 0 : refuse_at(t, 1, 1, "this table is empty", diag);
}

int tp_table_read(tp_table *out, const char *name, const char *beside,
                  tp_diag *diag) {
  tp_str path = {0};
  const char *slash = strrchr(beside, '/');
  *out = (tp_table){0};
  if (name[0] != '/' && slash)
    tp_str_addn(&path, beside, (size_t)(slash - beside + 1));
  tp_str_add(&path, name);
  out->path = path.at;
  int rc = tp_file_read(&out->text, path.at, TP_REFUSED, diag);
  if (rc == 0 && out->text.n && memchr(out->text.at, '\0', out->text.n))
    return refuse_at(out, 1, 1, "this is no text", diag);
  if (rc != 0)
    return rc;
  const char *text = tp_str_text(&out->text);
  text += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* UTF-8 is marked */
  text += strspn(text, " \t\r\n");
  return *text == '<' ? tp_table_read_xml(out, diag) : read_rows(out, diag);
}

void tp_table_free(tp_table *t) {
  tp_free(t->path);
  tp_str_free(&t->text);
  VEC_FREE(&t->cells);
}

uint32_t tp_table_rows(const tp_table *t) {
  return t->cells.n / t->columns - 1;
}

const tp_text_cell *tp_table_cell(const tp_table *t, uint32_t row,
                                  uint32_t column) {
  return &t->cells.at[(row + 1) * t->columns + column];
}

bool tp_table_is_empty(const tp_table *t, const tp_text_cell *cell) {
  (void)t;
  return cell->begin == cell->end;
}

/* "Fail Bin", "fail_bin" and "FailBin" are one. */
static bool is_same(const char *a, uint32_t n, const char *name) {
  uint32_t i = 0;
  for (;;) {
    while (i < n && strchr(" _-", a[i]))
      i++;
    while (*name && strchr(" _-", *name))
      name++;
    if (i == n || !*name)
      return i == n && !*name;
    if (tolower((unsigned char)a[i++]) != tolower((unsigned char)*name++))
      return false;
  }
}

uint32_t tp_table_column(const tp_table *t, const char *const *names) {
  for (; *names; names++)
    for (uint32_t c = 0; c < t->columns; c++) {
      const tp_text_cell *cell = &t->cells.at[c];
      if (is_same(t->text.at + cell->begin, cell->end - cell->begin, *names))
        return c;
    }
  return t->columns;
}

bool tp_table_integer(const tp_table *t, const tp_text_cell *cell,
                      long long *out) {
  char *end;
  if (cell->begin == cell->end)
    return false;
  *out = strtoll(t->text.at + cell->begin, &end, 0);
  return end == t->text.at + cell->end;
}

bool tp_table_number(const tp_table *t, const tp_text_cell *cell, double *out) {
  char *end;
  if (cell->begin == cell->end)
    return false;
  *out = strtod(t->text.at + cell->begin, &end);
  return end == t->text.at + cell->end && *out == *out;
}
