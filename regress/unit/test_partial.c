/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_partial.c - incremental partial path constraints: the worked examples of
 * seed 000 with a solver that gives the printed answers, what is asked when a
 * round fails, and theorems 4.1 to 4.3 on random paths. */
#include "smt_fixture.h"

#include "base/apart.h"
#include "base/rng.h"
#include "engine/partial.h"
#include "expr/cops.h"

/* ---- a solver that answers as told --------------------------------------- */

enum { A, B }; /* the inputs of gcd */

typedef struct told {
  tp_smt_answer answer;
  int64_t a, b; /* if SAT */
} told;

typedef struct stub {
  tp_exprs *x;
  tp_partial p;
  uint64_t values[2]; /* of the run */
  const told *next;
  uint64_t checks_of_one; /* that a single condition takes */
  VEC(tp_expr) asked;     /* all conditions, in the order of the asks */
  tp_vec_u32 sizes, pivots;
} stub;

static tp_smt_answer answer_as_told(void *state, const tp_partial_ask *ask,
                                    tp_smt_result *out) {
  stub *s = state;
  if (ask->is_quick && (ask->n > 1 || s->checks_of_one))
    return TP_SMT_UNKNOWN;
  const told *t = s->next++;
  for (uint32_t i = 0; i < ask->n; i++)
    VEC_PUSH(&s->asked, ask->conds[i]);
  VEC_PUSH(&s->sizes, ask->n);
  VEC_PUSH(&s->pivots, ask->pivot);
  VEC_CLEAR(&out->model);
  VEC_CLEAR(&out->core);
  out->asked = ask->n;
  out->checks = ask->n == 1 ? s->checks_of_one : 1;
  out->reason = t->answer == TP_SMT_UNKNOWN ? "timeout" : NULL;
  if (t->answer == TP_SMT_SAT) {
    VEC_PUSH(&out->model, (tp_smt_value){A, (uint32_t)t->a});
    VEC_PUSH(&out->model, (tp_smt_value){B, (uint32_t)t->b});
  }
  if (t->answer == TP_SMT_UNSAT)
    for (uint32_t i = 0; i < ask->n; i++)
      VEC_PUSH(&out->core, i);
  return t->answer;
}

static void stub_init(stub *s, tp_constraints kind, const told *answers) {
  *s = (stub){.x = tp_exprs_new(), .next = answers};
  tp_partial_init(&s->p, s->x, NULL,
                  &(tp_asker){.state = s, .ask = answer_as_told});
  s->p.plan = tp_partial_plan_of(kind);
}

static void stub_free(stub *s) {
  tp_partial_free(&s->p);
  VEC_FREE(&s->asked);
  VEC_FREE(&s->sizes);
  VEC_FREE(&s->pivots);
  tp_exprs_free(s->x);
}

static tp_smt_answer turn(stub *s, const tp_expr *conds, uint32_t n) {
  tp_turned q = {.conds = conds,
                 .n = n,
                 .values = from_array,
                 .state = s->values,
                 .was_run = true};
  return tp_partial_solve(&s->p, &q);
}

/* The answer becomes the next run. */
static void run_answer(stub *s) {
  for (uint32_t i = 0; i < s->p.result.model.n; i++)
    s->values[s->p.result.model.at[i].var] = s->p.result.model.at[i].bits;
}

static int32_t answered(const stub *s, uint32_t var) {
  return (int32_t)s->p.result.model.at[var].bits;
}

/* ---- the conditions of gcd (figure 2.2) ---------------------------------- */

typedef struct gcd {
  tp_exprs *x;
  tp_expr a, b; /* as they are now */
  tp_expr path[16];
  uint32_t n;
} gcd;

static gcd gcd_begin(tp_exprs *x) {
  return (gcd){.x = x,
               .a = tp_expr_var(x, A, TP_X_BV, 32),
               .b = tp_expr_var(x, B, TP_X_BV, 32)};
}

static tp_expr positive(tp_exprs *x, tp_expr e) {
  return tp_expr_slt(x, tp_expr_bv(x, 32, 0), e);
}

static tp_expr side(tp_exprs *x, tp_expr e, bool is_true) {
  return is_true ? e : tp_expr_not(x, e);
}

static void take(gcd *g, tp_expr e, bool is_true) {
  g->path[g->n++] = side(g->x, e, is_true);
}

static void take_differ(gcd *g, bool is_true) {
  take(g, tp_expr_eq(g->x, g->a, g->b), !is_true);
}

/* a > b, and what the body then does. */
static void take_greater(gcd *g, bool is_true) {
  take(g, tp_expr_slt(g->x, g->b, g->a), is_true);
  if (is_true)
    g->a = tp_expr_bv_op(g->x, TP_BV_SUB, g->a, g->b);
  else
    g->b = tp_expr_bv_op(g->x, TP_BV_SUB, g->b, g->a);
}

/* a > 0, b > 0, a != b: what lies before the loop and its first turn. */
static gcd gcd_enter(tp_exprs *x) {
  gcd g = gcd_begin(x);
  take(&g, positive(x, g.a), true);
  take(&g, positive(x, g.b), true);
  take_differ(&g, true);
  return g;
}

/* Table 2.1: the traces of at most 6 steps, in its order. */
static gcd trace_of(tp_exprs *x, unsigned number) {
  gcd g = gcd_begin(x);
  if (number == 1) {
    take(&g, positive(x, g.a), false);
  } else if (number == 2) {
    take(&g, positive(x, g.a), true);
    take(&g, positive(x, g.b), false);
  } else if (number == 3) {
    g = gcd_enter(x);
    g.n--;
    take_differ(&g, false);
  } else {
    g = gcd_enter(x);
    take_greater(&g, number <= 5);
    take_differ(&g, number % 2 == 1);
  }
  return g;
}

/* Table 2.2: each as a whole, with the printed answers. */
TEST(partial_table_2_2) {
  static const told printed[] = {{TP_SMT_SAT, 0, 0}, {TP_SMT_SAT, 1, 0},
                                 {TP_SMT_SAT, 1, 1}, {TP_SMT_SAT, 2, 1},
                                 {TP_SMT_SAT, 3, 1}, {TP_SMT_SAT, 3, 6},
                                 {TP_SMT_SAT, 3, 7}};
  static const uint32_t sizes[] = {1, 2, 3, 5, 5, 5, 5};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_FULL, printed);
  for (unsigned i = 0; i < 7; i++) {
    gcd g = trace_of(s.x, i + 1);
    CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_SAT);
    CHECK_EQ(s.sizes.at[i], sizes[i]);
    run_answer(&s);
    CHECK(tp_expr_all_hold(s.x, g.path, g.n, from_array, s.values));
  }
  CHECK_EQ(s.p.counts.calls, 7);
  CHECK_EQ(s.p.counts.sizes, 26); /* 26 / 7 = 3.71 */
  CHECK_EQ(s.p.counts.largest, 5);
  stub_free(&s);
}

/* The path of a = 4, b = 6: 7 conditions, a second time with the last turned.
 */
static gcd path_of_4_6(tp_exprs *x, bool ends) {
  gcd g = gcd_enter(x);
  take_greater(&g, false);
  take_differ(&g, true);
  take_greater(&g, true);
  take_differ(&g, !ends);
  return g;
}

/* Example 2.2.2.1: from a = 4, b = 0 by a question of 2 conditions to a path of
 * 7, whose last is turned by one of 7. */
TEST(partial_example_2_2_2_1) {
  static const told printed[] = {{TP_SMT_SAT, 4, 6}, {TP_SMT_SAT, 5, 6}};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_FULL, printed);
  s.values[A] = 4;
  gcd g = gcd_enter(s.x);
  CHECK_EQ(turn(&s, g.path, 2), TP_SMT_SAT);
  run_answer(&s);
  gcd run = path_of_4_6(s.x, true);
  CHECK_EQ(run.n, 7);
  CHECK(tp_expr_all_hold(s.x, run.path, run.n, from_array, s.values));
  gcd turned = path_of_4_6(s.x, false);
  CHECK_EQ(turn(&s, turned.path, turned.n), TP_SMT_SAT);
  run_answer(&s);
  CHECK(tp_expr_all_hold(s.x, turned.path, turned.n, from_array, s.values));
  CHECK_EQ(s.sizes.at[0], 2);
  CHECK_EQ(s.sizes.at[1], 7);
  stub_free(&s);
}

/* Example 4.2.1: the turned condition alone gives -2, -3; a > 0 is the cause of
 * divergence; both give 2, 3: a question of 2 in place of 7. */
TEST(partial_example_4_2_1) {
  static const told printed[] = {{TP_SMT_SAT, -2, -3}, {TP_SMT_SAT, 2, 3}};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_PARTIAL, printed);
  s.values[A] = 5; /* the run that is turned: a path of 7 that does not end */
  s.values[B] = 6;
  gcd g = path_of_4_6(s.x, true);
  CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_SAT);
  CHECK_EQ(answered(&s, A), 2);
  CHECK_EQ(answered(&s, B), 3);
  CHECK_EQ(s.sizes.n, 2);
  CHECK_EQ(s.sizes.at[0], 1);
  CHECK_EQ(s.sizes.at[1], 2);
  CHECK_EQ(s.asked.at[0], g.path[6]);
  CHECK_EQ(s.asked.at[1], g.path[6]);
  CHECK_EQ(s.asked.at[2], g.path[0]);
  CHECK_EQ(s.p.counts.calls, 2);
  CHECK_EQ(s.p.counts.sizes, 3);
  CHECK_EQ(s.p.counts.largest, 2);
  stub_free(&s);
}

/* Which of those that fail are learned: -2, -3 fails a > 0, b > 0 and, as
 * -2 > -3, a <= b and what follows from it. */
TEST(partial_adds_first_last_or_all) {
  static const told printed[] = {{TP_SMT_SAT, -2, -3}, {TP_SMT_SAT, 2, 3}};
  static const uint32_t added[] = {1, 1, 4};
  static const uint32_t first[] = {0, 5, 0};
  for (unsigned i = 0; i < 3; i++) {
    stub s;
    stub_init(&s, TP_CONSTRAINTS_PARTIAL, printed);
    s.p.plan.adds = (tp_partial_adds)i;
    gcd g = path_of_4_6(s.x, true);
    CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_SAT);
    CHECK_EQ(s.sizes.at[1], 1 + added[i]);
    CHECK_EQ(s.asked.at[2], g.path[first[i]]);
    stub_free(&s);
  }
}

/* A loop that takes b off a for as long as it can, left after `turns` turns: of
 * conditions that imply each other the first that fails is the weakest. A
 * solver that answers with the least a has to be asked once for each turn as
 * printed, twice if the last is added: so no bound on sizes below half of the
 * path holds of the printed rule, whatever the answers of another solver. */
static double mean_size_of_loop(tp_constraints kind, uint32_t turns) {
  told answers[32] = {0};
  tp_expr path[32];
  bool is_last = kind == TP_CONSTRAINTS_PARTIAL_LAST;
  stub s;
  stub_init(&s, kind, answers);
  tp_expr a = tp_expr_var(s.x, A, TP_X_BV, 32);
  for (uint32_t i = 0; i < turns; i++) /* a > (i + 1) * b, with b = 1 */
    path[i] = tp_expr_slt(s.x, tp_expr_bv(s.x, 32, i + 1), a);
  path[turns] = positive(s.x, a);
  for (uint32_t i = 0; i <= turns; i++)
    answers[i] = (told){TP_SMT_SAT, is_last && i ? turns + 1 : i + 1, 0};
  CHECK_EQ(turn(&s, path, turns + 1), TP_SMT_SAT);
  double mean = (double)s.p.counts.sizes / (double)s.p.counts.calls;
  stub_free(&s);
  return mean;
}

TEST(partial_first_that_fails_is_the_weakest_of_a_loop) {
  for (unsigned turns = 10; turns <= 30; turns += 10) {
    CHECK(mean_size_of_loop(TP_CONSTRAINTS_PARTIAL, turns) == turns / 2.0 + 1);
    CHECK(mean_size_of_loop(TP_CONSTRAINTS_PARTIAL_LAST, turns) == 1.5);
  }
}

/* gcd left after `turns` subtractions of b: of 2 * turns + 4 conditions. */
static gcd gcd_of_turns(tp_exprs *x, uint32_t turns) {
  gcd g = gcd_begin(x);
  take(&g, positive(x, g.a), true);
  take(&g, positive(x, g.b), true);
  for (uint32_t i = 0; i <= turns; i++) {
    take_differ(&g, true);
    take_greater(&g, i < turns);
  }
  return g;
}

static tp_constraint_counts counts_of_gcd(tp_constraints kind, uint32_t turns,
                                          const told *answers) {
  stub s;
  stub_init(&s, kind, answers);
  s.values[A] = turns + 2; /* the run that is turned: one more */
  s.values[B] = 1;
  gcd g = gcd_of_turns(s.x, turns);
  CHECK_EQ(g.n, 2 * turns + 4);
  CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_SAT);
  tp_constraint_counts counts = s.p.counts;
  stub_free(&s);
  return counts;
}

/* The least numbers, as a solver of bit vectors likes them, fail a != b in the
 * first turn, then in the second, and so on: as printed questions of 1, 2, ..
 * turns + 4 conditions, whose mean is more than a quarter of the path. Of the
 * last that fail it takes two. */
TEST(partial_gcd_of_least_numbers_is_not_four_times_smaller) {
  for (uint32_t turns = 2; turns <= 6; turns++) {
    const told done = {TP_SMT_SAT, 2 * turns + 1, 2};
    told first[16] = {{TP_SMT_SAT, 0, 0}, {TP_SMT_SAT, 1, 0}};
    for (uint32_t i = 0; i <= turns; i++)
      first[2 + i] = (told){TP_SMT_SAT, i + 1, 1};
    first[turns + 3] = done;
    const told last[] = {{TP_SMT_SAT, 0, 0}, {TP_SMT_SAT, 0, 1}, done};
    tp_constraint_counts c =
        counts_of_gcd(TP_CONSTRAINTS_PARTIAL, turns, first);
    CHECK_EQ(c.calls, turns + 4);
    CHECK_EQ(c.sizes, (turns + 4) * (turns + 5) / 2);
    CHECK(4 * c.sizes > c.calls * (2 * turns + 4));
    c = counts_of_gcd(TP_CONSTRAINTS_PARTIAL_LAST, turns, last);
    CHECK_EQ(c.calls, 3);
    CHECK_EQ(c.sizes, 1 + 2 + 3);
  }
}

/* ---- rounds that fail ---------------------------------------------------- */

/* A contradiction is one of the path, with the places there. */
TEST(partial_core_is_of_the_path) {
  static const told answers[] = {{TP_SMT_SAT, -2, -3}, {TP_SMT_UNSAT, 0, 0}};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_PARTIAL, answers);
  gcd g = path_of_4_6(s.x, true);
  CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_UNSAT);
  CHECK_EQ(s.p.result.core.n, 2);
  CHECK_EQ(s.p.result.core.at[0], 0);
  CHECK_EQ(s.p.result.core.at[1], 6);
  stub_free(&s);
}

/* No answer to a part: the slice is asked; none to that: all of it. */
TEST(partial_falls_back_to_slice_then_all) {
  static const told answers[] = {{TP_SMT_SAT, -2, -3},
                                 {TP_SMT_UNKNOWN, 0, 0},
                                 {TP_SMT_UNKNOWN, 0, 0},
                                 {TP_SMT_SAT, 2, 3}};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_PARTIAL, answers);
  gcd g = path_of_4_6(s.x, true);
  CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_SAT);
  CHECK_EQ(s.sizes.n, 4);
  CHECK_EQ(s.sizes.at[2], 7);
  CHECK_EQ(s.pivots.at[2], 6);
  CHECK_EQ(s.sizes.at[3], 7);
  CHECK_EQ(s.pivots.at[3], 7);
  stub_free(&s);
}

/* After so many rounds all is asked at once. */
TEST(partial_rounds_are_bounded) {
  static const told answers[] = {{TP_SMT_SAT, -2, -3}, {TP_SMT_SAT, 2, 3}};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_PARTIAL, answers);
  s.p.plan.max_rounds = 1;
  gcd g = path_of_4_6(s.x, true);
  CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_SAT);
  CHECK_EQ(s.sizes.n, 2);
  CHECK_EQ(s.sizes.at[1], 7);
  CHECK_EQ(s.p.counts.gave_up, 1);
  stub_free(&s);
}

/* A condition fails that the solver was told of: nobody knows. */
TEST(partial_wrong_answer_is_unknown) {
  static const told answers[] = {{TP_SMT_SAT, -2, -3}, {TP_SMT_SAT, -4, -6}};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_PARTIAL, answers);
  gcd g = path_of_4_6(s.x, true);
  CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_UNKNOWN);
  CHECK_STR(s.p.result.reason, "solver");
  stub_free(&s);
}

static void spin(void *state, tp_str *said) {
  (void)said;
  for (volatile uint64_t *at = state;;)
    (*at)++;
}

static tp_smt_answer answer_apart(void *state, const tp_partial_ask *ask,
                                  tp_smt_result *out) {
  uint64_t count = 0;
  tp_str said = {0};
  tp_apart_run(spin, &count, 0.05, NULL, &said);
  return answer_as_told(state, ask, out);
}

/* Hard questions are asked in a process of their own. */
TEST(partial_counts_what_is_worked_out_apart) {
  static const told answers[] = {{TP_SMT_UNSAT, 0, 0}};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_PARTIAL, answers);
  s.p.asker.ask = answer_apart;
  gcd g = path_of_4_6(s.x, true);
  CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_UNSAT);
  CHECK(s.p.counts.seconds >= 0.05);
  stub_free(&s);
}

/* A path that can't be evaluated to its end. */
TEST(partial_without_time_is_unknown) {
  static const told answers[] = {{TP_SMT_SAT, 2, 3}};
  enum { MANY = 5000 };
  static tp_expr path[MANY];
  stub s;
  tp_budget budget = {.deadline = 1e-9};
  stub_init(&s, TP_CONSTRAINTS_PARTIAL, answers);
  s.p.budget = &budget;
  gcd g = path_of_4_6(s.x, true);
  for (unsigned i = 0; i < MANY; i++)
    path[i] = g.path[0];
  path[MANY - 1] = g.path[6];
  CHECK_EQ(turn(&s, path, MANY), TP_SMT_UNKNOWN);
  CHECK_STR(s.p.result.reason, "interrupted");
  stub_free(&s);
}

typedef struct series { /* of the same question, again and again */
  uint64_t in_part;     /* asked so at first */
  uint64_t spent;
} series;

enum { LONG = 40 };

/* Of a path that is longer than what a check of its own costs. */
static series ask_again(tp_constraints kind, uint64_t checks_of_one) {
  static const told answer = {TP_SMT_SAT, 2, 3};
  series all = {0, 0};
  stub s;
  stub_init(&s, kind, &answer);
  s.checks_of_one = checks_of_one;
  gcd g = path_of_4_6(s.x, true);
  tp_expr path[LONG];
  for (unsigned i = 0; i < LONG; i++)
    path[i] = g.path[i + g.n < LONG ? 0 : i + g.n - LONG];
  for (unsigned i = 0; i < 320; i++) {
    s.next = &answer;
    CHECK_EQ(turn(&s, path, LONG), TP_SMT_SAT);
    all.in_part += VEC_LAST(&s.sizes) == 1;
    all.spent += s.p.spent;
  }
  stub_free(&s);
  return all;
}

/* auto: whichever costs less; the other is tried now and then, but little is
 * lost by that, however dear it is. */
TEST(partial_auto_takes_what_costs_less) {
  series cheap = ask_again(TP_CONSTRAINTS_AUTO, 1);
  CHECK(cheap.in_part >= 300 && cheap.in_part < 320);
  uint64_t whole = ask_again(TP_CONSTRAINTS_FULL, 1).spent;
  CHECK(cheap.spent < whole / 2);
  for (uint64_t checks = 5; checks <= 15; checks += 5) {
    series dear = ask_again(TP_CONSTRAINTS_AUTO, checks);
    CHECK(dear.in_part > 1 && dear.in_part <= 20);
    CHECK(dear.spent < whole + whole / 10);
  }
}

/* What is answered without the solver is asked in part, whatever it is. */
TEST(partial_auto_asks_in_part_what_needs_no_solver) {
  series quick = ask_again(TP_CONSTRAINTS_AUTO, 0);
  CHECK_EQ(quick.in_part, 320);
}

/* No part of so short a path is worth a question of its own. */
TEST(partial_auto_asks_three_conditions_as_a_whole) {
  static const told answer = {TP_SMT_SAT, 2, 3};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_AUTO, &answer);
  gcd g = path_of_4_6(s.x, true);
  CHECK_EQ(turn(&s, g.path, 3), TP_SMT_SAT);
  CHECK_EQ(s.sizes.n, 1);
  CHECK_EQ(s.sizes.at[0], 3);
  stub_free(&s);
}

/* Where the solver is needed no part of a short path saves enough of one check
 * to pay for a second. */
TEST(partial_auto_puts_short_paths_to_the_solver_as_a_whole) {
  static const told answer = {TP_SMT_SAT, 2, 3};
  stub s;
  stub_init(&s, TP_CONSTRAINTS_AUTO, &answer);
  s.checks_of_one = 1;
  gcd g = path_of_4_6(s.x, true);
  for (unsigned i = 0; i < 20; i++) {
    s.next = &answer;
    CHECK_EQ(turn(&s, g.path, g.n), TP_SMT_SAT);
    CHECK_EQ(VEC_LAST(&s.sizes), g.n);
  }
  CHECK_EQ(s.sizes.n, 20);
  CHECK_EQ(s.p.counts.calls, 20);
  stub_free(&s);
}

/* ---- theorems 4.1 to 4.3 ------------------------------------------------- */

enum { N_VARS = 3, MAX_CONDS = 12 };

static tp_expr random_term(tp_exprs *x, tp_rng *rng) {
  tp_expr a = tp_expr_var(x, tp_rng_below(rng, N_VARS), TP_X_BV, 8);
  tp_expr b = tp_rng_below(rng, 2)
                  ? tp_expr_var(x, tp_rng_below(rng, N_VARS), TP_X_BV, 8)
                  : tp_expr_bv(x, 8, tp_rng_next(rng) % 12);
  static const tp_bv_op ops[] = {TP_BV_ADD, TP_BV_SUB, TP_BV_AND, TP_BV_MUL};
  return tp_rng_below(rng, 2)
             ? a
             : tp_expr_bv_op(x, ops[tp_rng_below(rng, 4)], a, b);
}

static tp_expr random_cond(tp_exprs *x, tp_rng *rng) {
  tp_expr a = random_term(x, rng), b = random_term(x, rng);
  return tp_rng_below(rng, 2) ? tp_expr_ult(x, a, b) : tp_expr_eq(x, a, b);
}

/* A path that the values take, with its last condition turned. */
static uint32_t random_path(tp_exprs *x, tp_rng *rng, uint64_t *values,
                            tp_expr *path) {
  uint32_t n = 1 + tp_rng_below(rng, MAX_CONDS);
  for (unsigned i = 0; i < N_VARS; i++)
    values[i] = tp_rng_next(rng) & 255;
  for (uint32_t i = 0; i < n; i++) {
    tp_expr e = random_cond(x, rng);
    path[i] = side(x, e, tp_expr_eval(x, e, from_array, values));
  }
  path[n - 1] = tp_expr_not(x, path[n - 1]);
  return n;
}

typedef struct real {
  fixture t;
  tp_partial p;
  uint64_t values[N_VARS];
  tp_expr path[MAX_CONDS];
  uint32_t n;
} real;

static tp_smt_answer ask_yices(void *state, const tp_partial_ask *a,
                               tp_smt_result *out) {
  real *r = state;
  return (a->is_more ? tp_smt_check_more : tp_smt_check)(
      r->t.smt, a->conds, a->n, a->pivot, true, from_array, r->values, out);
}

static void check_answer(real *r, tp_smt_answer whole, uint64_t calls) {
  tp_turned q = {r->path, r->n, from_array, r->values, true};
  tp_smt_answer answer = tp_partial_solve(&r->p, &q);
  CHECK_EQ(answer, whole);                  /* 4.2 (a) */
  CHECK(r->p.counts.calls - calls <= r->n); /* 4.3 */
  if (answer == TP_SMT_SAT) {               /* 4.2 (b) */
    uint64_t values[N_VARS];
    memcpy(values, r->values, sizeof values);
    for (uint32_t i = 0; i < r->p.result.model.n; i++)
      values[r->p.result.model.at[i].var] = r->p.result.model.at[i].bits;
    CHECK(tp_expr_all_hold(r->t.x, r->path, r->n, from_array, values));
    return;
  }
  const tp_vec_u32 *core = &r->p.result.core;
  tp_expr conds[MAX_CONDS];
  CHECK(core->n > 0 && VEC_LAST(core) == r->n - 1);
  for (uint32_t i = 0; i < core->n; i++) {
    CHECK(i == 0 || core->at[i - 1] < core->at[i]);
    conds[i] = r->path[core->at[i]];
  }
  CHECK_EQ(tp_smt_check(r->t.smt, conds, core->n, core->n, false, NULL, NULL,
                        &r->t.r),
           TP_SMT_UNSAT);
  for (uint32_t k = 0; k + 1 < core->n; k++) { /* no condition can be dropped */
    tp_expr dropped = conds[k];
    conds[k] = tp_expr_bool(r->t.x, true);
    CHECK_EQ(tp_smt_check(r->t.smt, conds, core->n, core->n, false, NULL, NULL,
                          &r->t.r),
             TP_SMT_SAT);
    conds[k] = dropped;
  }
}

/* 4.1: what a part contradicts the whole does. */
static void check_parts_imply(real *r, tp_rng *rng, tp_smt_answer whole) {
  tp_expr part[MAX_CONDS];
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->n; i++)
    if (i + 1 == r->n || tp_rng_below(rng, 2))
      part[n++] = r->path[i];
  tp_smt_answer answer =
      tp_smt_check(r->t.smt, part, n, n, false, NULL, NULL, &r->t.r);
  CHECK(answer != TP_SMT_UNSAT || whole == TP_SMT_UNSAT);
}

TEST(partial_theorems_4_1_to_4_3) {
  uint32_t n_unsat = 0, n_rounds = 0;
  real r = {.t = fresh(NULL)};
  tp_rng rng;
  tp_rng_init(&rng, 4);
  tp_partial_init(&r.p, r.t.x, NULL,
                  &(tp_asker){.state = &r, .ask = ask_yices});
  for (uint32_t k = 0; k < 1500; k++) {
    r.p.plan = tp_partial_plan_of(k % 4 == 3 ? TP_CONSTRAINTS_AUTO
                                             : TP_CONSTRAINTS_PARTIAL);
    r.p.plan.adds = (tp_partial_adds)(k % 3);
    r.n = random_path(r.t.x, &rng, r.values, r.path);
    tp_smt_answer whole =
        tp_smt_check(r.t.smt, r.path, r.n, r.n, false, NULL, NULL, &r.t.r);
    uint64_t calls = r.p.counts.calls;
    n_unsat += whole == TP_SMT_UNSAT;
    check_answer(&r, whole, calls);
    n_rounds += r.p.counts.calls - calls > 2;
    check_parts_imply(&r, &rng, whole);
  }
  CHECK(n_unsat > 100 && n_unsat < 1400); /* both kinds were met */
  CHECK(n_rounds > 50);
  tp_partial_free(&r.p);
  done(&r.t);
}
