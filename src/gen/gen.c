/* The generator: functions of some thirty conditions, each a sequence of tests
 * that nest up to five deep. Most conditions ask whether a value that was
 * measured for them is within its limit; some share their value with another,
 * and some ask for an option (job, temperature): these imply and exclude each
 * other. */
#include "gen/gen.h"

#include "base/rng.h"

#include <inttypes.h>

#define MAX_DEPTH 5
#define OPTIONS 8
#define OPTION_VALUES 4
#define PER_FUNCTION 30 /* conditions */
#define SHARED \
  12 /* percent of comparisons with a value that another has, too */
#define OPTION_TESTS 40 /* percent of conditions that ask for an option */

typedef struct generator {
  const tp_gen_options *opt;
  tp_rng rng;
  tp_str *out;
  uint64_t left; /* conditions still to be written */
  uint64_t in_function;
  uint32_t n_values;
  uint32_t bins;
  uint32_t depth;
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

/* ---- conditions
 * ------------------------------------------------------------------*/

/* On the top level a test is mostly left by its false side, which must not
 * exclude the false sides of those after it: else nothing behind them has a
 * short way that can be taken. Now and then it happens in real programs, too.
 */
static bool may_conflict(generator *g) {
  return g->depth > 0 || below(g, 160) == 0;
}

static void option_condition(generator *g) {
  static const char *const op[] = {"==", "!=", "<", ">="};
  tp_str_addf(g->out, "option[%u] %s %u", below(g, OPTIONS),
              op[chance(g, 60) ? 0 : 1 + below(g, 3)], below(g, OPTION_VALUES));
}

static void value_condition(generator *g) {
  static const char *const op[] = {"<", ">", "<=", ">="};
  uint32_t limit = 1 + below(g, 5);
  uint32_t value = g->n_values > 0 && may_conflict(g) && chance(g, SHARED)
                       ? below(g, g->n_values)
                       : g->n_values++;
  if (g->opt->doubles)
    tp_str_addf(g->out, "measured[%u] %s %u.%u", value, op[below(g, 4)], limit,
                25 * below(g, 4));
  else
    tp_str_addf(g->out, "measured[%u] %s %u", value, op[below(g, 4)],
                100 * limit);
}

static void one_condition(generator *g) {
  g->left--;
  g->in_function++;
  if (may_conflict(g) && chance(g, OPTION_TESTS))
    option_condition(g);
  else
    value_condition(g);
}

static void condition(generator *g) {
  one_condition(g);
  if (g->left > 0 && chance(g, 12)) {
    tp_str_add(g->out, chance(g, 50) ? " && " : " || ");
    one_condition(g);
  }
}

/* ---- statements
 * ------------------------------------------------------------------*/

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

static void test(generator *g) {
  if (g->opt->status && chance(g, 15)) {
    status_test(g);
    return;
  }
  indent(g);
  tp_str_add(g->out, "if (");
  condition(g);
  tp_str_add(g->out, ") {\n");
  uint32_t inner = g->depth < MAX_DEPTH ? below(g, 3) : 0;
  tests(g, inner);
  indent(g);
  if (g->left > 0 && chance(g, 35)) {
    tp_str_add(g->out, "} else {\n");
    tests(g, g->depth < MAX_DEPTH ? below(g, 2) : 0);
    indent(g);
  }
  tp_str_add(g->out, "}\n");
}

/* ---- the program
 * ------------------------------------------------------------------*/

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
    for (g->in_function = 0; g->left > 0 && g->in_function < PER_FUNCTION;)
      test(g);
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
  uint32_t n = functions(&g);
  g.n_values++; /* an overwritten value may be the one after the last read */
  g.out = out;  /* the head needs to know how many values there are */
  head(&g);
  tp_str_addn(out, flows.at, flows.n);
  main_function(&g, n);
  tp_str_free(&flows);
}
