/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generator: functions of some thirty conditions, each a sequence of tests
 * that nest up to five deep. Most conditions ask whether a value that was
 * measured for them is within its limit; some share their value with another,
 * and some ask for an option (job, temperature): these imply and exclude each
 * other.
 * What the conditions around a place say is known here, so that about a tenth
 * of the branches is dead by intent (a test below one that excludes it) and
 * none by accident. On the top level the short way around all tests can be
 * taken: else nothing behind them had one. In one program of three it ends
 * somewhere in the last quarter. */
#include "gen/gen.h"

#include "base/rng.h"

#include <inttypes.h>

#define MAX_DEPTH 5
#define OPTIONS 8
#define OPTION_VALUES 4
#define PER_FUNCTION 30 /* conditions */
/* Percent of conditions: */
#define SHARED 12       /* with a value that another has, too */
#define OPTION_TESTS 40 /* that ask for an option */
#define TOP_OPTIONS 8   /* the same on the top level, */
#define MAX_TOP 4       /* but no more of these in all */

typedef enum op { OP_LT, OP_GT, OP_LE, OP_GE, OP_EQ, OP_NE } op;

/* option[index] or measured[index], compared with a limit: of options and
 * whole numbers that limit, of doubles quarters. */
typedef struct comparison {
  bool is_option;
  uint32_t index;
  op op;
  uint32_t limit;
} comparison;

typedef struct fact { /* what a condition around says */
  comparison c;
  bool holds;
} fact;

typedef struct generator {
  const tp_gen_options *opt;
  tp_rng rng;
  tp_str *out;
  uint64_t left; /* conditions still to be written */
  uint64_t in_function;
  uint32_t n_values;
  uint32_t bins;
  uint32_t depth;
  VEC(fact) facts;       /* of the conditions around */
  uint64_t dead;         /* branches that are dead by intent */
  bool is_dead;          /* this place is */
  uint64_t break_at;     /* conditions left where the short way ends; 0: none */
  comparison top_option; /* asked on the top level, if is_option */
  uint32_t n_top_options;
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

/* ---- conditions ---------------------------------------------------------- */

static bool compare(op o, int64_t a, int64_t b) {
  switch (o) {
  case OP_LT:
    return a < b;
  case OP_GT:
    return a > b;
  case OP_LE:
    return a <= b;
  case OP_GE:
    return a >= b;
  case OP_EQ:
    return a == b;
  case OP_NE:
    break;
  }
  return a != b;
}

/* Whether c is true or false for a value, in half limits. */
static bool is_true(const comparison *c, int64_t value) {
  return compare(c->op, value, 2 * (int64_t)c->limit);
}

static bool is_about(const comparison *a, const comparison *b) {
  return a->is_option == b->is_option && a->index == b->index;
}

/* Which sides of c the facts allow: bit 0 false, bit 1 true. */
static uint32_t sides(const generator *g, const comparison *c) {
  uint32_t found = 0, step = c->is_option ? 2 : 1; /* options are integers */
  for (int64_t value = -2; value < 60; value += step) {
    bool is_possible = true;
    for (uint32_t i = 0; i < g->facts.n; i++)
      if (is_about(&g->facts.at[i].c, c))
        is_possible &=
            is_true(&g->facts.at[i].c, value) == g->facts.at[i].holds;
    if (is_possible)
      found |= 1u << is_true(c, value);
  }
  return found;
}

static comparison option_comparison(generator *g) {
  static const op ops[] = {OP_NE, OP_LT, OP_GE};
  comparison c = {.is_option = true, .index = below(g, OPTIONS), .op = OP_EQ};
  c.limit = below(g, OPTION_VALUES);
  if (g->depth > 0 && !chance(g, 60))
    c.op = ops[below(g, 3)];
  if (g->depth == 0) /* false at first, when all inputs are 0 */
    c.limit = 1 + c.limit % (OPTION_VALUES - 1);
  return c;
}

static comparison about_value(generator *g, uint32_t value) {
  static const op ops[] = {OP_LT, OP_GT, OP_LE, OP_GE};
  uint32_t limit = 1 + below(g, 5);
  if (g->opt->doubles)
    limit = 4 * limit + below(g, 4);
  return (comparison){.index = value, .op = ops[below(g, 4)], .limit = limit};
}

static comparison value_comparison(generator *g) {
  bool is_shared = g->depth > 0 && g->n_values > 0 && chance(g, SHARED);
  return about_value(g, is_shared ? below(g, g->n_values) : g->n_values++);
}

/* A comparison of which both sides are possible here. */
static comparison open_comparison(generator *g) {
  bool is_option = g->depth > 0
                       ? chance(g, OPTION_TESTS)
                       : g->n_top_options < MAX_TOP && chance(g, TOP_OPTIONS);
  for (uint32_t tries = 0; tries < 20; tries++) {
    comparison c = is_option ? option_comparison(g) : value_comparison(g);
    if (g->is_dead || sides(g, &c) == 3)
      return c;
  }
  return about_value(g, g->n_values++);
}

/* A comparison that a fact around excludes; false if none was found. */
static bool dead_comparison(generator *g, comparison *out) {
  for (uint32_t tries = 0; g->facts.n && tries < 40; tries++) {
    comparison c = g->facts.at[below(g, g->facts.n)].c;
    *out = c.is_option ? option_comparison(g) : about_value(g, c.index);
    out->index = c.index;
    if (sides(g, out) == 1)
      return true;
  }
  return false;
}

static void write_comparison(generator *g, const comparison *c) {
  static const char *const text[] = {"<", ">", "<=", ">=", "==", "!="};
  g->left--;
  g->in_function++;
  tp_str_addf(g->out, "%s[%u] %s ", c->is_option ? "option" : "measured",
              c->index, text[c->op]);
  if (c->is_option)
    tp_str_addf(g->out, "%u", c->limit);
  else if (g->opt->doubles)
    tp_str_addf(g->out, "%u.%u", c->limit / 4, 25 * (c->limit % 4));
  else
    tp_str_addf(g->out, "%u", 100 * c->limit);
  g->dead += g->is_dead ? 2 : 0;
}

static void add_fact(generator *g, const comparison *c, bool holds) {
  VEC_PUSH(&g->facts, (fact){*c, holds});
}

/* The condition of a test: one comparison or two. */
typedef struct condition {
  comparison part[2];
  uint32_t n;
  bool is_and;
  bool is_excluded; /* by a fact around */
} condition;

static bool has_enough_dead(const generator *g) {
  return 100 * g->dead >= 2 * g->opt->dead * (g->opt->conditions - g->left);
}

static void write_condition(generator *g, condition *c) {
  c->n = 1;
  c->is_excluded = g->depth > 0 && !g->is_dead && !has_enough_dead(g) &&
                   dead_comparison(g, &c->part[0]);
  if (!c->is_excluded)
    c->part[0] = open_comparison(g);
  write_comparison(g, &c->part[0]);
  g->dead += c->is_excluded;
  if (g->depth == 0 && c->part[0].is_option) {
    g->top_option = c->part[0];
    g->n_top_options++;
  }
  if (c->is_excluded || g->left == 0 || !chance(g, 12))
    return;
  c->n = 2;
  c->is_and = g->depth == 0 || chance(g, 50);
  add_fact(g, &c->part[0], c->is_and);
  c->part[1] = open_comparison(g);
  g->facts.n--;
  tp_str_add(g->out, c->is_and ? " && " : " || ");
  write_comparison(g, &c->part[1]);
}

/* What holds where the condition is true, or false. */
static void add_facts(generator *g, const condition *c, bool is_true_side) {
  for (uint32_t i = 0; i < c->n; i++)
    if (c->n == 1 || c->is_and == is_true_side)
      add_fact(g, &c->part[i], is_true_side);
}

/* ---- statements ---------------------------------------------------------- */

static void action(generator *g) {
  indent(g);
  if (g->opt->overwrite && chance(g, 6))
    tp_str_addf(g->out, "measured[%u] = %u;\n", below(g, g->n_values + 1),
                100 * below(g, 6));
  else if (g->opt->status && chance(g, 30))
    tp_str_addf(g->out, "status = %s;\n", chance(g, 50) ? "FAIL" : "PASS");
  else if (g->opt->exits && chance(g, 4))
    tp_str_addf(g->out, "exit(%u);\n", 1 + below(g, 9));
  else
    tp_str_addf(g->out, "bin = %u;\n", ++g->bins % 1000);
}

static void test(generator *g);

static void tests(generator *g, uint32_t n) {
  g->depth++;
  action(g);
  for (uint32_t i = 0; i < n && g->left > 0; i++)
    test(g);
  g->depth--;
}

static void status_test(generator *g) {
  g->left--;
  g->in_function++;
  indent(g);
  tp_str_add(g->out, "if (status != PASS) {\n");
  g->depth++;
  action(g);
  g->depth--;
  indent(g);
  tp_str_add(g->out, "}\n");
}

/* One side of a test, with what is known there. */
static void side(generator *g, const condition *c, bool is_true_side,
                 uint32_t n) {
  uint32_t known = g->facts.n;
  bool was_dead = g->is_dead;
  add_facts(g, c, is_true_side);
  g->is_dead |= c->is_excluded && is_true_side;
  tests(g, g->depth < MAX_DEPTH && !(was_dead && has_enough_dead(g)) ? n : 0);
  g->is_dead = was_dead;
  g->facts.n = known;
  indent(g);
}

static void test(generator *g) {
  if (g->opt->status && chance(g, 15)) {
    status_test(g);
    return;
  }
  condition c;
  indent(g);
  tp_str_add(g->out, "if (");
  write_condition(g, &c);
  tp_str_add(g->out, ") {\n");
  side(g, &c, true, c.is_excluded ? 2 + below(g, 2) : below(g, 3));
  bool is_top_option = g->depth == 0 && c.part[0].is_option;
  if (g->left > 0 && !is_top_option && chance(g, 35)) {
    tp_str_add(g->out, "} else {\n");
    side(g, &c, false, g->depth > 0 ? below(g, 2) : 0);
  }
  tp_str_add(g->out, "}\n");
}

/* Asks for the opposite of what the top level has asked before: its short way
 * ends here, everything behind is reached by a longer one only. */
static void break_short_way(generator *g) {
  comparison c = g->top_option;
  c.op = OP_NE;
  g->break_at = 0;
  indent(g);
  tp_str_add(g->out, "if (");
  write_comparison(g, &c);
  tp_str_add(g->out, ") {\n");
  tests(g, 0);
  indent(g);
  tp_str_add(g->out, "}\n");
}

/* ---- the program --------------------------------------------------------- */

static void head(generator *g) {
  const tp_gen_options *o = g->opt;
  tp_str_addf(g->out,
              "/* A tester program with %" PRIu64 " conditions: tp2ph gen "
              "--conditions %" PRIu64 " --seed %" PRIu64 "%s%s%s%s */\n",
              o->conditions, o->conditions, o->seed,
              o->doubles ? " --doubles" : "", o->status ? " --status" : "",
              o->overwrite ? " --overwrite" : "", o->exits ? " --exits" : "");
  if (o->exits)
    tp_str_add(g->out, "#include <stdlib.h>\n");
  tp_str_add(g->out, "extern int __VERIFIER_nondet_int(void);\n");
  if (o->doubles)
    tp_str_add(g->out, "extern double __VERIFIER_nondet_double(void);\n");
  if (o->status)
    tp_str_add(g->out, "enum { PASS, FAIL };\nstatic int status = PASS;\n");
  tp_str_addf(g->out,
              "static int option[%d];\nstatic %s measured[%u];\nstatic int "
              "bin = 1;\n",
              OPTIONS, o->doubles ? "double" : "int", g->n_values);
}

static uint32_t functions(generator *g) {
  uint32_t n = 0;
  while (g->left > 0) {
    tp_str_addf(g->out, "\nstatic void flow_%u(void) {\n", ++n);
    for (g->in_function = 0; g->left > 0 && g->in_function < PER_FUNCTION;) {
      if (g->left <= g->break_at && g->top_option.is_option)
        break_short_way(g);
      else
        test(g);
    }
    tp_str_add(g->out, "}\n");
  }
  return n;
}

/* Inputs are read one by one: a read in a loop would be no condition's own. */
static void main_function(generator *g, uint32_t n_flows) {
  tp_str_add(g->out, "\nint main(void) {\n");
  for (uint32_t i = 0; i < OPTIONS; i++)
    tp_str_addf(g->out, "  option[%u] = __VERIFIER_nondet_int();\n", i);
  for (uint32_t i = 0; i < g->n_values; i++)
    tp_str_addf(g->out, "  measured[%u] = __VERIFIER_nondet_%s();\n", i,
                g->opt->doubles ? "double" : "int");
  for (uint32_t i = 1; i <= n_flows; i++)
    tp_str_addf(g->out, "  flow_%u();\n", i);
  tp_str_add(g->out, "  return bin != 1;\n}\n");
}

void tp_gen_program(const tp_gen_options *opt, tp_str *out) {
  tp_str flows = {0};
  generator g = {.opt = opt, .out = &flows, .left = opt->conditions};
  tp_rng_init(&g.rng, opt->seed);
  if (below(&g, 3) == 0)
    g.break_at = opt->conditions * below(&g, 25) / 100;
  uint32_t n = functions(&g);
  g.n_values++; /* an overwritten value may be the one after the last read */
  g.out = out;  /* the head needs to know how many values there are */
  head(&g);
  tp_str_addn(out, flows.at, flows.n);
  main_function(&g, n);
  VEC_FREE(&g.facts);
  tp_str_free(&flows);
}
