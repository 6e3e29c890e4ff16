/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs in which conditions are about the same few measurements. Each is in
 * about five conditions, a tenth of the comparisons is of two measurements, a
 * condition has one to three of them, and they nest up to seven deep: so what
 * one test asks for speaks against many others, near and far.
 * What the conditions around a place say is a system of differences (a value is
 * above a limit, or above another value), which says exactly whether one more
 * comparison can hold: so many branches are dead by intent, and none by
 * accident but behind an "or", of which nothing is known. */
#include "gen/gen.h"

#include "base/rng.h"

#include <inttypes.h>

#define MAX_DEPTH 7
#define MAX_PARTS 3
#define USES 5          /* conditions about one measurement */
#define PER_FUNCTION 40 /* conditions */
#define MAX_LIMIT 60
/* Percent: */
#define PAIRS 10  /* comparisons of two measurements */
#define NEARBY 40 /* of something that a condition around is about */

/* value[a] - value[b] < limit, or <=; the value UINT32_MAX is 0. */
#define ZERO UINT32_MAX
typedef struct difference {
  uint32_t a, b;
  int64_t limit; /* twice: one less means "<" */
} difference;

/* value[left] op value[right], or op limit if right is ZERO. */
typedef struct comparison {
  uint32_t left, right;
  bool is_less, is_strict;
  uint32_t limit;
} comparison;

typedef enum how { HOW_ONE, HOW_AND, HOW_OR, HOW_MIXED } how; /* a && b || c */

typedef struct condition {
  comparison part[MAX_PARTS];
  uint32_t n;
  how how;
  bool is_excluded; /* by what is around */
} condition;

typedef struct generator {
  const tp_gen_options *opt;
  tp_rng rng;
  tp_str *out;
  uint64_t left; /* conditions still to be written */
  uint32_t n_values, bins, depth;
  VEC(difference) facts; /* of the conditions around */
  uint64_t dead;         /* branches that are dead by intent */
  bool is_dead;          /* this place is */
} generator;

static uint32_t below(generator *g, uint32_t n) {
  return tp_rng_below(&g->rng, n);
}

static bool chance(generator *g, uint32_t percent) {
  return below(g, 100) < percent;
}

static void indent(generator *g) {
  for (uint32_t i = 0; i <= g->depth; i++)
    tp_str_add(g->out, "  ");
}

/* ---- what can hold together ---------------------------------------------- */

static difference as_difference(const comparison *c, bool holds) {
  bool is_less = c->is_less == holds, is_strict = c->is_strict == holds;
  int64_t limit = 2 * (int64_t)c->limit;
  uint32_t a = is_less ? c->left : c->right, b = is_less ? c->right : c->left;
  return (difference){a, b, (is_less ? limit : -limit) - is_strict};
}

static uint32_t number_of(tp_vec_u32 *seen, uint32_t value) {
  for (uint32_t i = 0; i < seen->n; i++)
    if (seen->at[i] == value)
      return i;
  VEC_PUSH(seen, value);
  return seen->n - 1;
}

/* Whether the facts have a solution: no cycle of differences is negative. */
static bool is_possible(const generator *g) {
  tp_vec_u32 seen = {0};
  VEC(int64_t) low = {0};
  bool changed = true;
  for (uint32_t i = 0; i < g->facts.n; i++) {
    number_of(&seen, g->facts.at[i].a);
    number_of(&seen, g->facts.at[i].b);
  }
  VEC_RESIZE(&low, seen.n);
  for (uint32_t i = 0; i < seen.n; i++)
    low.at[i] = 0;
  for (uint32_t turn = 0; turn <= seen.n && changed; turn++) {
    changed = false;
    for (uint32_t i = 0; i < g->facts.n; i++) {
      const difference *d = &g->facts.at[i];
      int64_t *a = &low.at[number_of(&seen, d->a)];
      int64_t bound = low.at[number_of(&seen, d->b)] + d->limit;
      changed |= bound < *a;
      *a = bound < *a ? bound : *a;
    }
  }
  VEC_FREE(&seen);
  VEC_FREE(&low);
  return !changed;
}

static void add_fact(generator *g, const comparison *c, bool holds) {
  VEC_PUSH(&g->facts, as_difference(c, holds));
}

static bool can_be(generator *g, const comparison *c, bool holds) {
  add_fact(g, c, holds);
  bool answer = is_possible(g);
  g->facts.n--;
  return answer;
}

/* ---- conditions ---------------------------------------------------------- */

static uint32_t any_value(generator *g) {
  if (g->facts.n && chance(g, NEARBY)) {
    const difference *d = &g->facts.at[below(g, g->facts.n)];
    return d->a != ZERO ? d->a : d->b;
  }
  return below(g, g->n_values);
}

static comparison any_comparison(generator *g) {
  comparison c = {.left = any_value(g), .right = ZERO};
  c.is_less = chance(g, 50);
  c.is_strict = chance(g, 50);
  uint32_t other = below(g, g->n_values);
  if (chance(g, PAIRS) && other != c.left)
    c.right = other;
  else
    c.limit = 1 + below(g, MAX_LIMIT);
  return c;
}

/* A comparison of which both sides are possible here. */
static comparison open_comparison(generator *g) {
  comparison c = any_comparison(g);
  for (uint32_t tries = 0; tries < 40 && !g->is_dead; tries++) {
    if (can_be(g, &c, true) && can_be(g, &c, false))
      break;
    c = any_comparison(g);
  }
  return c;
}

/* A comparison that can't hold here; false if none was found. */
static bool dead_comparison(generator *g, comparison *out) {
  for (uint32_t tries = 0; tries < 60; tries++) {
    *out = any_comparison(g);
    if (!can_be(g, out, true))
      return true;
  }
  return false;
}

static bool has_enough_dead(const generator *g) {
  return 100 * g->dead >= 2 * g->opt->dead * (g->opt->conditions - g->left);
}

static void write_comparison(generator *g, const comparison *c) {
  g->left--;
  g->dead += g->is_dead ? 2 : 0;
  tp_str_addf(g->out, "value[%u] %s%s ", c->left, c->is_less ? "<" : ">",
              c->is_strict ? "" : "=");
  if (c->right != ZERO)
    tp_str_addf(g->out, "value[%u]", c->right);
  else
    tp_str_addf(g->out, g->opt->doubles ? "%u.0" : "%u", c->limit);
}

/* Whether the parts before part i held where it is asked. */
static bool holds_before(const condition *c, uint32_t i) {
  return c->how == HOW_AND || (c->how == HOW_MIXED && i < 2);
}

static void write_parts(generator *g, condition *c) {
  uint32_t known = g->facts.n;
  for (uint32_t i = 0; i < c->n; i++) {
    if (i > 0 || !c->is_excluded)
      c->part[i] = open_comparison(g);
    if (i > 0)
      tp_str_add(g->out, holds_before(c, i) ? " && " : " || ");
    write_comparison(g, &c->part[i]);
    if (c->how == HOW_AND || c->how == HOW_OR)
      add_fact(g, &c->part[i], c->how == HOW_AND);
  }
  g->facts.n = known;
}

static void write_condition(generator *g, condition *c) {
  c->is_excluded = g->depth > 0 && !g->is_dead && !has_enough_dead(g) &&
                   dead_comparison(g, &c->part[0]);
  c->n = c->is_excluded ? 1 : 1 + below(g, MAX_PARTS);
  c->n = c->n > g->left ? (uint32_t)g->left : c->n;
  c->how = c->n == 1       ? HOW_ONE
           : chance(g, 50) ? HOW_AND
           : c->n == 2     ? HOW_OR
                           : (how)(HOW_OR + below(g, 2));
  g->dead += c->is_excluded;
  write_parts(g, c);
}

/* What holds where the condition is true, or false. */
static void add_facts(generator *g, const condition *c, bool holds) {
  bool is_known = c->how == HOW_ONE || (c->how == HOW_AND && holds) ||
                  (c->how == HOW_OR && !holds);
  for (uint32_t i = 0; i < c->n; i++)
    if (is_known || (c->how == HOW_MIXED && !holds && i == 2))
      add_fact(g, &c->part[i], holds);
}

/* ---- statements ---------------------------------------------------------- */

static void test(generator *g);

static void action(generator *g) {
  indent(g);
  if (g->opt->exits && chance(g, 4))
    tp_str_addf(g->out, "exit(%u);\n", 1 + below(g, 9));
  else
    tp_str_addf(g->out, "bin = %u;\n", ++g->bins % 1000);
}

static void side(generator *g, const condition *c, bool holds) {
  uint32_t known = g->facts.n;
  uint32_t n = holds && c->is_excluded ? 2 : below(g, 3);
  bool was_dead = g->is_dead;
  add_facts(g, c, holds);
  g->is_dead |= c->is_excluded && holds;
  g->depth++;
  action(g);
  for (uint32_t i = 0; i < n && g->left > 0 && g->depth < MAX_DEPTH; i++)
    if (!g->is_dead || !has_enough_dead(g))
      test(g);
  g->depth--;
  g->is_dead = was_dead;
  g->facts.n = known;
}

static void test(generator *g) {
  condition c = {.n = 0};
  indent(g);
  tp_str_add(g->out, "if (");
  write_condition(g, &c);
  tp_str_add(g->out, ") {\n");
  side(g, &c, true);
  indent(g);
  if (g->left > 0 && chance(g, 50)) {
    tp_str_add(g->out, "} else {\n");
    side(g, &c, false);
    indent(g);
  }
  tp_str_add(g->out, "}\n");
}

static uint32_t functions(generator *g) {
  uint32_t n = 0;
  while (g->left > 0) {
    uint64_t end = g->left > PER_FUNCTION ? g->left - PER_FUNCTION : 0;
    tp_str_addf(g->out, "\nstatic void test_%u(void) {\n", ++n);
    while (g->left > end)
      test(g);
    tp_str_add(g->out, "}\n");
  }
  return n;
}

static void head(generator *g) {
  const tp_gen_options *o = g->opt;
  const char *type = o->doubles ? "double" : "int";
  tp_str_addf(g->out,
              "/* %" PRIu64 " conditions about %u measurements: tp2ph gen "
              "--shape crossed --conditions %" PRIu64 " --seed %" PRIu64
              " --dead %" PRIu64 "%s%s */\n",
              o->conditions, g->n_values, o->conditions, o->seed, o->dead,
              o->doubles ? " --doubles" : "", o->exits ? " --exits" : "");
  if (o->exits)
    tp_str_add(g->out, "#include <stdlib.h>\n");
  tp_str_addf(g->out,
              "extern %s __VERIFIER_nondet_%s(void);\nstatic %s value[%u];\n"
              "static int bin = 1;\n",
              type, type, type, g->n_values);
}

static void main_function(generator *g, uint32_t n_tests) {
  tp_str_add(g->out, "\nint main(void) {\n");
  for (uint32_t i = 0; i < g->n_values; i++)
    tp_str_addf(g->out, "  value[%u] = __VERIFIER_nondet_%s();\n", i,
                g->opt->doubles ? "double" : "int");
  for (uint32_t i = 1; i <= n_tests; i++)
    tp_str_addf(g->out, "  test_%u();\n", i);
  tp_str_add(g->out, "  return bin != 1;\n}\n");
}

void tp_gen_crossed(const tp_gen_options *opt, tp_str *out) {
  generator g = {.opt = opt, .out = out, .left = opt->conditions};
  g.n_values = (uint32_t)(opt->conditions / USES) + 2;
  tp_rng_init(&g.rng, opt->seed);
  head(&g);
  main_function(&g, functions(&g));
  VEC_FREE(&g.facts);
}
