/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables that the tester sets, in a file of --inputs:
 *
 *   TYPE NAME [in VALUES | = VALUE | text[N] [in VALUES]]
 *             [after FUNCTION, ...];
 *
 * Each becomes a function tp2ph_set_N that delivers it, which is called before
 * the program starts and at the end of the functions that are named, which are
 * declared, too. The program may define it, or only declare it (extern).
 */
#include "input/declaration.h"

static const char *const clauses[] = {"in", "text", "=", "{", "after", NULL};

/* Where the words of C end: at the first clause behind a name. */
static uint32_t end_of_c(const tp_reading *r, tp_span s) {
  for (uint32_t i = s.from; i < s.to;) {
    if (i > s.from && tp_rd_is_any(r, i, clauses) &&
        tp_rd_name_of(r, (tp_span){s.from, i}) != TP_NO_WORD)
      return i;
    i = tp_rd_opens(r, i) ? tp_rd_behind_group(r, i, s.to) : i + 1;
  }
  return s.to;
}

bool tp_variable_begin(const tp_reading *r, tp_span s) {
  tp_span c = {s.from, end_of_c(r, s)};
  return tp_rd_find(r, c, "(") == c.to && tp_rd_name_of(r, c) != TP_NO_WORD;
}

static tp_name name_word(tp_reading *r, uint32_t i) {
  const tp_word *w = tp_rd_word(r, i);
  return tp_names_id(r->in->names, r->in->text.at + w->begin,
                     w->end - w->begin);
}

/* after ate_start, ate_next */
static int read_after(tp_reading *r, tp_span s, tp_tester_variable *out) {
  for (uint32_t i = s.from; i < s.to; i += 2) {
    bool is_name = tp_rd_word(r, i)->kind == TP_WORD_NAME;
    bool is_next = i + 1 == s.to || tp_rd_is_char(r, i + 1, ',');
    if (!is_name || !is_next || i + 2 == s.to)
      return tp_rd_refuse(r, i,
                          "functions that set it again are written as: after "
                          "NAME, NAME");
    VEC_PUSH(&out->after, name_word(r, i));
  }
  return s.from < s.to ? 0
                       : tp_rd_refuse(r, s.from - 1,
                                      "the function is missing: after NAME");
}

/* The function; what it delivers is called tp2ph_value, as a result is. */
static void write_setter(tp_reading *r, tp_tester_variable *out) {
  const char *name = tp_names_text(r->in->names, out->name);
  tp_inputs_add_line(r->in, &out->text, tp_rd_word(r, r->d.name)->line);
  tp_str_addf(&out->text, "#define tp2ph_value %s\nvoid tp2ph_set_%u(void) {\n",
              name, r->in->variables.n);
  tp_inputs_write_delivery(r, &out->text, &r->d.result);
  tp_str_add(&out->text, "\n}\n#undef tp2ph_value\n");
}

static int read_clauses(tp_reading *r, tp_span s, tp_tester_variable *out) {
  uint32_t after = tp_rd_find(r, s, "after");
  tp_item clause = {.words = {s.from, s.from}, .name = TP_NO_WORD};
  if (after < s.to && read_after(r, (tp_span){after + 1, s.to}, out) != 0)
    return -1;
  if (tp_clause_read(r, after, &clause) != 0)
    return -1;
  clause.words = r->d.all;
  if (clause.form == TP_FORM_NOTHING)
    clause.form = TP_FORM_VALUE;
  r->d.result = clause;
  return 0;
}

int tp_variable_read(tp_reading *r, tp_span s) {
  uint32_t end = end_of_c(r, s);
  tp_tester_variable made = {0};
  r->d.all = (tp_span){s.from, end};
  r->d.name = tp_rd_name_of(r, r->d.all);
  made.name = name_word(r, r->d.name);
  made.at = tp_rd_word(r, r->d.name)->begin;
  int rc = read_clauses(r, (tp_span){end, s.to}, &made);
  for (uint32_t i = 0; rc == 0 && i < r->in->variables.n; i++)
    if (r->in->variables.at[i].name == made.name)
      rc = tp_rd_refuse(r, r->d.name, "this variable is declared twice");
  if (rc == 0) {
    write_setter(r, &made);
    tp_inputs_add_line(r->in, &made.definition, tp_rd_word(r, s.from)->line);
    tp_rd_add_span(r, &made.definition, r->d.all);
    tp_str_add(&made.definition, ";\n");
  }
  VEC_PUSH(&r->in->variables, made);
  return rc == 0 ? r->rc : rc;
}

void tp_variable_write_calls(const tp_reading *r, tp_str *out) {
  const tp_word *w = tp_rd_word(r, r->d.name);
  tp_name self =
      tp_names_find(r->in->names, r->in->text.at + w->begin, w->end - w->begin);
  for (uint32_t i = 0; self && i < r->in->variables.n; i++)
    for (uint32_t k = 0; k < r->in->variables.at[i].after.n; k++)
      if (r->in->variables.at[i].after.at[k] == self)
        tp_str_addf(out, "\ntp2ph_set_%u();", i);
}
