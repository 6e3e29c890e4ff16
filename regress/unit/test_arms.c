/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fibers are left and continued where they were; the scheduler follows reward
 * for cost, forgets nobody, and ends all that it began. */
#include "check.h"

#include "arms/arms.h"
#include "base/apart.h"
#include "base/fiber.h"

/* ---- fibers -------------------------------------------------------------- */

typedef struct pacer {
  tp_fiber *self, *other;
  int steps, deep;
} pacer;

static int go_deep(pacer *p, int depth) {
  if (depth == 0) {
    tp_fiber_pause(p->self);
    return 1;
  }
  return go_deep(p, depth - 1) + 1;
}

static void pace(void *state) {
  pacer *p = state;
  for (int i = 0; i < 3; i++) {
    p->steps++;
    tp_fiber_pause(p->self);
  }
  p->deep = go_deep(p, 1000);
}

TEST(fiber_goes_on_where_it_was) {
  pacer p = {0};
  p.self = tp_fiber_new((size_t)1 << 20, pace, &p);
  for (int i = 1; i <= 3; i++) {
    CHECK(tp_fiber_continue(p.self));
    CHECK_EQ(p.steps, i);
  }
  CHECK(tp_fiber_continue(p.self));
  CHECK_EQ(p.deep, 0);
  CHECK(!tp_fiber_continue(p.self));
  CHECK_EQ(p.deep, 1001);
  tp_fiber_free(p.self);
}

static void hold_another(void *state) {
  pacer *p = state;
  while (tp_fiber_continue(p->other))
    tp_fiber_pause(p->self);
}

TEST(fiber_in_a_fiber) {
  pacer inner = {0}, outer = {0};
  inner.self = tp_fiber_new((size_t)1 << 20, pace, &inner);
  outer.self = tp_fiber_new((size_t)1 << 16, hold_another, &outer);
  outer.other = inner.self;
  int pauses = 0;
  while (tp_fiber_continue(outer.self))
    pauses++;
  CHECK_EQ(pauses, 4);
  CHECK_EQ(inner.deep, 1001);
  tp_fiber_free(inner.self);
  tp_fiber_free(outer.self);
}

TEST(fiber_without_room) {
  CHECK(!tp_fiber_new(SIZE_MAX / 2, pace, NULL));
}

/* ---- arms ---------------------------------------------------------------- */

#define MS UINT64_C(1000000)

typedef struct game {
  uint64_t gained, wanted, spent;
  uint64_t open; /* as long as nothing is gained */
} game;

typedef struct player {
  game *g;
  uint64_t every;     /* one gain for so much; 0: none */
  uint64_t dry;       /* none after so much; 0: never */
  bool is_easy_first; /* four gains each time its time has doubled */
  uint64_t next;      /* of these */
  double prior, part; /* prior 0: 1 */
  uint64_t most;      /* ends when it has spent that; 0: never */
  uint64_t step;      /* spent at a time; 0: a millisecond */
  uint64_t spent;
  uint64_t last, longest; /* spent by all when it spent; most between two */
  bool has_ended;
} player;

static uint64_t gain(void *state) {
  return ((game *)state)->gained;
}

static uint64_t open_ones(void *state) {
  return ((game *)state)->open;
}

static bool is_over(void *state) {
  const game *g = state;
  return g->wanted && g->gained >= g->wanted;
}

static void play(void *state, tp_arm *arm) {
  player *p = state;
  while (tp_budget_over(tp_arm_budget(arm)) == TP_STOP_NONE &&
         !(p->most && p->spent >= p->most)) {
    uint64_t step = p->step ? p->step : MS;
    uint64_t waited = p->g->spent - p->last;
    p->longest = p->longest > waited ? p->longest : waited;
    p->spent += step;
    p->last = p->g->spent += step;
    if (p->every && p->spent % p->every == 0 && !(p->dry && p->spent > p->dry))
      p->g->gained++;
    if (p->is_easy_first && p->spent >= p->next) {
      p->g->gained += 4;
      p->next = 2 * p->spent;
    }
    tp_arm_spend(arm, step);
  }
  p->has_ended = true;
}

static void compete(game *g, player *players, uint32_t n, bool are_searches) {
  static const tp_budget no_limit = {0};
  tp_arms_options options = {.state = g,
                             .gain = gain,
                             .open = open_ones,
                             .is_over = is_over,
                             .budget = &no_limit,
                             .patience = g->wanted ? 100000 * MS : 1000 * MS};
  tp_arms *arms = tp_arms_new(&options);
  for (uint32_t i = 0; i < n; i++) {
    players[i].g = g;
    tp_arm_plan plan = {.name = "player",
                        .state = &players[i],
                        .run = play,
                        .prior = players[i].prior ? players[i].prior : 1,
                        .part = players[i].part,
                        .is_search = are_searches};
    CHECK(tp_arms_add(arms, &plan) != NULL);
  }
  tp_arms_run(arms);
  tp_arms_free(arms);
  for (uint32_t i = 0; i < n; i++)
    CHECK(players[i].has_ended);
}

TEST(arms_follow_reward) {
  game g = {.wanted = 2000};
  player players[] = {{.every = 50 * MS}, {.every = 5 * MS}, {0}};
  compete(&g, players, 3, true);
  uint64_t all = players[0].spent + players[1].spent + players[2].spent;
  CHECK(players[1].spent > all / 10 * 8);
  CHECK(players[0].spent >= all / 55); /* nearly a fiftieth */
  CHECK(players[2].spent >= all / 55);
}

TEST(arms_take_turns_in_vain) {
  game g = {0};
  player players[] = {{0}, {0}, {0}, {0}};
  compete(&g, players, 4, true);
  for (int i = 0; i < 4; i++)
    CHECK(players[i].spent > 150 * MS && players[i].spent < 400 * MS);
}

/* Of those without luck the ones that promise more get more. */
TEST(arms_follow_priors_in_vain) {
  game g = {0};
  player players[] = {{.prior = 3}, {.prior = 1}};
  compete(&g, players, 2, true);
  CHECK(players[0].spent > 2 * players[1].spent);
}

/* What is easy comes first: one that gains ever less still gains more than
 * those that have gained nothing. */
TEST(arms_stay_with_what_gains_ever_less) {
  game g = {.wanted = 56};
  player players[8] = {{.is_easy_first = true}};
  uint64_t all = 0;
  for (int i = 0; i < 8; i++)
    players[i].prior = 0.2;
  compete(&g, players, 8, true);
  for (int i = 0; i < 8; i++)
    all += players[i].spent;
  CHECK(players[0].spent > all / 2);
}

/* Where little is open they have little to promise. */
TEST(arms_promise_a_part_of_what_is_open) {
  static const uint64_t open[] = {1, 40};
  double shares[2];
  for (int i = 0; i < 2; i++) {
    game g = {.open = open[i]};
    player players[] = {{.part = 0.1}, {0}};
    compete(&g, players, 2, true);
    shares[i] = (double)players[0].spent / (double)g.spent;
  }
  CHECK(shares[0] < 0.6 && shares[1] > 0.7);
}

/* One that gained much and then nothing is left soon. */
TEST(arms_leave_what_ran_dry) {
  game g = {.wanted = 1000};
  player players[] = {{.every = MS, .dry = 500 * MS}, {.every = 20 * MS}};
  compete(&g, players, 2, true);
  CHECK(players[0].spent < 1000 * MS);
}

/* Its share begins at once, whatever it had before. */
TEST(arms_have_their_share_of_any_time) {
  game g = {.wanted = 8000};
  player players[] = {{.every = MS, .dry = 4000 * MS}, {.every = 5 * MS}};
  compete(&g, players, 2, true);
  CHECK(players[0].spent > 4000 * MS && players[1].spent > 15000 * MS);
  CHECK(players[0].longest < 600 * MS && players[1].longest < 600 * MS);
}

TEST(arms_wait_for_what_is_no_search) {
  game g = {0};
  player players[] = {{.most = 5000 * MS}, {.most = 3 * MS}};
  compete(&g, players, 2, false);
  CHECK_EQ(players[0].spent, 5000 * MS);
  CHECK_EQ(players[1].spent, 3 * MS);
}

/* A slice that takes far longer than it should is paid back: such an arm has no
 * more than its share. */
TEST(arms_pay_for_long_slices) {
  game g = {.wanted = 2000};
  player players[] = {{.every = 5 * MS}, {.step = 150 * MS}};
  compete(&g, players, 2, true);
  CHECK(players[1].spent < (players[0].spent + players[1].spent) / 15);
}

/* ---- what is worked out apart -------------------------------------------- */

#define APART_SECONDS 0.03

static void spin(void *state, tp_str *said) {
  (void)said;
  for (volatile unsigned *at = state;;)
    ++*at;
}

static void work_apart(void *state, tp_arm *arm) {
  unsigned *times = state, copied = 0;
  tp_str said = {0};
  for (; *times < 3; ++*times) {
    tp_apart_run(spin, &copied, APART_SECONDS, NULL, &said);
    tp_arm_spend(arm, MS / 10);
  }
  tp_str_free(&said);
}

TEST(arms_pay_for_work_apart) {
  game g = {0};
  unsigned times = 0;
  tp_budget budget;
  tp_budget_init(&budget, 1000);
  tp_arms_options options = {
      .state = &g, .gain = gain, .is_over = is_over, .budget = &budget};
  tp_arms *arms = tp_arms_new(&options);
  tp_arm_plan plan = {.name = "apart", .state = &times, .run = work_apart};
  const tp_arm *arm = tp_arms_add(arms, &plan);
  tp_arms_run(arms);
  CHECK_EQ(times, 3);
  CHECK((double)tp_arm_spent(arm) > 3 * APART_SECONDS * 1e9);
  tp_arms_free(arms);
}

static void boast(void *state, tp_arm *arm) {
  (void)state;
  for (int i = 0; i < 50; i++)
    tp_arm_spend(arm, 100 * MS);
}

/* Where time counts, work is not dearer than the time it took. */
TEST(arms_pay_for_no_more_time_than_has_passed) {
  game g = {0};
  tp_budget budget;
  tp_budget_init(&budget, 1000);
  tp_arms_options options = {
      .state = &g, .gain = gain, .is_over = is_over, .budget = &budget};
  tp_arms *arms = tp_arms_new(&options);
  tp_arm_plan plan = {.name = "boaster", .run = boast};
  const tp_arm *arm = tp_arms_add(arms, &plan);
  double start = tp_now();
  tp_arms_run(arms);
  CHECK((double)tp_arm_spent(arm) <= (tp_now() - start) * 1e9);
  tp_arms_free(arms);
}
