/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps: DOT, JSON and SVG of graphs made by hand. */
#include "check.h"

#include "report/map.h"
#include "report/map_pages.h"

#include <stdlib.h>

static tp_name name(tp_program *p, const char *text) {
  return tp_names_id(p->names, text, strlen(text));
}

static tp_func_id add_function(tp_program *p, const char *text) {
  VEC_PUSH(&p->decls, (tp_decl){.kind = TP_D_FUNCTION, .name = name(p, text)});
  VEC_PUSH(&p->funcs, (tp_func){.decl = p->decls.n - 1});
  return p->funcs.n - 1;
}

static tp_decision_id add_decision(tp_program *p, const char *text,
                                   tp_func_id f) {
  tp_decision d = {.func = f, .first = p->branches.n, .n = 2};
  d.file = name(p, "dir/limit.c");
  d.line = p->decisions.n;
  d.text = name(p, text);
  VEC_PUSH(&p->decisions, d);
  for (int i = 0; i < 2; i++)
    VEC_PUSH(&p->branches, (tp_source_branch){.decision = p->decisions.n - 1});
  return p->decisions.n - 1;
}

static tp_gnode add_node(tp_graph *g, const tp_program *p, tp_decision_id d,
                         uint32_t context) {
  tp_gnode v = tp_graph_add(g, TP_G_DECISION, d, 2);
  g->nodes.at[v].context = context;
  for (uint32_t i = 0; i < 2; i++)
    g->edges.at[g->nodes.at[v].first + i].goal = p->decisions.at[d].first + i;
  return v;
}

static void lead_both(tp_graph *g, tp_gnode v, tp_gnode t, tp_gnode f) {
  tp_graph_lead(g, g->nodes.at[v].first, t);
  tp_graph_lead(g, g->nodes.at[v].first + 1, f);
}

/* main tests twice through check(), then has a condition of its own. */
static tp_graph *small(tp_program *p) {
  tp_func_id check = add_function(p, "check"), start = add_function(p, "main");
  tp_decision_id one = add_decision(p, "v < \"lo\" && a & b", check);
  tp_decision_id two = add_decision(p, "status != PASS", start);
  p->entry = start;
  VEC_PUSH(&p->sites, (tp_site){.file = name(p, "dir/limit.c"), .line = 31});
  VEC_PUSH(&p->sites, (tp_site){.file = name(p, "dir/limit.c"), .line = 32});
  tp_graph *g = tp_graph_new();
  g->contexts.at[0].func = start;
  VEC_PUSH(&g->contexts, (tp_graph_context){0, 1, check});
  VEC_PUSH(&g->contexts, (tp_graph_context){0, 2, check});
  g->n_goals = p->branches.n;
  tp_graph_add(g, TP_G_ENTRY, 0, 1);
  tp_gnode a = add_node(g, p, one, 1), b = add_node(g, p, one, 2);
  tp_gnode c = add_node(g, p, two, 0), end = tp_graph_add(g, TP_G_EXIT, 0, 0);
  g->nodes.at[c].is_path_dependent = 1;
  tp_graph_lead(g, 0, a);
  lead_both(g, a, b, c);
  lead_both(g, b, c, c);
  lead_both(g, c, end, end);
  tp_graph_freeze(g);
  return g;
}

static bool has(const tp_str *text, const char *part) {
  return strstr(tp_str_text(text), part) != NULL;
}

TEST(map_dot_tells_conditions_places_and_sides) {
  tp_program *p = tp_program_new();
  tp_graph *g = small(p);
  uint8_t verdicts[4] = {TP_MAP_COVERED, TP_MAP_COVERED, TP_MAP_INFEASIBLE,
                         TP_MAP_COVERED};
  tp_map_source source = {g, p, verdicts};
  tp_str dot = {0};
  tp_map_dot(&dot, &source);
  CHECK(has(&dot, "v &lt; &quot;lo&quot; &amp;&amp; a &amp; b"));
  CHECK(has(&dot, "limit.c:1</font>"));
  CHECK(has(&dot, "label=< T >"));
  CHECK(has(&dot, "cluster_2"));
  CHECK(has(&dot, "from line 32"));
  CHECK(has(&dot, "dashed"));
  CHECK(has(&dot, "style=dotted"));
  CHECK(!has(&dot, "<b>v < "));
  tp_str_free(&dot);
  tp_graph_free(g);
  tp_program_free(p);
}

TEST(map_json_has_every_node_and_edge) {
  tp_program *p = tp_program_new();
  tp_graph *g = small(p);
  tp_map_source source = {g, p, NULL};
  tp_str json = {0};
  tp_map_json(&json, &source);
  CHECK(has(&json, "\"text\": \"v < \\\"lo\\\" && a & b\""));
  CHECK(has(&json, "\"path_dependent\": true"));
  CHECK(has(&json, "\"function\": \"check\""));
  CHECK(has(&json, "\"side\": \"F\""));
  CHECK(!has(&json, "verdict"));
  tp_str_free(&json);
  tp_graph_free(g);
  tp_program_free(p);
}

TEST(map_svg_is_drawn) {
  tp_program *p = tp_program_new();
  tp_graph *g = small(p);
  tp_map_source source = {g, p, NULL};
  tp_map_level level;
  tp_diag diag = {0};
  tp_str svg = {0};
  CHECK_EQ(tp_map_svg(&svg, &source, &level, 60, &diag), 0);
  CHECK_EQ(level, TP_MAP_FULL);
  CHECK(has(&svg, "<svg"));
  CHECK(has(&svg, "status != PASS"));
  CHECK(has(&svg, "</svg>"));
  tp_str_free(&svg);
  tp_diag_free(&diag);
  tp_graph_free(g);
  tp_program_free(p);
}

/* `copies` chains of `n` conditions each, over `funcs` functions. */
static tp_graph *chain(tp_program *p, uint32_t n, uint32_t copies,
                       uint32_t funcs) {
  tp_graph *g = tp_graph_new();
  char text[32];
  for (uint32_t i = 0; i < funcs; i++) {
    snprintf(text, sizeof text, "f%u", i);
    add_function(p, text);
  }
  p->entry = 1;
  g->contexts.at[0].func = 1;
  for (uint32_t i = 1; i < funcs; i++)
    VEC_PUSH(&g->contexts, (tp_graph_context){0, 0, 1 + i});
  for (uint32_t i = 0; i < n; i++) {
    snprintf(text, sizeof text, "x%u > %u", i, i % 7);
    add_decision(p, text, 1 + i % funcs);
  }
  g->n_goals = p->branches.n;
  tp_graph_add(g, TP_G_ENTRY, 0, 1);
  tp_graph_lead(g, 0, 1);
  for (uint32_t i = 0; i < n * copies; i++) {
    tp_gnode v = add_node(g, p, 1 + i % n, i % n % funcs);
    lead_both(g, v, v + 1, i % 3 || i + 2 >= n * copies ? v + 1 : v + 2);
  }
  tp_graph_add(g, TP_G_EXIT, 0, 0);
  tp_graph_freeze(g);
  return g;
}

static tp_map_level level_of(uint32_t n, uint32_t copies, uint32_t funcs) {
  tp_program *p = tp_program_new();
  tp_graph *g = chain(p, n, copies, funcs);
  tp_map_source source = {g, p, NULL};
  tp_map_level level = TP_MAP_TOO_BIG;
  tp_diag diag = {0};
  tp_str svg = {0};
  CHECK_EQ(tp_map_svg(&svg, &source, &level, 60, &diag), 0);
  CHECK(has(&svg, "</svg>"));
  tp_str_free(&svg);
  tp_diag_free(&diag);
  tp_graph_free(g);
  tp_program_free(p);
  return level;
}

TEST(map_pages_have_each_branch_on_the_page_of_its_function) {
  tp_program *p = tp_program_new();
  tp_graph *g = chain(p, 30, 4, 3);
  tp_pages pages;
  uint32_t *seen = TP_NEW_ARRAY(uint32_t, p->branches.n);
  tp_pages_init(&pages, g, p);
  CHECK_EQ(pages.n, 3);
  for (uint32_t i = 0; i < pages.n; i++)
    for (uint32_t k = 0; k < pages.at[i].edges.n; k++) {
      const tp_page_edge *e = &pages.at[i].edges.at[k];
      const tp_page_node *from = &pages.at[i].nodes.at[e->from];
      if (e->branch == TP_NO_GOAL)
        continue;
      CHECK_EQ(from->kind, TP_PAGE_DECISION);
      CHECK_EQ(from->ref, p->branches.at[e->branch].decision);
      CHECK_EQ(p->decisions.at[from->ref].func, pages.at[i].func);
      seen[e->branch]++;
    }
  for (tp_sbranch b = 0; b < p->branches.n; b++)
    CHECK(seen[b] > 0);
  tp_free(seen);
  tp_pages_free(&pages);
  tp_graph_free(g);
  tp_program_free(p);
}

TEST(map_svg_of_a_big_graph_shows_less) {
  CHECK_EQ(level_of(60, 1, 3), TP_MAP_FULL);
  CHECK_EQ(level_of(300, 10, 3), TP_MAP_FUNCTIONS);
  CHECK_EQ(level_of(300, 10, 1), TP_MAP_CONDITIONS);
  CHECK_EQ(level_of(3000, 2, 40), TP_MAP_FUNCTIONS);
  CHECK_EQ(level_of(9000, 1, 4000), TP_MAP_TOO_BIG);
}
