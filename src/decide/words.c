/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places and what stands there. */
#include "decide/words.h"

#include "program/place.h"

#define MAX_TEXT 80u   /* of one place */
#define MAX_PROMISES 3 /* that are named one by one */

static void begin(tp_str *out) {
  if (out->n)
    tp_str_add(out, "; ");
}

static tp_func_id function_around(const tp_ir *ir, tp_node_id n) {
  const tp_program *p = ir->p;
  tp_unit_id unit = n ? tp_node_unit(p, n) : 0;
  for (tp_func_id f = 1; f < p->funcs.n && unit; f++) {
    const tp_func *func = &p->funcs.at[f];
    if (func->unit == unit && func->begin <= tp_ir_begin(ir, n) &&
        tp_ir_end(ir, n) <= func->end)
      return f;
  }
  return 0;
}

/* What tp2ph wrote for a declaration, which then stands for it. */
static bool is_written(const tp_program *p, tp_func_id f) {
  const tp_func *func = &p->funcs.at[f];
  tp_place at = tp_place_of(p, func->unit, p->decls.at[func->decl].begin);
  return func->is_tester ||
         (tp_text_starts(tp_names_text(p->names, p->decls.at[func->decl].name),
                         "tp2ph_") &&
          !tp_text_starts(tp_names_text(p->names, at.file), "tp2ph: "));
}

static bool add_declaration(const tp_ir *ir, tp_node_id n, tp_str *out) {
  tp_func_id f = function_around(ir, n);
  if (!f || !is_written(ir->p, f))
    return false;
  tp_words_declared(ir->p, f, out);
  return true;
}

void tp_words_branch(const tp_ir *ir, tp_sbranch b, tp_str *out) {
  const tp_program *p = ir->p;
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  if (add_declaration(ir, d->node, out)) {
    if (d->is_assumption && p->assumed)
      tp_str_addf(out, " (--assume %s)", tp_names_text(p->names, p->assumed));
    return;
  }
  begin(out);
  tp_str_addf(out, "%s:%u: %s is ", tp_names_text(p->names, d->file), d->line,
              tp_names_text(p->names, d->text));
  tp_branch_label(p, b, out);
}

void tp_words_node(const tp_ir *ir, tp_node_id n, tp_str *out) {
  const tp_program *p = ir->p;
  if (add_declaration(ir, n, out))
    return;
  tp_unit_id unit = tp_node_unit(p, n);
  uint32_t from = tp_ir_begin(ir, n);
  tp_place at = tp_place_of(p, unit, from);
  tp_str text = {0};
  tp_place_text(p, unit, from, tp_ir_end(ir, n), &text);
  if (text.n && text.at[text.n - 1] == ';')
    text.at[--text.n] = 0;
  begin(out);
  tp_str_addf(out, "%s:%u: ", tp_names_text(p->names, at.file), at.line);
  if (text.n > MAX_TEXT)
    tp_str_addf(out, "%.*s ..", (int)MAX_TEXT, tp_str_text(&text));
  else /* empty: it was written for --check, --limits or --criterion mcdc */
    tp_str_add(out, text.n ? text.at : "what tp2ph notes there");
  tp_str_free(&text);
}

void tp_words_fact(const tp_ir *ir, tp_node_id n, const char *fact,
                   tp_str *out) {
  const tp_program *p = ir->p;
  tp_place at = tp_place_of(p, tp_node_unit(p, n), tp_ir_begin(ir, n));
  begin(out);
  tp_str_addf(out, "%s:%u: in each turn %s", tp_names_text(p->names, at.file),
              at.line, fact);
}

void tp_words_ways(const tp_program *p, tp_func_id f, tp_str *out) {
  begin(out);
  if (f)
    tp_str_addf(out, "all calls of %s",
                tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name));
  else
    tp_str_add(out, "the ways that lead here");
}

void tp_words_turns(tp_str *out) {
  begin(out);
  tp_str_add(out, "what holds in each turn of the loop");
}

void tp_words_limits(const tp_program *p, uint32_t id, tp_str *out) {
  const tp_site *site = &p->sites.at[id];
  const char *name = tp_site_name(p, site);
  begin(out);
  tp_str_addf(out, "%s:%u: %s in %s", tp_names_text(p->names, site->file),
              site->line, name ? name : "the input",
              tp_names_text(p->names, p->limits.at[site->limits].text));
}

void tp_words_assumption(const tp_program *p, uint32_t site, tp_str *out) {
  const tp_site *s = &p->sites.at[site];
  begin(out);
  tp_str_addf(out, "%s:%u: the assumption holds",
              tp_names_text(p->names, s->file), s->line);
}

static void add_declared(const tp_program *p, tp_func_id f, tp_str *out) {
  const tp_func *func = &p->funcs.at[f];
  tp_place at = tp_place_of(p, func->unit, p->decls.at[func->decl].begin);
  tp_str_addf(out, "%s:%u: ", tp_names_text(p->names, at.file), at.line);
  if (func->is_tester)
    tp_str_addf(out, "%s ",
                tp_names_text(p->names, p->decls.at[func->decl].name));
  tp_str_add(out, "as it is declared");
}

static bool is_said(const tp_program *p, tp_func_id f, const tp_str *out) {
  tp_str text = {0};
  add_declared(p, f, &text);
  bool is = strstr(tp_str_text(out), text.at);
  tp_str_free(&text);
  return is;
}

void tp_words_declared(const tp_program *p, tp_func_id f, tp_str *out) {
  if (is_said(p, f, out))
    return;
  begin(out);
  add_declared(p, f, out);
}

void tp_words_promises(const tp_program *p, bool is_all, tp_str *out) {
  tp_vec_u32 rest = {0};
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    bool is_meant =
        p->funcs.at[f].is_promised || (is_all && p->funcs.at[f].is_tester);
    if (is_meant && !is_said(p, f, out))
      VEC_PUSH(&rest, f);
  }
  uint32_t named = rest.n > MAX_PROMISES ? 1 : rest.n;
  for (uint32_t i = 0; i < named; i++)
    tp_words_declared(p, rest.at[i], out);
  if (named < rest.n)
    tp_str_addf(out, ", and %u others of this file", rest.n - named);
  VEC_FREE(&rest);
}
