/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seed 001, sections 3.1 to 3.3: the example of figures 1 to 3, the graph of
 * figures 4 and 5, circles, and what is cut. */
#include "check.h"

#include "unit/relevance.h"

/* "a>b b>c": functions are letters. */
static tp_call_graph graph_of(const char *text) {
  tp_call_graph g = {.n = 128};
  for (; *text; text += 3 + (text[3] == ' '))
    tp_call_graph_add(&g, (uint32_t)text[0], (uint32_t)text[2]);
  return g;
}

static void add_letters(const tp_bits *set, char *out) {
  for (uint32_t i = 0; i < set->n; i++)
    if (tp_bits_has(set, i))
      *out++ = (char)i;
  *out = '\0';
}

static const char *text_of(const tp_contexts *c) {
  static char text[512];
  char *out = text;
  for (uint32_t i = 0; i < c->at.n; i++) {
    for (uint32_t k = 0; k < c->at.at[i].n; k++)
      *out++ = (char)c->at.at[i].at[k];
    *out++ = ' ';
  }
  *out = '\0';
  return text;
}

/* m: main, a: a1, z: a2. Tests (-1,1), (1,1) and (5,1). */
static const char *const figure_1 = "m>a m>z a>b z>b b>f f>g f>h";
static const char *const tests_1[] = {"m>z z>b b>f f>g", "m>a a>b b>f f>g",
                                      "m>a a>b b>f f>g f>h"};

static void read_profiles(tp_call_graph *out, const char *const *tests,
                          uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    out[i] = graph_of(tests[i]);
}

static void free_all(tp_call_graph *at, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    tp_call_graph_free(&at[i]);
}

TEST(relevance_figures_1_to_3) {
  tp_call_graph g = graph_of(figure_1), profiles[3];
  double p[128];
  tp_bits unit;
  tp_contexts contexts;
  char text[129];
  read_profiles(profiles, tests_1, 3);
  CHECK(tp_dependency(p, &g, profiles, 3, 'f'));
  CHECK_EQ((int)(p['m'] * 100), 100);
  CHECK_EQ((int)(p['a'] * 100), 66); /* printed 0.66 */
  CHECK_EQ((int)(p['z'] * 100), 33);
  CHECK_EQ((int)(p['b'] * 100), 100);
  CHECK_EQ((int)(p['g'] * 100), 100);
  CHECK_EQ((int)(p['h'] * 100), 33);
  CHECK(p['x'] < 0);
  tp_extended_unit(&unit, &g, p, 0.7, 'f');
  add_letters(&unit, text);
  CHECK_STR(text, "fg");
  tp_calling_contexts(&contexts, &g, p, 0.7, 'f', 32);
  CHECK_STR(text_of(&contexts), "bf ");
  tp_contexts_free(&contexts);
  tp_bits_free(&unit);
  tp_call_graph_free(&g);
  free_all(profiles, 3);
}

/* Nodes n1 .. n14 are letters a .. n; f is f of the figure, '0'. */
TEST(relevance_figures_4_and_5) {
  tp_call_graph g =
      graph_of("a>e b>e e>h h>0 c>f f>i i>0 d>g g>0 0>l 0>k l>m m>n 0>j");
  double p[128] = {0};
  tp_bits unit;
  tp_contexts contexts;
  char text[129];
  p['a'] = 0.5, p['b'] = 0.6, p['e'] = p['h'] = 0.8;
  p['c'] = p['f'] = p['i'] = 0.9, p['d'] = 0.8, p['g'] = 0.2;
  p['l'] = p['m'] = p['n'] = 0.8, p['k'] = 0.3, p['j'] = 0.6;
  tp_extended_unit(&unit, &g, p, 0.7, '0');
  add_letters(&unit, text);
  CHECK_STR(text, "0lmn"); /* {f, n12, n13, n14} */
  tp_calling_contexts(&contexts, &g, p, 0.7, '0', 32);
  CHECK_STR(text_of(&contexts), "eh0 cfi0 "); /* n5 n8 f, n3 n6 n9 f */
  CHECK(!contexts.is_cut);
  tp_contexts_free(&contexts);
  tp_bits_free(&unit);
  tp_call_graph_free(&g);
}

/* Through one that is not relevant nothing is entered, whatever its own p. */
TEST(relevance_ends_at_low_dependency) {
  tp_call_graph g = graph_of("f>a a>b x>y y>f");
  double p[128] = {['a'] = 0.2, ['b'] = 1, ['x'] = 1, ['y'] = 0.2};
  tp_bits unit;
  tp_contexts contexts;
  tp_extended_unit(&unit, &g, p, 0.7, 'f');
  CHECK_EQ(tp_bits_count(&unit), 1);
  tp_calling_contexts(&contexts, &g, p, 0.7, 'f', 32);
  CHECK_EQ(contexts.at.n, 0);
  tp_contexts_free(&contexts);
  tp_bits_free(&unit);
  tp_call_graph_free(&g);
}

/* Case 3: a test in which only one of both calls the other counts. */
TEST(relevance_circles) {
  static const char *const tests[] = {"m>f f>g", "m>g g>f", "m>f", "m>x"};
  tp_call_graph g = graph_of("m>f m>g f>g g>f m>x f>f"), profiles[4];
  double p[128];
  tp_contexts contexts;
  read_profiles(profiles, tests, 4);
  CHECK(tp_dependency(p, &g, profiles, 4, 'f'));
  CHECK_EQ((int)(p['g'] * 100), 66); /* 2 of the 3 that call f */
  CHECK_EQ((int)(p['m'] * 100), 100);
  tp_calling_contexts(&contexts, &g, p, 0.6, 'f', 32);
  CHECK_STR(text_of(&contexts), "mf mgf ");
  tp_contexts_free(&contexts);
  CHECK(!tp_dependency(p, &g, profiles, 0, 'f'));
  tp_call_graph_free(&g);
  free_all(profiles, 4);
}

/* Without system tests: direct callees, direct callers. */
TEST(relevance_without_profiles) {
  tp_call_graph g = graph_of(figure_1);
  tp_bits unit;
  tp_contexts contexts;
  char text[129];
  tp_extended_unit(&unit, &g, NULL, 0.7, 'b');
  add_letters(&unit, text);
  CHECK_STR(text, "bf");
  tp_calling_contexts(&contexts, &g, NULL, 0.7, 'b', 32);
  CHECK_STR(text_of(&contexts), "ab zb ");
  tp_contexts_free(&contexts);
  tp_bits_free(&unit);
  tp_contexts_within(&contexts, &g, 2, 'b', 32);
  CHECK_STR(text_of(&contexts), "mab mzb ");
  tp_contexts_free(&contexts);
  tp_unit_within(&unit, &g, 2, 'b');
  add_letters(&unit, text);
  CHECK_STR(text, "bfgh");
  tp_bits_free(&unit);
  tp_call_graph_free(&g);
}

/* 2^20 paths: 32 are kept, and it is said. */
TEST(relevance_many_contexts) {
  tp_call_graph g = {.n = 100};
  tp_contexts contexts;
  double p[100];
  for (uint32_t i = 0; i < 60; i += 3) {
    p[i] = p[i + 1] = p[i + 2] = 1;
    tp_call_graph_add(&g, i + 1, i);
    tp_call_graph_add(&g, i + 2, i);
    tp_call_graph_add(&g, i + 3, i + 1);
    tp_call_graph_add(&g, i + 3, i + 2);
  }
  p[60] = 1;
  for (uint32_t i = 61; i < 100; i++)
    p[i] = 0;
  tp_calling_contexts(&contexts, &g, p, 0.7, 0, 32);
  CHECK_EQ(contexts.at.n, 32);
  CHECK(contexts.is_cut);
  CHECK_EQ(contexts.at.at[0].n, 41);
  tp_contexts_free(&contexts);
  tp_call_graph_free(&g);
}
