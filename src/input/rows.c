/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A read E of a table's member becomes
 *
 *   (*(const __typeof__(E) *)tp2ph_read_N(&(E)))
 *
 * in the text that is analysed and instrumented; tp2ph_read_N stands behind the
 * file that has the table. Where E is a whole row that is copied it is
 * tp2ph_copied_N, and where it is the member of a variable, which may hold such
 * a copy, tp2ph_kept_N. */
#include "input/rows.h"

#include "program/place.h"
#include "input/declaration.h"

#include <ctype.h>

#define MAX_ROWS 4096

/* ---- the declaration ----------------------------------------------------- */

static tp_name name_word(tp_reading *r, uint32_t i) {
  const tp_word *w = tp_rd_word(r, i);
  return tp_names_id(r->in->names, r->in->text.at + w->begin,
                     w->end - w->begin);
}

static void write_functions(tp_reading *r, tp_row_table *rows, tp_span s) {
  const char *name = tp_names_text(r->in->names, rows->name);
  uint32_t n = r->in->audit.rows.n;
  tp_str row = {0};
  tp_str_addf(&row,
              "(long long)((unsigned long)tp2ph_at - (unsigned long)%s) / "
              "(long long)sizeof %s[0], (unsigned long)tp2ph_at - (unsigned "
              "long)%s < sizeof %s",
              name, name, name, name);
  tp_inputs_add_line(r->in, &rows->text, tp_rd_word(r, s.from + 1)->line);
  tp_str_addf(&rows->text,
              "const void *tp2ph_read_%u(const void *tp2ph_at) { "
              "tp2ph_row_read(%u, %s); return tp2ph_at; }\n",
              n, n, row.at);
  tp_inputs_add_line(r->in, &rows->text, tp_rd_word(r, s.from + 1)->line);
  tp_str_addf(&rows->text,
              "const void *tp2ph_copied_%u(const void *tp2ph_at) { "
              "tp2ph_row_copied(%u, %s); return tp2ph_at; }\n",
              n, n, row.at);
  tp_inputs_add_line(r->in, &rows->text, tp_rd_word(r, s.from + 1)->line);
  tp_str_addf(&rows->text,
              "const void *tp2ph_kept_%u(const void *tp2ph_at) { "
              "tp2ph_row_read(%u, 0, 0); return tp2ph_at; }\n",
              n, n);
  tp_inputs_add_line(r->in, &rows->text, tp_rd_word(r, s.from + 1)->line);
  tp_str_free(&row);
  tp_str_addf(&rows->text,
              "long long tp2ph_row_value_%u(long long tp2ph_row) { return "
              "(long long)%s[tp2ph_row]",
              n, name);
  /* a compiler that knows no such member points at the dot */
  for (uint32_t i = rows->member ? s.to - 2 : s.to; i < s.to; i++)
    tp_rd_add_in_place(r, &rows->text, i);
  tp_str_add(&rows->text, "; }\n");
}

int tp_rows_read(tp_reading *r, tp_span s) {
  bool has_member = s.to == s.from + 6;
  if ((s.to != s.from + 4 && !has_member) ||
      tp_rd_word(r, s.from + 1)->kind != TP_WORD_NAME ||
      !tp_rd_is_char(r, s.from + 2, '[') ||
      !tp_rd_is_char(r, s.from + 3, ']') ||
      (has_member && (!tp_rd_is_char(r, s.from + 4, '.') ||
                      tp_rd_word(r, s.from + 5)->kind != TP_WORD_NAME)))
    return tp_rd_refuse(r, s.from,
                        "rows of a table are written as: rows TABLE[].MEMBER; "
                        "or rows TABLE[];");
  tp_row_table made = {.name = name_word(r, s.from + 1),
                       .member = has_member ? name_word(r, s.from + 5) : 0,
                       .at = tp_rd_word(r, s.from + 1)->begin};
  write_functions(r, &made, s);
  VEC_PUSH(&r->in->audit.rows, made);
  return 0;
}

/* ---- the table ----------------------------------------------------------- */

typedef struct table {
  const tp_program *p;
  const tp_inputs_file *in;
  const tp_row_table *rows;
  tp_type_id element; /* UNKNOWN: there is no such table */
  uint64_t count;
} table;

static const tp_field *member_of(const tp_program *p, tp_type_id t,
                                 const char *name) {
  const tp_type *type = tp_type_get(&p->types, t);
  for (uint32_t i = 0; type->kind == TP_T_RECORD && i < type->n; i++) {
    const tp_field *f = &p->types.fields.at[type->first + i];
    if (f->name && strcmp(tp_names_text(p->names, f->name), name) == 0)
      return f;
  }
  return NULL;
}

static table find_table(const tp_program *p, const tp_inputs_file *in,
                        const tp_row_table *rows) {
  table t = {.p = p, .in = in, .rows = rows, .element = TP_TYPE_UNKNOWN};
  const char *name = tp_names_text(in->names, rows->name);
  tp_name own = tp_names_find(p->names, name, strlen(name));
  for (tp_decl_id d = 1; own && d < p->decls.n; d++) {
    const tp_decl *decl = &p->decls.at[d];
    const tp_type *type = tp_type_get(&p->types, decl->type);
    if (decl->name != own || decl->scope || decl->kind != TP_D_VAR ||
        type->kind != TP_T_ARRAY || !type->is_complete)
      continue;
    t.element = type->base;
    t.count = type->count;
  }
  return t;
}

static int refuse(const table *t, const char *why, tp_diag *diag) {
  int rc = tp_diag_set(diag, TP_REFUSED, why,
                       tp_names_text(t->in->names, t->rows->name));
  tp_inputs_point(t->in, t->rows->at, diag);
  return rc;
}

static int check_table(const table *t, tp_diag *diag) {
  const tp_types *types = &t->p->types;
  tp_type_id value = t->element;
  if (t->element == TP_TYPE_UNKNOWN)
    return refuse(t, "no file of the program defines a table '%s'", diag);
  if (t->rows->member) {
    const tp_field *f = member_of(t->p, t->element,
                                  tp_names_text(t->in->names, t->rows->member));
    if (!f || f->is_bitfield)
      return refuse(t, "the rows of '%s' have no such member", diag);
    value = f->type;
  }
  if (!tp_type_is_integer(types, value))
    return refuse(t, "a bin is a whole number: say which member of '%s' is one",
                  diag);
  return t->count && t->count <= MAX_ROWS
             ? 0
             : refuse(t, "'%s' has no rows, or more than 4096", diag);
}

static bool is_of_word(char c) {
  return isalnum((unsigned char)c) || c == '_';
}

/* A word of the text: of a row that is read there nobody is told. */
static bool has_word(const char *text, uint32_t length, const char *word) {
  size_t n = strlen(word);
  for (uint32_t i = 0; i + n <= length; i++) {
    bool begins = i == 0 || !is_of_word(text[i - 1]);
    bool ends = i + n == length || !is_of_word(text[i + n]);
    if (begins && ends && memcmp(text + i, word, n) == 0)
      return true;
  }
  return false;
}

static int check_opaque(const table *t, tp_diag *diag) {
  const tp_program *p = t->p;
  tp_name name = t->rows->member ? t->rows->member : t->rows->name;
  for (tp_node_id n = 1; n < p->nodes.n; n++) {
    uint32_t length;
    if (tp_node_get(p, n)->kind != TP_N_OPAQUE || !tp_input_is_users(p, n))
      continue;
    const char *own = tp_node_text(p, n, &length);
    if (!has_word(own, length, tp_names_text(t->in->names, name)))
      continue;
    tp_place place =
        tp_place_of(p, tp_node_unit(p, n), tp_node_get(p, n)->begin);
    int rc = tp_diag_set(diag, TP_REFUSED,
                         "which rows of '%s' are read can't be told: tp2ph "
                         "leaves text to the compiler that may read one, at "
                         "%s:%u",
                         tp_names_text(t->in->names, t->rows->name),
                         tp_names_text(p->names, place.file), place.line);
    tp_inputs_point(t->in, t->rows->at, diag);
    return rc;
  }
  return 0;
}

int tp_rows_count(const tp_program *p, const tp_inputs_file *in,
                  tp_vec_u32 *counts, tp_diag *diag) {
  int rc = 0;
  for (uint32_t i = 0; i < in->audit.rows.n && rc == 0; i++) {
    table t = find_table(p, in, &in->audit.rows.at[i]);
    rc = check_table(&t, diag);
    rc = rc == 0 ? check_opaque(&t, diag) : rc;
    VEC_PUSH(counts, (uint32_t)t.count);
  }
  return rc;
}

/* ---- reads --------------------------------------------------------------- */

/* Types of one header are others in each unit. */
static bool is_like(const table *t, tp_type_id record) {
  const tp_type *a = tp_type_get(&t->p->types, t->element);
  const tp_type *b = tp_type_get(&t->p->types, record);
  return a->kind == b->kind && a->tag == b->tag && a->alias == b->alias &&
         a->size == b->size && a->n == b->n;
}

/* The whole of one, or of what may be one. */
static bool is_row(const table *t, tp_node_id n) {
  tp_node_kind kind = (tp_node_kind)tp_node_get(t->p, n)->kind;
  return t->rows->member && (kind == TP_N_INDEX || kind == TP_N_DEREF) &&
         is_like(t, tp_node_get(t->p, n)->type);
}

static bool is_read_of(const table *t, tp_node_id n) {
  const tp_program *p = t->p;
  const tp_node *node = tp_node_get(p, n);
  tp_node_id base = node->first;
  if (t->rows->member) {
    if (node->kind != TP_N_MEMBER || !is_like(t, tp_node_get(p, base)->type))
      return false;
    tp_name name = p->types.fields.at[node->ref].name;
    return name && strcmp(tp_names_text(p->names, name),
                          tp_names_text(t->in->names, t->rows->member)) == 0;
  }
  if (node->kind != TP_N_INDEX || tp_node_get(p, base)->kind != TP_N_NAME)
    return false;
  const tp_decl *d = &p->decls.at[tp_node_get(p, base)->ref];
  return !d->scope && strcmp(tp_names_text(p->names, d->name),
                             tp_names_text(t->in->names, t->rows->name)) == 0;
}

static const char *reader_of(const table *t, tp_node_id n) {
  const tp_node *node = tp_node_get(t->p, n);
  if (is_row(t, n))
    return "copied";
  return node->kind == TP_N_MEMBER &&
                 tp_node_get(t->p, node->first)->kind == TP_N_NAME
             ? "kept"
             : "read";
}

static void add_read(const table *t, uint32_t number, tp_node_id n,
                     tp_input_edits *out) {
  uint32_t length;
  const char *own = tp_node_text(t->p, n, &length);
  tp_str text = {0};
  tp_str_addf(&text,
              "(*(const __typeof__(%.*s) *)tp2ph_%s_%u((const void *)"
              "&(%.*s)))",
              (int)length, own, reader_of(t, n), number, (int)length, own);
  tp_input_add_edit(out, t->p, n, &text);
}

/* Whether the row is only asked for what it holds: of a comparison comes no
 * bin. So the way back, from a bin to what else its row says, reads no row. */
static bool is_only_asked(const tp_program *p, const tp_parents *up,
                          tp_node_id n) {
  const tp_node *parent = tp_node_get(p, up->at[n]);
  bool is_compared = parent->op >= TP_OP_LT && parent->op <= TP_OP_NE;
  return tp_node_get(p, n)->decision ||
         (parent->kind == TP_N_BINARY && is_compared) ||
         (parent->kind == TP_N_UNARY && parent->op == TP_OP_NOT);
}

void tp_rows_reads(const tp_program *p, const tp_inputs_file *in,
                   tp_input_edits *out) {
  tp_parents up = {0};
  if (in->audit.rows.n)
    tp_parents_find(p, &up);
  for (uint32_t i = 0; i < in->audit.rows.n; i++) {
    table t = find_table(p, in, &in->audit.rows.at[i]);
    for (tp_node_id n = 1; n < p->nodes.n; n++)
      if ((is_read_of(&t, n) || is_row(&t, n)) &&
          tp_parents_is_read(p, &up, n) && !is_only_asked(p, &up, n))
        add_read(&t, i, n, out);
  }
  VEC_FREE(&up);
}
