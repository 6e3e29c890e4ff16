/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A typed program in, instrumented text and its plan out. Each function of the
 * user is walked once; its edits go into the list of its unit. */
#include "instr/instr.h"
#include "instr/work.h"

#include <ctype.h>

/* ---- the beginning of a function ----------------------------------------- */

/* Behind gcc's local labels, which must come first in a block. */
static uint32_t first_statement(const tp_writer *w, const tp_node *body) {
  static const char word[] = "__label__";
  uint32_t at = body->begin + (w->text[body->begin] == '<' ? 2 : 1); /* <% */
  for (uint32_t i = at; i < body->end; i++) {
    if (isspace((unsigned char)w->text[i]))
      continue;
    if (i + sizeof word > body->end ||
        memcmp(w->text + i, word, sizeof word - 1) != 0)
      break;
    while (i + 1 < body->end && w->text[i] != ';')
      i++;
    at = i + 1;
  }
  return at;
}

static void say_entry(tp_writer *w, tp_func_id f, tp_str *out) {
  const tp_func *func = &w->p->funcs.at[f];
  uint32_t n = w->plan->funcs.at[f].n_params;
  tp_str_addf(out, "__tp2ph_e%c(%u", n > 2 ? 'n' : (char)('0' + n), f);
  tp_str_add(out, n > 2 ? ",(const void*[]){" : "");
  for (uint32_t i = 0; i < n; i++) {
    const tp_decl *d = &w->p->decls.at[func->params.at[i]];
    tp_str_addf(out, "%s&%s", n > 2 && i == 0 ? "" : ",",
                tp_names_text(w->p->names, d->name));
  }
  tp_str_add(out, n > 2 ? "});" : ");");
}

/* Parameters that hold arrays. */
static void say_owned(tp_writer *w, const tp_func *func, tp_str *out) {
  for (uint32_t i = 0; i < func->params.n; i++) {
    const tp_decl *d = &w->p->decls.at[func->params.at[i]];
    const char *name = tp_names_text(w->p->names, d->name);
    if (tp_w_has_elements(w, func->params.at[i]))
      tp_str_addf(out, "__tp2ph_own(&%s,sizeof %s);", name, name);
  }
}

/* For the story of a run: which function of the tester, with what. */
static void say_call(const tp_writer *w, tp_func_id f, tp_str *out) {
  const tp_func *func = &w->p->funcs.at[f];
  tp_str_addf(out, "__tp2ph_record_call(%u);", f);
  for (uint32_t i = 0; i < func->params.n; i++) {
    const tp_decl *d = &w->p->decls.at[func->params.at[i]];
    const char *name = tp_names_text(w->p->names, d->name);
    tp_told told = tp_type_told(&w->p->types, d->type);
    if (told == TP_TOLD_NUMBER)
      tp_str_addf(out, "__tp2ph_record_number(&%s,sizeof %s);", name, name);
    else if (told == TP_TOLD_TEXT)
      tp_str_addf(out, "__tp2ph_record_text(%s);", name);
  }
}

static void drop_register_params(tp_writer *w, const tp_func *func) {
  bool has_register = false;
  for (uint32_t i = 0; i < func->params.n; i++)
    has_register |= w->p->decls.at[func->params.at[i]].is_register;
  if (has_register && w->taint)
    tp_w_drop_register(w, func->begin, tp_w_node(w, func->body)->begin);
}

static void write_function(tp_writer *w, tp_func_id f) {
  const tp_func *func = &w->p->funcs.at[f];
  uint32_t order = w->order++;
  tp_str top = {0};
  w->func = f;
  drop_register_params(w, func);
  tp_instr_walk(w, func->body, (tp_ask){.want = TP_WANT_STATEMENT});
  tp_temps_declare(&w->temps, &top);
  if (tp_bits_has(&w->entries, f))
    say_entry(w, f, &top);
  say_owned(w, func, &top);
  if (func->is_tester && !w->taint)
    say_call(w, f, &top);
  if (top.n)
    tp_edits_insert(&w->edits, first_statement(w, tp_w_node(w, func->body)),
                    order, top.at, top.n);
  tp_str_free(&top);
}

/* ---- units --------------------------------------------------------------- */

static void write_unit(tp_writer *w, tp_unit_id u, const tp_func_id *funcs,
                       uint32_t n, tp_str *out) {
  const tp_unit *unit = &w->p->units.at[u];
  w->text = unit->text;
  w->order = 0;
  for (uint32_t i = 0; i < n; i++)
    if (tp_instr_is_instrumented(&w->p->funcs.at[funcs[i]]))
      write_function(w, funcs[i]);
  tp_str_add(out, w->taint ? tp_instr_prototypes : tp_instr_few_prototypes);
  tp_str_addc(out, '\n');
  if (unit->size == 0 || unit->text[0] != '#')
    tp_str_addf(out, "# 1 \"%s\"\n", tp_names_text(w->p->names, unit->path));
  tp_edits_apply(&w->edits, unit->text, unit->size, out);
}

/* Functions are sorted by unit: those of u are at first[u] .. first[u+1]. */
static void write_units(tp_writer *w, tp_instr_result *out) {
  const tp_program *p = w->p;
  uint32_t *first = TP_NEW_ARRAY(uint32_t, p->units.n + 1);
  uint32_t *next = TP_NEW_ARRAY(uint32_t, p->units.n + 1);
  tp_func_id *funcs = TP_NEW_ARRAY(tp_func_id, p->funcs.n + 1);
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    first[p->funcs.at[f].unit + 1]++;
  for (uint32_t u = 0; u < p->units.n; u++)
    next[u + 1] = first[u + 1] += first[u];
  for (tp_func_id f = 1; f < p->funcs.n; f++)
    funcs[next[p->funcs.at[f].unit]++] = f;
  for (tp_unit_id u = 1; u < p->units.n; u++)
    write_unit(w, u, funcs + first[u], first[u + 1] - first[u],
               &out->units.at[u]);
  tp_free(first);
  tp_free(next);
  tp_free(funcs);
}

void tp_instr_write(tp_instr_result *out, const tp_ir *ir,
                    const tp_taint *taint, bool branches_only) {
  const tp_program *p = ir->p;
  tp_writer w = {.ir = ir,
                 .p = p,
                 .taint = branches_only ? NULL : taint,
                 .plan = &out->plan,
                 .is_clang = !ir->is_gcc};
  *out = (tp_instr_result){0};
  tp_plan_init(&out->plan);
  VEC_RESIZE(&out->units, p->units.n);
  tp_instr_mark_calls(&w);
  tp_instr_fill_tables(&w);
  out->plan.has_ranges = p->has_ranges;
  w.follows_pointers = tp_w_follows_pointers(&w);
  if (w.taint || !w.is_clang) /* clang's order is not one of what is folded */
    tp_flow_shows(&w.shows, ir);
  write_units(&w, out);
  tp_bits_free(&w.calls);
  tp_shows_free(&w.shows);
  tp_bits_free(&w.unique);
  tp_bits_free(&w.entries);
  VEC_FREE(&w.frames);
  VEC_FREE(&w.leaves);
  VEC_FREE(&w.pieces);
  VEC_FREE(&w.marks);
}

void tp_instr_free(tp_instr_result *r) {
  for (uint32_t i = 0; i < r->units.n; i++)
    tp_str_free(&r->units.at[i]);
  VEC_FREE(&r->units);
  tp_plan_free(&r->plan);
}
