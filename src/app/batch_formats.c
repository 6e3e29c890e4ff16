/* SPDX-License-Identifier: GPL-3.0-or-later */
/* junit.xml and index.html of a batch: one row for each program. */
#include "app/batch.h"

#include "report/html.h"
#include "report/xml.h"

/* ---- junit.xml ----------------------------------------------------------- */

/* NULL: it passes. What is not known is an error, what is wrong a failure. */
static const char *trouble_of(const tp_batch_program *p) {
  bool is_done = p->state == TP_BATCH_ENDED && p->status == TP_OK;
  const tp_batch_counts *c = &p->counts;
  bool has_findings =
      c->is_known && (c->findings || c->violated || c->reached < c->bins);
  if (is_done)
    return NULL;
  return has_findings && p->counts.unknown == 0 && p->status == TP_INCOMPLETE
             ? "failure"
             : "error";
}

static void add_case(tp_str *out, const tp_batch_program *p) {
  const tp_batch_counts *c = &p->counts;
  const char *trouble = trouble_of(p);
  tp_str_add(out, "    <testcase classname=\"batch\" name=\"");
  tp_add_xml(out, p->name);
  tp_str_addf(out, "\" time=\"%.3f\"", c->seconds);
  if (!trouble) {
    tp_str_add(out, "/>\n");
    return;
  }
  tp_str_addf(out, ">\n      <%s message=\"%s", trouble,
              tp_batch_status_name(p));
  if (c->is_known)
    tp_str_addf(out,
                ": %u of %u branches unknown, %u findings, %u of %u bins "
                "reached, %u of %u rules violated",
                c->unknown, c->branches, c->findings, c->reached, c->bins,
                c->violated, c->rules);
  tp_str_add(out, "\">");
  tp_add_xml(out, p->message ? p->message : "");
  tp_str_addf(out, "</%s>\n    </testcase>\n", trouble);
}

void tp_batch_junit(const tp_batch *batch, tp_str *out) {
  uint32_t n = 0, failures = 0, errors = 0;
  tp_str cases = {0};
  for (uint32_t i = 0; i < batch->programs.n; i++) {
    const tp_batch_program *p = &batch->programs.at[i];
    if (p->is_elsewhere)
      continue;
    const char *trouble = trouble_of(p);
    n++;
    failures += trouble && strcmp(trouble, "failure") == 0;
    errors += trouble && strcmp(trouble, "error") == 0;
    add_case(&cases, p);
  }
  tp_str_addf(out,
              "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
              "<testsuites name=\"tp2ph %s\" time=\"%.3f\">\n"
              "  <testsuite name=\"programs\" tests=\"%u\" failures=\"%u\" "
              "errors=\"%u\" skipped=\"0\" time=\"%.3f\">\n%s  </testsuite>\n"
              "</testsuites>\n",
              TP2PH_VERSION, batch->seconds, n, failures, errors,
              batch->seconds, tp_str_text(&cases));
  tp_str_free(&cases);
}

/* ---- index.html ---------------------------------------------------------- */

static void add_cell(tp_str *out, bool is_known, uint32_t n) {
  if (is_known)
    tp_str_addf(out, "<td class=\"n\">%u</td>", n);
  else
    tp_str_add(out, "<td class=\"n soft\">–</td>");
}

static void add_share(tp_str *out, uint32_t part, uint32_t all) {
  tp_str_add(out, "<td class=\"n\">");
  tp_batch_add_share(out, part, all);
  tp_str_add(out, "</td>");
}

static void add_bar(tp_str *out, const tp_batch_counts *c) {
  double all = c->branches ? c->branches : 1;
  tp_str_addf(out,
              "<td style=\"width:160px\"><div class=\"stack\"><i class=\"bgc\" "
              "style=\"width:%.1f%%\"></i><i class=\"bgi\" "
              "style=\"width:%.1f%%\"></i><i class=\"bgu\" "
              "style=\"width:%.1f%%\"></i></div></td>",
              100 * c->covered / all, 100 * c->infeasible / all,
              100 * c->unknown / all);
}

static void add_row(tp_str *out, const tp_batch_program *p) {
  const tp_batch_counts *c = &p->counts;
  const char *trouble = trouble_of(p);
  tp_str_add(out, "<tr><td>");
  if (c->is_known) /* names are harmless in addresses: tp_batch_name */
    tp_str_addf(out, "<a href=\"%s/index.html\">", p->name);
  tp_add_xml(out, p->name);
  tp_str_addf(out, "%s</td><td><span class=\"pill %s\">%s</span></td>",
              c->is_known ? "</a>" : "",
              !trouble                          ? "c"
              : strcmp(trouble, "failure") == 0 ? "bad"
                                                : "u",
              tp_batch_status_name(p));
  const uint32_t numbers[] = {c->branches, c->covered, c->infeasible,
                              c->unknown, c->findings};
  for (int i = 0; i < 5; i++)
    add_cell(out, c->is_known, numbers[i]);
  add_share(out, c->reached, c->bins);
  add_share(out, c->violated, c->rules);
  add_cell(out, c->is_known, c->tests);
  tp_str_addf(out, "<td class=\"n\">%.2f</td>", c->seconds);
  add_bar(out, c);
  tp_str_add(out, "<td>");
  tp_add_xml(out, p->message && !c->is_known ? p->message : "");
  tp_str_add(out, "</td></tr>\n");
}

static void add_rows(const tp_batch *batch, tp_str *out) {
  for (uint32_t i = 0; i < batch->programs.n; i++)
    if (!batch->programs.at[i].is_elsewhere)
      add_row(out, &batch->programs.at[i]);
}

void tp_batch_html(const tp_batch *batch, tp_str *out) {
  const char *at = tp_html_batch;
  for (const char *mark; (mark = strstr(at, "<!--"));
       at = strstr(mark, "-->") + 3) {
    tp_str_addn(out, at, (size_t)(mark - at));
    if (tp_text_starts(mark, "<!--style"))
      tp_str_add(out, tp_html_style);
    else if (tp_text_starts(mark, "<!--rows"))
      add_rows(batch, out);
  }
  tp_str_add(out, at);
}
