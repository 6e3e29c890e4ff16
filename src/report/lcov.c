/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lcov.info and lcov-all.info: the tracefile that lcov and genhtml read.
 *
 * A decision is a block of its line, its sides are the branches; taken says how
 * many tests of the suite take it. lcov.info leaves out what is proved
 * infeasible: its percentage says how much of what can be covered is.
 */
#include "report/by_file.h"
#include "report/report.h"

#include <inttypes.h>

typedef struct writer {
  const tp_result *r;
  tp_str *out;
  const uint32_t *takers;
  bool with_infeasible;
} writer;

static void add_functions(writer *w, const tp_by_file *file) {
  uint32_t hit = 0;
  for (uint32_t i = 0; i < file->functions.n; i++) {
    const tp_result_line *f = &w->r->lines.at[file->functions.at[i]];
    tp_str_addf(w->out, "FN:%u,%s\n", f->line, f->function);
  }
  for (uint32_t i = 0; i < file->functions.n; i++) {
    const tp_result_line *f = &w->r->lines.at[file->functions.at[i]];
    tp_str_addf(w->out, "FNDA:%" PRIu64 ",%s\n", f->hits, f->function);
    hit += f->hits > 0;
  }
  tp_str_addf(w->out, "FNF:%u\nFNH:%u\n", file->functions.n, hit);
}

static bool is_listed(const writer *w, tp_sbranch b) {
  return tp_result_is_counted(w->r, b) &&
         (w->with_infeasible ||
          w->r->verdicts.at[b].kind != TP_VERDICT_INFEASIBLE);
}

static void add_branches(writer *w, const tp_by_file *file) {
  uint32_t found = 0, hit = 0;
  for (uint32_t i = 0; i < file->lines.n; i++) {
    const tp_by_line *line = &file->lines.at[i];
    for (uint32_t k = 0; k < line->n; k++) {
      tp_decision_id id = file->decisions.at[line->first + k];
      const tp_decision *d = &w->r->program->decisions.at[id];
      for (uint32_t side = 0; side < d->n; side++) {
        tp_sbranch b = d->first + side;
        if (!is_listed(w, b))
          continue;
        tp_str_addf(w->out, "BRDA:%u,%u,%u,%u\n", line->line, k, side,
                    w->takers[b]);
        found++;
        hit += w->takers[b] > 0;
      }
    }
  }
  tp_str_addf(w->out, "BRF:%u\nBRH:%u\n", found, hit);
}

/* What gcov does not call code is none, though a condition may begin there. */
static void add_lines(writer *w, const tp_by_file *file) {
  uint32_t found = 0, hit = 0;
  for (uint32_t i = 0; i < file->lines.n; i++) {
    const tp_by_line *line = &file->lines.at[i];
    if (file->is_counted && !line->is_counted)
      continue;
    tp_str_addf(w->out, "DA:%u,%" PRIu64 "\n", line->line, line->hits);
    found++;
    hit += line->hits > 0;
  }
  tp_str_addf(w->out, "LF:%u\nLH:%u\n", found, hit);
}

static void write(const tp_result *r, bool with_infeasible, tp_str *out) {
  tp_by_files files;
  uint32_t *takers = tp_count_takers(r);
  writer w = {r, out, takers, with_infeasible};
  tp_by_files_init(&files, r);
  for (uint32_t i = 0; i < files.n; i++) {
    tp_str_add(out, "TN:tp2ph\nSF:");
    tp_add_absolute(out, r, files.at[i].name);
    tp_str_addc(out, '\n');
    add_functions(&w, &files.at[i]);
    add_branches(&w, &files.at[i]);
    add_lines(&w, &files.at[i]);
    tp_str_add(out, "end_of_record\n");
  }
  tp_by_files_free(&files);
  tp_free(takers);
}

void tp_report_lcov(const tp_result *r, tp_str *out) {
  write(r, false, out);
}

void tp_report_lcov_all(const tp_result *r, tp_str *out) {
  write(r, true, out);
}
