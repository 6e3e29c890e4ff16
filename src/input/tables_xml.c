/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table that is written as XML. Its rows are the elements that there are most
 * of, of those that have attributes or elements with nothing but text in them:
 * these are its cells, and their names the columns:
 *
 *   <bin number="7" name="leakage"/>   <bin><number>7</number> ... </bin>
 *
 * What else is in the file is passed over. */
#include "input/tables.h"

#include <ctype.h>
#include <string.h>

typedef struct element {
  tp_text_cell tag;
  tp_text_cell text; /* from behind the tag to its end */
  uint32_t parent;   /* from 1; 0: none */
  uint32_t depth;
  uint32_t fields;
  bool has_elements;
} element;

typedef struct field {
  uint32_t owner; /* element, from 1 */
  tp_text_cell name, value;
} field;

typedef struct reading {
  tp_table *t;
  tp_diag *diag;
  uint32_t at, line, line_begin;
  VEC(element) elements; /* from 1 */
  VEC(field) fields;
  uint32_t open; /* the innermost element; 0: none */
} reading;

/* ---- text ---------------------------------------------------------------- */

static char here(const reading *r) {
  return r->t->text.at[r->at];
}

static void step(reading *r) {
  if (here(r) == '\n') {
    r->line++;
    r->line_begin = r->at + 1;
  }
  r->at++;
}

static tp_text_cell place(const reading *r) {
  return (tp_text_cell){.begin = r->at,
                        .end = r->at,
                        .line = r->line,
                        .column = r->at - r->line_begin + 1};
}

static int refuse(const reading *r, const char *why) {
  tp_text_cell cell = place(r);
  return tp_table_refuse(r->t, &cell, why, r->diag);
}

static void skip_space(reading *r) {
  while (isspace((unsigned char)here(r)))
    step(r);
}

static bool is_next(const reading *r, const char *text) {
  return strncmp(r->t->text.at + r->at, text, strlen(text)) == 0;
}

static int skip_behind(reading *r, const char *end) {
  while (here(r) && !is_next(r, end))
    step(r);
  if (!here(r))
    return refuse(r, "this XML ends in the middle");
  for (size_t i = strlen(end); i > 0; i--)
    step(r);
  return 0;
}

static tp_text_cell read_name(reading *r) {
  tp_text_cell name = place(r);
  while (here(r) && !isspace((unsigned char)here(r)) &&
         !strchr("<>/=\"'", here(r)))
    step(r);
  name.end = r->at;
  return name;
}

/* ---- elements ------------------------------------------------------------ */

static void add_field(reading *r, uint32_t owner, tp_text_cell name,
                      tp_text_cell value) {
  while (value.begin < value.end &&
         isspace((unsigned char)r->t->text.at[value.end - 1]))
    value.end--;
  VEC_PUSH(&r->fields, (field){owner, name, value});
  r->elements.at[owner].fields++;
}

/* NAME="VALUE" */
static int read_attribute(reading *r, uint32_t owner) {
  tp_text_cell name = read_name(r);
  skip_space(r);
  if (name.begin == name.end || here(r) != '=')
    return refuse(r, "an attribute is written as: NAME=\"VALUE\"");
  step(r);
  skip_space(r);
  char quote = here(r);
  if (quote != '"' && quote != '\'')
    return refuse(r, "an attribute is written as: NAME=\"VALUE\"");
  step(r);
  tp_text_cell value = place(r);
  while (here(r) && here(r) != quote)
    step(r);
  value.end = r->at;
  if (!here(r))
    return refuse(r, "this XML ends in the middle");
  step(r);
  add_field(r, owner, name, value);
  return 0;
}

/* An element with nothing but text is a cell of the one around it. */
static void close_element(reading *r, uint32_t end_of_text) {
  uint32_t id = r->open;
  element *e = &r->elements.at[id];
  r->open = e->parent;
  if (!e->parent || e->has_elements || e->fields)
    return;
  tp_text_cell value = e->text;
  const char *text = r->t->text.at;
  while (value.begin < end_of_text &&
         isspace((unsigned char)text[value.begin])) {
    value.column++;
    if (text[value.begin++] == '\n') {
      value.line++;
      value.column = 1;
    }
  }
  value.end = end_of_text;
  add_field(r, e->parent, e->tag, value);
}

static int open_element(reading *r) {
  int rc = 0;
  element made = {.parent = r->open,
                  .depth = r->open ? r->elements.at[r->open].depth + 1 : 0};
  step(r);
  made.tag = read_name(r);
  if (made.tag.begin == made.tag.end)
    return refuse(r, "the name of an element is missing behind <");
  if (r->open)
    r->elements.at[r->open].has_elements = true;
  VEC_PUSH(&r->elements, made);
  r->open = r->elements.n - 1;
  for (skip_space(r); rc == 0 && here(r) && here(r) != '>' && here(r) != '/';
       skip_space(r))
    rc = read_attribute(r, r->open);
  bool is_closed = here(r) == '/';
  if (rc == 0)
    rc = skip_behind(r, ">");
  r->elements.at[r->open].text = place(r);
  if (rc == 0 && is_closed)
    close_element(r, r->at);
  return rc;
}

/* </NAME> */
static int end_element(reading *r) {
  uint32_t end_of_text = r->at;
  const char *text = r->t->text.at;
  step(r);
  step(r);
  tp_text_cell name = read_name(r);
  const tp_text_cell *tag = &r->elements.at[r->open].tag;
  uint32_t n = name.end - name.begin;
  if (!r->open || tag->end - tag->begin != n ||
      memcmp(text + tag->begin, text + name.begin, n) != 0)
    return refuse(r, "this does not close what was opened last");
  close_element(r, end_of_text);
  return skip_behind(r, ">");
}

static int read_all(reading *r) {
  int rc = 0;
  while (rc == 0 && here(r)) {
    if (is_next(r, "<!--"))
      rc = skip_behind(r, "-->");
    else if (is_next(r, "<?") || is_next(r, "<!"))
      rc = skip_behind(r, ">");
    else if (is_next(r, "</"))
      rc = end_element(r);
    else if (here(r) == '<')
      rc = open_element(r);
    else
      step(r);
  }
  return rc == 0 && r->open ? refuse(r, "this XML ends in the middle") : rc;
}

/* ---- the table ----------------------------------------------------------- */

static bool is_same(const reading *r, const tp_text_cell *a,
                    const tp_text_cell *b) {
  uint32_t n = a->end - a->begin;
  return b->end - b->begin == n &&
         memcmp(r->t->text.at + a->begin, r->t->text.at + b->begin, n) == 0;
}

/* The element whose kind the rows are; 0: there is none. */
static uint32_t find_kind(const reading *r) {
  uint32_t best = 0, most = 0;
  for (uint32_t i = 1; i < r->elements.n; i++) {
    const element *e = &r->elements.at[i];
    uint32_t n = 0;
    for (uint32_t k = i; k < r->elements.n && e->fields; k++)
      n += r->elements.at[k].fields &&
           is_same(r, &e->tag, &r->elements.at[k].tag);
    if (n > most || (n && n == most && e->depth > r->elements.at[best].depth)) {
      best = i;
      most = n;
    }
  }
  return best;
}

static uint32_t column_of(const reading *r, const tp_text_cell *name) {
  for (uint32_t c = 0; c < r->t->columns; c++)
    if (is_same(r, &r->t->cells.at[c], name))
      return c;
  return r->t->columns;
}

static bool is_row(const reading *r, uint32_t id, uint32_t kind) {
  return r->elements.at[id].fields &&
         is_same(r, &r->elements.at[id].tag, &r->elements.at[kind].tag);
}

static void add_head(reading *r, uint32_t kind) {
  for (uint32_t i = 0; i < r->fields.n; i++) {
    const field *f = &r->fields.at[i];
    if (!is_row(r, f->owner, kind) || column_of(r, &f->name) < r->t->columns)
      continue;
    VEC_PUSH(&r->t->cells, f->name);
    r->t->columns++;
  }
}

static void add_row(reading *r, uint32_t id) {
  tp_text_cell empty = r->elements.at[id].tag;
  uint32_t first = r->t->cells.n;
  empty.begin = empty.end;
  for (uint32_t c = 0; c < r->t->columns; c++)
    VEC_PUSH(&r->t->cells, empty);
  for (uint32_t i = 0; i < r->fields.n; i++)
    if (r->fields.at[i].owner == id)
      r->t->cells.at[first + column_of(r, &r->fields.at[i].name)] =
          r->fields.at[i].value;
}

int tp_table_read_xml(tp_table *t, tp_diag *diag) {
  reading r = {.t = t, .diag = diag, .line = 1};
  VEC_RESIZE(&r.elements, 1);
  int rc = read_all(&r);
  uint32_t kind = rc == 0 ? find_kind(&r) : 0;
  if (rc == 0 && !kind)
    rc = refuse(&r, "this table is empty");
  if (rc == 0)
    add_head(&r, kind);
  for (uint32_t i = 1; rc == 0 && i < r.elements.n; i++)
    if (is_row(&r, i, kind))
      add_row(&r, i);
  VEC_FREE(&r.elements);
  VEC_FREE(&r.fields);
  return rc;
}
