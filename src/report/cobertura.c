/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cobertura.xml: lines and branches by file. As in lcov.info, what is proved
 * infeasible is in no count: a rate of 1 means that nothing is left. */
#include "report/by_file.h"
#include "report/report.h"
#include "report/xml.h"

#include <inttypes.h>
#include <time.h>

typedef struct counts {
  uint32_t lines, lines_hit, branches, branches_hit;
} counts;

static void count_line(counts *c, const tp_result *r, const tp_by_file *file,
                       const tp_by_line *line) {
  c->lines++;
  c->lines_hit += line->hits > 0;
  for (uint32_t k = 0; k < line->n; k++) {
    tp_decision_id id = file->decisions.at[line->first + k];
    const tp_decision *d = &r->program->decisions.at[id];
    for (tp_sbranch b = d->first; b < d->first + d->n; b++) {
      uint8_t kind = r->verdicts.at[b].kind;
      bool is_in = tp_result_is_counted(r, b) && kind != TP_VERDICT_INFEASIBLE;
      c->branches += is_in;
      c->branches_hit += is_in && kind == TP_VERDICT_COVERED;
    }
  }
}

static counts count_file(const tp_result *r, const tp_by_file *file) {
  counts c = {0};
  for (uint32_t i = 0; i < file->lines.n; i++)
    count_line(&c, r, file, &file->lines.at[i]);
  return c;
}

static double rate(uint32_t hit, uint32_t all) {
  return all ? (double)hit / all : 1.0;
}

static void add_rates(tp_str *out, const counts *c) {
  tp_str_addf(out, "line-rate=\"%.4f\" branch-rate=\"%.4f\"",
              rate(c->lines_hit, c->lines), rate(c->branches_hit, c->branches));
}

static void add_line(tp_str *out, const tp_result *r, const tp_by_file *file,
                     const tp_by_line *line) {
  counts c = {0};
  count_line(&c, r, file, line);
  tp_str_addf(out, "<line number=\"%u\" hits=\"%" PRIu64 "\" branch=\"%s\"",
              line->line, line->hits, c.branches ? "true" : "false");
  if (c.branches)
    tp_str_addf(out, " condition-coverage=\"%u%% (%u/%u)\"",
                c.branches_hit * 100 / c.branches, c.branches_hit, c.branches);
  tp_str_add(out, "/>\n");
}

static uint64_t created_seconds(const tp_result *r) {
  struct tm tm = {0};
  if (!r->created || !strptime(r->created, "%Y-%m-%dT%H:%M:%SZ", &tm))
    return 0;
  return (uint64_t)timegm(&tm);
}

static const char *relative(const char *file) {
  return file[0] == '.' && file[1] == '/' ? file + 2 : file;
}

static void add_class(tp_str *out, const tp_result *r, const tp_by_file *file) {
  counts c = count_file(r, file);
  const char *slash = strrchr(file->name, '/');
  tp_str_add(out, "<class name=\"");
  tp_add_xml(out, slash ? slash + 1 : file->name);
  tp_str_add(out, "\" filename=\"");
  tp_add_xml(out, relative(file->name));
  tp_str_add(out, "\" ");
  add_rates(out, &c);
  tp_str_add(out, " complexity=\"0\">\n<methods/>\n<lines>\n");
  for (uint32_t i = 0; i < file->lines.n; i++)
    add_line(out, r, file, &file->lines.at[i]);
  tp_str_add(out, "</lines>\n</class>\n");
}

static counts count_all(const tp_result *r, const tp_by_files *files) {
  counts all = {0};
  for (uint32_t i = 0; i < files->n; i++) {
    counts c = count_file(r, &files->at[i]);
    all.lines += c.lines;
    all.lines_hit += c.lines_hit;
    all.branches += c.branches;
    all.branches_hit += c.branches_hit;
  }
  return all;
}

void tp_report_cobertura(const tp_result *r, tp_str *out) {
  tp_by_files files;
  tp_by_files_init(&files, r);
  counts all = count_all(r, &files);
  tp_str_add(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                  "<!DOCTYPE coverage SYSTEM "
                  "\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n"
                  "<coverage ");
  add_rates(out, &all);
  tp_str_addf(out,
              " lines-covered=\"%u\" lines-valid=\"%u\" branches-covered="
              "\"%u\" branches-valid=\"%u\" complexity=\"0\" "
              "version=\"tp2ph %s\" timestamp=\"%" PRIu64 "\">\n<sources>\n"
              "<source>",
              all.lines_hit, all.lines, all.branches_hit, all.branches,
              r->version, created_seconds(r));
  tp_add_xml(out, r->cwd ? r->cwd : ".");
  tp_str_add(out, "</source>\n</sources>\n<packages>\n<package name=\"\" ");
  add_rates(out, &all);
  tp_str_add(out, " complexity=\"0\">\n<classes>\n");
  for (uint32_t i = 0; i < files.n; i++)
    add_class(out, r, &files.at[i]);
  tp_str_add(out, "</classes>\n</package>\n</packages>\n</coverage>\n");
  tp_by_files_free(&files);
}
