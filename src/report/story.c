/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/story.h"

#include "report/value_text.h"
#include "wire/story.h"

tp_story tp_story_of(const tp_result *r, uint32_t test) {
  const tp_result_test *t = &r->tests.at[test - 1];
  return (tp_story){
      .p = r->program, .words = r->story.at + t->first_story, .n = t->n_story};
}

static tp_type_id param_type(const tp_story *s, uint32_t i) {
  const tp_func *f = &s->p->funcs.at[s->func];
  return s->p->decls.at[f->params.at[i]].type;
}

/* Words of the argument that begins at `at`. */
static uint32_t words_of(const tp_story *s, uint32_t i, uint32_t at) {
  switch (tp_type_told(&s->p->types, param_type(s, i))) {
  case TP_TOLD_NUMBER:
    return 2;
  case TP_TOLD_TEXT:
    return at < s->n && s->words[at] <= TP_STORY_TEXT
               ? 1 + (s->words[at] + 3) / 4
               : UINT32_MAX / 2;
  default:
    return 0;
  }
}

/* Where argument i begins; the number of parameters: where the last one ends.
 */
static uint32_t argument_at(const tp_story *s, uint32_t i) {
  uint32_t at = s->arguments;
  for (uint32_t k = 0; k < i && at <= s->n; k++)
    at += words_of(s, k, at);
  return at;
}

static bool read_call(tp_story *s, uint32_t word) {
  s->func = word & ~TP_STORY_CALL;
  s->arguments = s->at;
  if (s->func == 0 || s->func >= s->p->funcs.n)
    return false;
  s->at = argument_at(s, s->p->funcs.at[s->func].params.n);
  return s->at <= s->n;
}

bool tp_story_next(tp_story *s) {
  bool is_there = s->at < s->n;
  uint32_t word = is_there ? s->words[s->at++] : 0;
  s->kind = TP_STORY_END;
  if (is_there && word & TP_STORY_CALL) {
    is_there = read_call(s, word);
    s->kind = TP_STORY_CALLED;
  } else if (is_there && word == TP_STORY_READ) {
    s->kind = TP_STORY_INPUT;
  } else if (is_there) {
    s->branch = word;
    is_there = word < s->p->branches.n;
    s->kind = TP_STORY_BRANCH;
  }
  if (!is_there) {
    s->at = s->n;
    s->kind = TP_STORY_END;
  }
  return is_there;
}

static uint64_t number_at(const tp_story *s, uint32_t at) {
  return (uint64_t)s->words[at + 1] << 32 | s->words[at];
}

void tp_story_arguments(const tp_story *s, tp_str *out) {
  const tp_func *f = &s->p->funcs.at[s->func];
  const char *comma = "";
  for (uint32_t i = 0; i < f->params.n; i++) {
    tp_told told = tp_type_told(&s->p->types, param_type(s, i));
    uint32_t at = argument_at(s, i);
    if (told == TP_TOLD_NOT)
      continue;
    tp_str_addf(
        out, "%s%s = ", comma,
        tp_names_text(s->p->names, s->p->decls.at[f->params.at[i]].name));
    comma = ", ";
    if (told == TP_TOLD_NUMBER)
      tp_value_text_bits(s->p, param_type(s, i), number_at(s, at), out);
    else
      tp_value_text_quoted(out, (const unsigned char *)&s->words[at + 1],
                           s->words[at]);
  }
}

bool tp_story_number(const tp_story *s, uint32_t param, int64_t *out) {
  tp_type_id t = param_type(s, param);
  if (!tp_type_is_integer(&s->p->types, t))
    return false;
  uint64_t bits = number_at(s, argument_at(s, param));
  unsigned above = 64u - 8u * (unsigned)tp_type_get(&s->p->types, t)->size;
  *out = tp_type_is_signed(&s->p->types, t) ? (int64_t)(bits << above) >> above
                                            : (int64_t)(bits << above >> above);
  return true;
}

bool tp_story_delivers(const tp_story *s, const tp_result_input *in) {
  return s->func && in->site && s->p->sites.at[in->site].caller == s->func;
}

/* An expression that is a constant or a parameter, behind casts. */
static bool value_of(const tp_story *s, tp_node_id n, int64_t *out) {
  const tp_func *f = &s->p->funcs.at[s->func];
  uint64_t bits;
  while (tp_node_get(s->p, n)->kind == TP_N_CAST)
    n = tp_node_get(s->p, n)->first;
  if (tp_node_constant(s->p, n, &bits)) {
    *out = (int64_t)bits;
    return true;
  }
  for (uint32_t i = 0; i < f->params.n; i++)
    if (tp_node_get(s->p, n)->kind == TP_N_NAME &&
        tp_node_get(s->p, n)->ref == f->params.at[i])
      return tp_story_number(s, i, out);
  return false;
}

bool tp_story_handed_on(const tp_story *s, const char *callee, uint32_t arg,
                        int64_t *out) {
  for (uint32_t i = 1; i < s->p->sites.n; i++) {
    const tp_site *site = &s->p->sites.at[i];
    if (site->caller != s->func || !site->callee ||
        strcmp(tp_names_text(s->p->names, s->p->decls.at[site->callee].name),
               callee) != 0)
      continue;
    tp_node_id n = tp_node_kid(s->p, site->node, 1 + arg);
    return n && value_of(s, n, out);
  }
  return false;
}

/* ---- tests --------------------------------------------------------------- */

/* The text among the arguments, from 1; false: it is NULL, or none. */
static bool text_at(const tp_story *s, uint32_t param, tp_str *out) {
  uint32_t at = argument_at(s, param - 1);
  if (tp_type_told(&s->p->types, param_type(s, param - 1)) != TP_TOLD_TEXT ||
      at >= s->n)
    return false;
  tp_str_addn(out, (const char *)&s->words[at + 1], s->words[at]);
  return true;
}

/* Rows that have a name for themselves, as the monitor has it. */
static const tp_test_row *row_named(const tp_program *p, const char *name) {
  const tp_test_row *found = NULL;
  for (uint32_t i = 0; i < p->test_rows.n; i++) {
    const tp_test_row *row = &p->test_rows.at[i];
    if (!row->name || strcmp(tp_names_text(p->names, row->name), name) != 0)
      continue;
    if (found)
      return NULL;
    found = row;
  }
  return found;
}

static const tp_test_row *row_numbered(const tp_program *p, int64_t number) {
  for (uint32_t i = 0; i < p->test_rows.n; i++)
    if (p->test_rows.at[i].has_number && p->test_rows.at[i].number == number)
      return &p->test_rows.at[i];
  return NULL;
}

static const tp_test_row *row_of(const tp_story *s) {
  const tp_func *f = &s->p->funcs.at[s->func];
  const tp_test_row *row = NULL;
  int64_t number;
  tp_str name = {0};
  if (!s->func || !f->is_test)
    return NULL;
  if (f->test_number)
    return tp_story_number(s, f->test_number - 1u, &number)
               ? row_numbered(s->p, number)
               : NULL;
  if (f->test_name && text_at(s, f->test_name, &name))
    row = row_named(s->p, tp_str_text(&name));
  tp_str_free(&name);
  return row;
}

bool tp_story_test_name(const tp_story *s, tp_str *out) {
  const tp_func *f = &s->p->funcs.at[s->func];
  const tp_test_row *row = row_of(s);
  if (!s->func || !f->is_test)
    return false;
  if (f->test_name && text_at(s, f->test_name, out))
    return true;
  if (row && row->name)
    tp_str_add(out, tp_names_text(s->p->names, row->name));
  return row && row->name;
}

const char *tp_story_unit(const tp_story *s, const tp_result_input *in) {
  const tp_test_row *row = row_of(s);
  bool is_result = !in->name || !strchr(in->name, '.');
  return row && row->unit && is_result ? tp_names_text(s->p->names, row->unit)
                                       : NULL;
}
