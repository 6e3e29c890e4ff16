/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits and bins from tables. Columns are found by usual names, or by those
 * that the declaration gives: limits "part.csv" { number = "TestNumber" }. */
#include "input/declaration.h"
#include "input/tables.h"

#include <math.h>
#include <strings.h>

#define MAX_FIELDS 6
#define MAX_NAMES 6

typedef struct field {
  const char *name;             /* in a declaration */
  const char *usual[MAX_NAMES]; /* names of columns */
  bool is_needed;
} field;

enum { L_TEST, L_NUMBER, L_LOW, L_HIGH, L_UNIT, L_BIN, N_LIMITS };
static const field limit_fields[N_LIMITS] = {
    [L_TEST] = {"test", {"test", "test name", "name"}, false},
    [L_NUMBER] = {"number", {"number", "test number", "testno"}, false},
    [L_LOW] = {"low", {"low", "low limit", "lolim", "min", "lsl"}, true},
    [L_HIGH] = {"high", {"high", "high limit", "hilim", "max", "usl"}, true},
    [L_UNIT] = {"unit", {"unit", "units"}, false},
    [L_BIN] = {"bin", {"fail bin", "bin", "soft bin"}, false}};

enum { B_NUMBER, B_NAME, B_GOOD, B_DEFAULT, N_BINS };
static const field bin_fields[N_BINS] = {
    [B_NUMBER] = {"number", {"number", "bin", "bin number"}, true},
    [B_NAME] = {"name", {"name", "bin name", "description"}, false},
    [B_GOOD] = {"good", {"good", "pass", "pass fail", "type"}, false},
    [B_DEFAULT] = {"default", {"default"}, false}};

typedef struct reader {
  tp_reading *r;
  const field *fields;
  uint32_t n;
  tp_table table;
  const char *mapped[MAX_FIELDS]; /* the user's names of columns */
  uint32_t columns[MAX_FIELDS];
} reader;

static const char *unquoted(reader *w, uint32_t i) {
  const tp_word *word = tp_rd_word(w->r, i);
  tp_name name =
      tp_names_id(w->r->in->names, w->r->in->text.at + word->begin + 1,
                  word->end - word->begin - 2);
  return tp_names_text(w->r->in->names, name);
}

static bool is_quoted(const tp_reading *r, uint32_t i) {
  const tp_word *w = tp_rd_word(r, i);
  return w->first == '"' && w->end >= w->begin + 2;
}

/* { FIELD = "COLUMN", ... } */
static int read_mapping(reader *w, tp_span s) {
  static const char how[] =
      "columns are named as: { number = \"TestNumber\", low = \"Low\" }";
  if (s.from == s.to)
    return 0;
  if (!tp_rd_is_char(w->r, s.from, '{') || !tp_rd_is_char(w->r, s.to - 1, '}'))
    return tp_rd_refuse(w->r, s.from, how);
  for (uint32_t i = s.from + 1; i + 1 < s.to; i += 4) {
    uint32_t f = 0;
    while (f < w->n && !tp_rd_is(w->r, i, w->fields[f].name))
      f++;
    if (f == w->n || i + 3 >= s.to || !tp_rd_is_char(w->r, i + 1, '=') ||
        !is_quoted(w->r, i + 2) ||
        (i + 4 < s.to && !tp_rd_is_char(w->r, i + 3, ',')))
      return tp_rd_refuse(w->r, i, how);
    w->mapped[f] = unquoted(w, i + 2);
  }
  return 0;
}

static int find_columns(reader *w) {
  for (uint32_t f = 0; f < w->n; f++) {
    const char *const own[] = {w->mapped[f], NULL};
    w->columns[f] =
        tp_table_column(&w->table, w->mapped[f] ? own : w->fields[f].usual);
    bool is_missing = w->columns[f] == w->table.columns;
    bool is_left_out = w->mapped[f] && !*w->mapped[f];
    if (!is_missing ||
        (!w->fields[f].is_needed && (!w->mapped[f] || is_left_out)))
      continue;
    tp_str why = {0};
    tp_str_addf(&why,
                "no column is called '%s': say which one it is, as in: { %s = "
                "\"NAME\" }",
                w->mapped[f] ? w->mapped[f] : w->fields[f].usual[0],
                w->fields[f].name);
    int rc =
        tp_table_refuse(&w->table, &w->table.cells.at[0], why.at, w->r->diag);
    tp_str_free(&why);
    return rc;
  }
  return 0;
}

/* "FILE" [{ ... }], into w->table, whose columns are known. */
static int open_table(reader *w, tp_span s) {
  if (s.from == s.to || !is_quoted(w->r, s.from))
    return tp_rd_refuse(w->r, s.from < s.to ? s.from : s.from - 1,
                        "a table is named as: \"FILE.csv\"");
  if (read_mapping(w, (tp_span){s.from + 1, s.to}) != 0)
    return -1;
  int rc =
      tp_table_read(&w->table, unquoted(w, s.from), w->r->in->path, w->r->diag);
  if (rc != 0 && w->r->diag->file.n == 0) /* it can't be read at all */
    tp_inputs_point(w->r->in, tp_rd_word(w->r, s.from)->begin, w->r->diag);
  return rc != 0 ? -1 : find_columns(w);
}

static const tp_text_cell *cell_of(const reader *w, uint32_t row, uint32_t f) {
  return w->columns[f] < w->table.columns
             ? tp_table_cell(&w->table, row, w->columns[f])
             : NULL;
}

static int refuse(const reader *w, const tp_text_cell *cell, const char *why) {
  return tp_table_refuse(&w->table, cell, why, w->r->diag);
}

/* ---- limits -------------------------------------------------------------- */

static int read_bound(const reader *w, uint32_t row, uint32_t f, int power,
                      double *out) {
  const tp_text_cell *cell = cell_of(w, row, f);
  *out = f == L_LOW ? -HUGE_VAL : HUGE_VAL;
  return tp_table_is_empty(&w->table, cell) ||
                 tp_table_quantity(&w->table, cell, power, out)
             ? 0
             : refuse(w, cell,
                      "this limit is no number, nor one with a unit, as in: "
                      "75*mA");
}

/* What is delivered is in volts where the table has millivolts; units that are
 * not known stay as they are. */
static int read_unit(const reader *w, uint32_t row, tp_name *out) {
  const tp_text_cell *cell = cell_of(w, row, L_UNIT);
  uint32_t base = 0;
  int power = 0;
  if (!cell || tp_table_is_empty(&w->table, cell))
    return 0;
  const char *text = w->table.text.at + cell->begin;
  uint32_t n = cell->end - cell->begin;
  if (!tp_unit_read(text, n, &power, &base))
    base = 0, power = 0;
  *out = tp_names_id(w->r->in->names, text + base, n - base);
  return power;
}

static bool is_given(const reader *w, const tp_text_cell *cell) {
  return cell && !tp_table_is_empty(&w->table, cell);
}

/* Tests of one number have one row; several may have one name. */
static int read_test(const reader *w, uint32_t row, tp_limit_row *out) {
  const tp_audit *a = &w->r->in->audit;
  const tp_text_cell *number = cell_of(w, row, L_NUMBER);
  const tp_text_cell *name = cell_of(w, row, L_TEST);
  out->has_number = is_given(w, number);
  if (!out->has_number && !is_given(w, name))
    return refuse(w, tp_table_cell(&w->table, row, 0),
                  "this row has neither the number nor the name of a test");
  if (is_given(w, name))
    out->name = tp_names_id(w->r->in->names, w->table.text.at + name->begin,
                            name->end - name->begin);
  if (!out->has_number)
    return 0;
  if (!tp_table_integer(&w->table, number, &out->number))
    return refuse(w, number, "the number of a test is a whole number");
  for (uint32_t i = 0; i < a->limits.n; i++)
    if (a->limits.at[i].has_number && a->limits.at[i].number == out->number)
      return refuse(w, number, "this test has a row already");
  return 0;
}

static int read_limit(const reader *w, uint32_t row) {
  tp_audit *a = &w->r->in->audit;
  tp_limit_row made = {0};
  const tp_text_cell *bin = cell_of(w, row, L_BIN);
  if (read_test(w, row, &made) != 0)
    return -1;
  int power = read_unit(w, row, &made.unit);
  if (read_bound(w, row, L_LOW, power, &made.low) != 0 ||
      read_bound(w, row, L_HIGH, power, &made.high) != 0)
    return -1;
  if (made.low > made.high)
    return refuse(w, cell_of(w, row, L_LOW),
                  "no value lies between these limits");
  if (bin && !tp_table_is_empty(&w->table, bin) &&
      !tp_table_integer(&w->table, bin, &made.bin))
    return refuse(w, bin, "a bin is a whole number");
  a->has_fail_bins |= made.bin != 0;
  VEC_PUSH(&a->limits, made);
  return 0;
}

/* A table says which tests its rows are of. */
static int check_which(const reader *w) {
  return w->columns[L_NUMBER] < w->table.columns ||
                 w->columns[L_TEST] < w->table.columns
             ? 0
             : refuse(w, &w->table.cells.at[0],
                      "no column is called 'number' or 'test': say which one "
                      "it is, as in: { number = \"NAME\" }");
}

int tp_bins_read_limits(tp_reading *r, tp_span s) {
  reader w = {.r = r, .fields = limit_fields, .n = N_LIMITS};
  int rc = open_table(&w, s);
  if (rc == 0)
    rc = check_which(&w);
  for (uint32_t i = 0; rc == 0 && i < tp_table_rows(&w.table); i++)
    rc = read_limit(&w, i);
  tp_table_free(&w.table);
  return rc;
}

/* ---- bins ---------------------------------------------------------------- */

/* yes or no; of a bin also pass or fail. */
static int read_mark(const reader *w, uint32_t row, uint32_t f, uint8_t *out) {
  static const char *const yes[] = {"yes", "true", "1", "good", "pass", "p"};
  static const char *const no[] = {"no", "false", "0", "bad", "fail", "f"};
  const tp_text_cell *cell = cell_of(w, row, f);
  tp_str text = {0};
  bool is_known = !cell || tp_table_is_empty(&w->table, cell);
  *out = 0;
  if (!is_known)
    tp_str_addn(&text, w->table.text.at + cell->begin, cell->end - cell->begin);
  for (size_t i = 0; !is_known && i < sizeof yes / sizeof *yes; i++) {
    *out = strcasecmp(text.at, yes[i]) == 0;
    is_known = *out || strcasecmp(text.at, no[i]) == 0;
  }
  tp_str_free(&text);
  return is_known ? 0 : refuse(w, cell, "this is neither yes nor no");
}

static int read_bin_row(const reader *w, uint32_t row, uint8_t kind) {
  tp_inputs_file *in = w->r->in;
  tp_declared_bin bin = {.kind = kind, .at = UINT32_MAX};
  const tp_text_cell *number = cell_of(w, row, B_NUMBER);
  const tp_text_cell *name = cell_of(w, row, B_NAME);
  const char *text = w->table.text.at;
  long long value;
  if (!tp_table_integer(&w->table, number, &value))
    return refuse(w, number, "a bin is a whole number");
  bin.value =
      tp_names_id(in->names, text + number->begin, number->end - number->begin);
  if (name && !tp_table_is_empty(&w->table, name))
    bin.name =
        tp_names_id(in->names, text + name->begin, name->end - name->begin);
  if (read_mark(w, row, B_GOOD, &bin.is_good) != 0 ||
      read_mark(w, row, B_DEFAULT, &bin.is_default) != 0)
    return -1;
  return tp_bins_add(in, &bin) ? 0
                               : refuse(w, number, "this bin is listed twice");
}

int tp_bins_read_table(tp_reading *r, tp_span s, uint8_t kind) {
  reader w = {.r = r, .fields = bin_fields, .n = N_BINS};
  int rc = open_table(&w, s);
  r->in->audit.has_list[kind] = true;
  for (uint32_t i = 0; rc == 0 && i < tp_table_rows(&w.table); i++)
    rc = read_bin_row(&w, i, kind);
  tp_table_free(&w.table);
  return rc;
}
