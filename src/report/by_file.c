/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions and counted lines, put together by file and line. */
#include "report/by_file.h"

#include <stdlib.h>

typedef struct entry {
  const char *file;
  uint32_t line, column;
  tp_decision_id decision; /* 0: a counted line or function */
  uint32_t count;          /* in result.lines */
} entry;

typedef VEC(entry) entries;

static int by_place(const void *p, const void *q) {
  const entry *a = p, *b = q;
  int order = strcmp(a->file, b->file);
  if (order)
    return order;
  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  if (!a->decision != !b->decision)
    return a->decision ? 1 : -1;
  if (a->column != b->column)
    return a->column < b->column ? -1 : 1;
  return a->decision < b->decision ? -1 : a->decision > b->decision;
}

static bool has_counted(const tp_result *r, const tp_decision *d) {
  for (uint32_t i = 0; i < d->n; i++)
    if (tp_result_is_counted(r, d->first + i))
      return true;
  return false;
}

static void collect(entries *out, const tp_result *r) {
  const tp_program *p = r->program;
  for (tp_decision_id i = 1; i < p->decisions.n; i++) {
    const tp_decision *d = &p->decisions.at[i];
    if (has_counted(r, d))
      VEC_PUSH(out, (entry){tp_names_text(p->names, d->file), d->line,
                            d->column, i, 0});
  }
  for (uint32_t i = 0; i < r->lines.n; i++)
    VEC_PUSH(out, (entry){r->lines.at[i].file, r->lines.at[i].line, 0, 0, i});
  if (out->n)
    qsort(out->at, out->n, sizeof *out->at, by_place);
}

static bool is_taken(const tp_result *r, const tp_decision *d) {
  for (uint32_t i = 0; i < d->n; i++)
    if (r->verdicts.at[d->first + i].kind == TP_VERDICT_COVERED)
      return true;
  return false;
}

static void add(tp_by_file *file, const tp_result *r, const entry *e) {
  bool is_function = !e->decision && r->lines.at[e->count].function;
  if (is_function) {
    VEC_PUSH(&file->functions, e->count);
    return;
  }
  if (file->lines.n == 0 || VEC_LAST(&file->lines).line != e->line)
    VEC_PUSH(&file->lines,
             (tp_by_line){.line = e->line, .first = file->decisions.n});
  tp_by_line *line = &VEC_LAST(&file->lines);
  if (e->decision) {
    VEC_PUSH(&file->decisions, e->decision);
    line->n++;
    if (!line->is_counted)
      line->hits |= is_taken(r, &r->program->decisions.at[e->decision]);
  } else {
    line->is_counted = file->is_counted = true;
    line->hits = r->lines.at[e->count].hits;
  }
}

void tp_by_files_init(tp_by_files *out, const tp_result *r) {
  entries all = {0};
  *out = (tp_by_files){0};
  collect(&all, r);
  for (uint32_t i = 0; i < all.n; i++) {
    if (i == 0 || strcmp(all.at[i - 1].file, all.at[i].file) != 0)
      VEC_PUSH(out, (tp_by_file){.name = all.at[i].file});
    add(&VEC_LAST(out), r, &all.at[i]);
  }
  VEC_FREE(&all);
}

void tp_by_files_free(tp_by_files *files) {
  for (uint32_t i = 0; i < files->n; i++) {
    VEC_FREE(&files->at[i].lines);
    VEC_FREE(&files->at[i].decisions);
    VEC_FREE(&files->at[i].functions);
  }
  VEC_FREE(files);
}

uint32_t *tp_count_takers(const tp_result *r) {
  uint32_t *takers = TP_NEW_ARRAY(uint32_t, r->verdicts.n + 1);
  for (uint32_t i = 0; i < r->tests.n; i++)
    for (uint32_t k = 0; k < r->tests.at[i].n_taken; k++)
      takers[r->taken.at[r->tests.at[i].first_taken + k]]++;
  for (tp_sbranch b = 0; b < r->verdicts.n; b++)
    if (r->verdicts.at[b].kind != TP_VERDICT_COVERED)
      takers[b] = 0;
    else if (takers[b] == 0)
      takers[b] = 1;
  return takers;
}

void tp_add_absolute(tp_str *out, const tp_result *r, const char *file) {
  if (file[0] != '/' && r->cwd)
    tp_str_addf(out, "%s/", r->cwd);
  tp_str_add(out, file[0] == '.' && file[1] == '/' ? file + 2 : file);
}

void tp_add_branch(tp_str *out, const tp_result *r, tp_sbranch b) {
  const tp_program *p = r->program;
  const tp_decision *d = &p->decisions.at[p->branches.at[b].decision];
  tp_str_addf(out, "%s:%u: %s [", tp_names_text(p->names, d->file), d->line,
              tp_names_text(p->names, d->text));
  tp_branch_label(p, b, out);
  tp_str_addc(out, ']');
}
