/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The overview: a node for each function that is entered, an edge for each
 * pair of caller and callee, from left to right. A function leads to its page
 * in index.html. */
#include "report/map_overview.h"

#include "report/audit.h"
#include "report/map_view.h"
#include "report/xml.h"

#include "base/map.h"

typedef struct sums {
  uint32_t by_verdict[4], total;
} sums;

static sums *add_up(const tp_map_source *source) {
  const tp_program *p = source->program;
  sums *of = TP_NEW_ARRAY(sums, p->funcs.n + 1);
  for (tp_decision_id i = 1; i < p->decisions.n; i++) {
    const tp_decision *d = &p->decisions.at[i];
    for (uint32_t k = 0; k < d->n && !d->is_constant; k++) {
      uint8_t verdict = source->verdicts ? source->verdicts[d->first + k] : 0;
      of[d->func].by_verdict[verdict]++;
      of[d->func].total++;
    }
  }
  return of;
}

static void add_function(tp_str *out, const tp_map_source *source,
                         const tp_page *page, uint32_t number, const sums *s) {
  static const char *const looks[] = {
      "fillcolor=\"#ffffff\", color=\"#57606a\"",
      "fillcolor=\"#d3f0dc\", color=\"#1a7f45\"",
      "fillcolor=\"#dfe5ee\", color=\"#6e7f99\"",
      "fillcolor=\"#ffe6b3\", color=\"#b7791f\""};
  const char *name = tp_map_func_name(source->program, page->func);
  int look = s->by_verdict[TP_MAP_UNKNOWN]      ? TP_MAP_UNKNOWN
             : s->by_verdict[TP_MAP_INFEASIBLE] ? TP_MAP_INFEASIBLE
             : s->by_verdict[TP_MAP_COVERED]    ? TP_MAP_COVERED
                                                : TP_MAP_NONE;
  tp_str_addf(out, "  f%u [%s", number, looks[look]);
  if (source->verdicts) {
    tp_str_add(out, ", URL=\"index.html#map/@");
    tp_add_xml(out, name);
    tp_str_add(out, "\"");
  }
  tp_str_add(out, ", label=<<b>");
  tp_add_xml(out, name);
  tp_str_add(out, "</b><br/><font point-size=\"9\" color=\"#6e7781\">");
  if (s->total && source->verdicts)
    tp_str_addf(out, "%u of ", s->by_verdict[TP_MAP_COVERED]);
  tp_str_addf(out, "%u branches", s->total);
  if (s->by_verdict[TP_MAP_INFEASIBLE])
    tp_str_addf(out, ", %u dead", s->by_verdict[TP_MAP_INFEASIBLE]);
  tp_str_add(out, "</font>>];\n");
}

/* For each different callee of a page. */
static void each_call(const tp_pages *pages,
                      void (*tell)(void *state, uint32_t from, uint32_t to),
                      void *state) {
  tp_map page_of = {0}, seen = {0};
  bool is_new;
  for (uint32_t i = 0; i < pages->n; i++)
    *tp_map_put(&page_of, pages->at[i].func, &is_new) = i;
  for (uint32_t i = 0; i < pages->n; i++)
    for (uint32_t k = 0; k < pages->at[i].nodes.n; k++) {
      const tp_page_node *node = &pages->at[i].nodes.at[k];
      const uint32_t *to = tp_map_get(&page_of, node->func);
      if (node->kind != TP_PAGE_CALL || !to)
        continue;
      tp_map_put(&seen, (uint64_t)i << 32 | *to, &is_new);
      if (is_new)
        tell(state, i, *to);
    }
  tp_map_free(&page_of);
  tp_map_free(&seen);
}

static void add_call(void *out, uint32_t from, uint32_t to) {
  tp_str_addf(out, "  f%u -> f%u;\n", from, to);
}

static void count_call(void *n, uint32_t from, uint32_t to) {
  (void)from;
  (void)to;
  ++*(uint32_t *)n;
}

uint32_t tp_map_overview_calls(const tp_pages *pages) {
  uint32_t n = 0;
  each_call(pages, count_call, &n);
  return n;
}

/* ---- bins ---------------------------------------------------------------- */

#define MAX_BINS 64 /* that are drawn */

static void add_bin(tp_str *out, const tp_map_source *source, uint32_t number) {
  static const char *const looks[] = {
      "color=\"#57606a\"", "fillcolor=\"#d3f0dc\", color=\"#1a7f45\"",
      "style=\"filled,dashed\", fillcolor=\"#dfe5ee\", color=\"#6e7f99\"",
      "fillcolor=\"#ffe6b3\", color=\"#b7791f\""};
  const tp_bin *bin = &source->program->bins.at[number];
  tp_str name = {0};
  tp_audit_bin_name(source->program, bin, &name);
  tp_str_addf(out, "  b%u [shape=ellipse, style=filled, %s, label=<", number,
              looks[source->verdicts ? source->verdicts[bin->branch] : 0]);
  tp_add_xml(out, name.at);
  tp_str_add(out, ">];\n");
  tp_str_free(&name);
}

/* Only what a function on some page sets; a dead candidate is none. */
static void add_end(tp_str *out, const tp_map_source *source,
                    const tp_pages *pages, uint32_t number) {
  const tp_bin *bin = &source->program->bins.at[number];
  tp_vec_u32 setters = {0};
  bool is_drawn = false;
  uint8_t verdict = source->verdicts ? source->verdicts[bin->branch] : 0;
  if (!bin->is_row && !(bin->is_candidate && verdict != TP_MAP_COVERED))
    tp_audit_setters(source->program, bin, &setters);
  for (uint32_t i = 0; i < setters.n; i++)
    for (uint32_t k = 0; k < pages->n; k++) {
      if (pages->at[k].func != setters.at[i])
        continue;
      if (!is_drawn)
        add_bin(out, source, number);
      is_drawn = true;
      tp_str_addf(out, "  f%u -> b%u;\n", k, number);
    }
  VEC_FREE(&setters);
}

static void add_ends(tp_str *out, const tp_map_source *source,
                     const tp_pages *pages) {
  uint32_t n = source->program->bins.n;
  for (uint32_t i = 0; i < n && n <= MAX_BINS; i++)
    add_end(out, source, pages, i);
}

void tp_map_overview_dot(tp_str *out, const tp_map_source *source,
                         const tp_pages *pages) {
  sums *of = add_up(source);
  tp_str_add(out,
             "digraph map {\n"
             "  rankdir=LR; bgcolor=\"#ffffff\"; nodesep=0.15; ranksep=1.2; "
             "pad=0.25;\n"
             "  node [shape=box, style=\"rounded,filled\", penwidth=1.3, "
             "fontname=\"Helvetica\", fontsize=11, fontcolor=\"#1f2328\", "
             "margin=\"0.14,0.06\", height=0.3];\n"
             "  edge [arrowsize=0.7, color=\"#57606a\"];\n");
  for (uint32_t i = 0; i < pages->n; i++)
    add_function(out, source, &pages->at[i], i, &of[pages->at[i].func]);
  each_call(pages, add_call, out);
  add_ends(out, source, pages);
  tp_str_add(out, "}\n");
  tp_free(of);
}
