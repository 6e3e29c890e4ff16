/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of the next slice: reward for cost. Whatever an arm looks for, it
 * finds what is easy first: it mostly gains as much each time that its own time
 * doubles as the time before. So what it has gained counts by the part of its
 * time that had passed then, and what is expected of the next moment is that
 * for all its time: an arm that gains has time in proportion to what it gains
 * in a doubling, a newcomer soon shows what it can do, and arms without luck
 * take turns by what such arms are known for. */
#include "arms/arms.h"

#include "base/alloc.h"
#include "base/apart.h"
#include "base/fiber.h"
#include "base/vec.h"

#include <math.h>

#define STACK_SIZE ((size_t)8 << 20)
#define SLICE UINT64_C(10000000) /* ns */
#define TICK UINT64_C(20000)     /* ns that are counted together */
/* A gain counts by that power of the part of its arm's time that had passed. So
 * of an arm that gains the same in each doubling the sum of them, times FADING,
 * stays what it gains while its time grows e times as long. */
#define FADING 3.0
/* One that ran dry is expected to gain no more than so much in as long as it
 * has gained nothing, however rich it was before. */
#define AT_ONCE 3.0
#define MANY 50 /* open branches: more promise no more than these */
/* ns that each is taken to have spent before it began */
#define PRIOR_COST 2e7
#define SHARE_ALONE 0.04 /* of the time that is left until the deadline */
#define SHARE 0.02       /* of what all spend, for each */
#define MAX_DEBT 2e8     /* ns: its share of 10 s */

struct tp_arm {
  tp_arms *arms;
  tp_arm_plan plan;
  tp_fiber *fiber;
  tp_budget budget;
  uint64_t epoch, known; /* gain that the arm knows of */
  uint64_t spent, left;  /* in all; of the slice */
  uint64_t said;         /* spent, but not counted yet */
  double looked, since;  /* at the clocks last: the processor's, the time */
  double gain;           /* that counts: FADING */
  double vain;           /* ns spent since it gained something */
  double due;            /* ns of its share that it has not been given; below 0:
                            a slice of its share took longer than it should */
  bool has_ended, makes_way, is_owed; /* owed: the slice is of its share */
  uint64_t slices;
  double seconds;
};

struct tp_arms {
  tp_arms_options options;
  VEC(tp_arm *) at;
  uint64_t spent; /* by all */
  uint64_t idle;  /* by searches since something was gained */
  uint64_t open;  /* branches, when a choice is made */
  bool is_ending;
};

tp_arms *tp_arms_new(const tp_arms_options *options) {
  tp_arms *arms = TP_NEW(tp_arms);
  arms->options = *options;
  return arms;
}

void tp_arms_free(tp_arms *arms) {
  for (uint32_t i = 0; i < arms->at.n; i++) {
    tp_fiber_free(arms->at.at[i]->fiber);
    tp_free(arms->at.at[i]);
  }
  VEC_FREE(&arms->at);
  tp_free(arms);
}

static void run(void *state) {
  tp_arm *arm = state;
  arm->plan.run(arm->plan.state, arm);
}

tp_arm *tp_arms_add(tp_arms *arms, const tp_arm_plan *plan) {
  tp_arm *arm = TP_NEW(tp_arm);
  *arm = (tp_arm){
      .arms = arms, .plan = *plan, .budget = *arms->options.budget, .epoch = 1};
  arm->fiber = tp_fiber_new(STACK_SIZE, run, arm);
  if (!arm->fiber) {
    tp_free(arm);
    return NULL;
  }
  VEC_PUSH(&arms->at, arm);
  return arm;
}

/* ---- inside of an arm ---------------------------------------------------- */

static bool is_timed(const tp_arm *arm) {
  return arm->arms->options.budget->deadline > 0;
}

/* Of the processor, with what was worked out apart. */
static double seconds_used(void) {
  return tp_cpu_now() + tp_apart_seconds();
}

static void set_clocks(tp_arm *arm) {
  arm->looked = seconds_used();
  arm->since = tp_now();
}

/* Where there is a deadline an arm may not pretend to be cheap: the processor's
 * time counts, if it is more. Nor is it dearer than the time that has passed:
 * runs are somebody else's processor time, and weights only guess it. */
static void look_at_clock(tp_arm *arm) {
  double looked = arm->looked, since = arm->since;
  set_clocks(arm);
  uint64_t used = (uint64_t)((arm->looked - looked) * 1e9);
  uint64_t passed = (uint64_t)((arm->since - since) * 1e9);
  if (arm->said > passed)
    arm->said = passed;
  if (arm->said < used)
    arm->said = used;
}

void tp_arm_spend(tp_arm *arm, uint64_t ns) {
  arm->said += ns;
  if (arm->said < TICK)
    return;
  if (is_timed(arm))
    look_at_clock(arm);
  arm->spent += arm->said;
  arm->left -= arm->said < arm->left ? arm->said : arm->left;
  arm->said = 0;
  if (!arm->left && !arm->arms->is_ending)
    tp_fiber_pause(arm->fiber);
}

void tp_arm_owe(tp_arm *arm, uint64_t ns) {
  arm->said += ns;
}

void tp_arm_make_way(tp_arm *arm) {
  arm->makes_way = true;
  if (!arm->arms->is_ending)
    tp_fiber_pause(arm->fiber);
}

const tp_budget *tp_arm_budget(const tp_arm *arm) {
  return &arm->budget;
}

const uint64_t *tp_arm_epoch(const tp_arm *arm) {
  return &arm->epoch;
}

uint64_t tp_arm_spent(const tp_arm *arm) {
  return arm->spent;
}

double tp_arm_share(const tp_arm *arm) {
  uint64_t all = arm->arms->spent;
  return all ? (double)arm->spent / (double)all : 0;
}

tp_arm_report tp_arm_tell(const tp_arm *arm) {
  return (tp_arm_report){arm->plan.name, arm->slices, arm->seconds};
}

/* ---- slices -------------------------------------------------------------- */

static void enter(tp_arm *arm, uint64_t gain) {
  const tp_arms_options *o = &arm->arms->options;
  arm->epoch += gain != arm->known;
  set_clocks(arm);
  arm->left = SLICE;
  arm->makes_way = false;
  arm->slices++;
  if (o->enter)
    o->enter(o->state, arm);
}

/* Its share is of any time, not on the whole: what it was given because it was
 * the best it need not pay back when it is no more. */
static void pay(tp_arm *arm, uint64_t spent) {
  double least = arm->is_owed ? -MAX_DEBT : arm->due < 0 ? arm->due : 0;
  arm->due -= (double)spent;
  if (arm->due > 0)
    arm->due = 0;
  if (arm->due < least)
    arm->due = least;
}

/* What the slice tells of the arm, and of all. */
static void learn(tp_arm *arm, uint64_t gained, uint64_t spent) {
  tp_arms *arms = arm->arms;
  double part =
      arm->spent ? (double)(arm->spent - spent) / (double)arm->spent : 0;
  arms->spent += spent;
  arm->gain = arm->gain * pow(part, FADING) + FADING * (double)gained;
  arm->vain = gained ? 0 : arm->vain + (double)spent;
  for (uint32_t i = 0; i < arms->at.n; i++)
    arms->at.at[i]->due += SHARE * (double)spent;
  pay(arm, spent);
  if (gained)
    arms->idle = 0;
  else if (arm->plan.is_search)
    arms->idle += spent;
}

/* What it gained. */
static uint64_t give_slice(tp_arm *arm) {
  const tp_arms_options *o = &arm->arms->options;
  uint64_t gain = o->gain(o->state), spent = arm->spent;
  enter(arm, gain);
  double start = tp_now();
  arm->has_ended = !tp_fiber_continue(arm->fiber);
  arm->seconds += tp_now() - start;
  if (o->leave)
    o->leave(o->state, arm);
  arm->known = o->gain(o->state);
  learn(arm, arm->known - gain, arm->spent - spent);
  return arm->known - gain;
}

/* ---- the choice ---------------------------------------------------------- */

static bool can_go_on(const tp_arm *arm) {
  const tp_arms *arms = arm->arms;
  return !arm->has_ended &&
         !(arm->plan.is_search && arms->idle >= arms->options.patience);
}

static double prior_of(const tp_arm *arm) {
  uint64_t open = arm->arms->open;
  return arm->plan.prior + arm->plan.part * (open < MANY ? (double)open : MANY);
}

static double rate_of(const tp_arm *arm) {
  double promise =
      arm->plan.promise ? arm->plan.promise(arm->plan.state, arm) * 1e-9 : 0;
  double prior = prior_of(arm);
  double rate = (arm->gain + prior) / ((double)arm->spent + PRIOR_COST);
  double dry = (AT_ONCE + prior) / (arm->vain + PRIOR_COST);
  if (arm->vain > 0 && dry < rate)
    rate = dry;
  return promise > rate ? promise : rate;
}

/* One that is owed more than a slice, most first; else the best. */
static tp_arm *choose(tp_arms *arms) {
  const tp_arms_options *o = &arms->options;
  arms->open = o->open ? o->open(o->state) : 0;
  tp_arm *owed = NULL, *best = NULL;
  double best_rate = 0;
  for (uint32_t i = 0; i < arms->at.n; i++) {
    tp_arm *arm = arms->at.at[i];
    if (!can_go_on(arm))
      continue;
    if (arm->due >= (double)SLICE && (!owed || arm->due > owed->due))
      owed = arm;
    double rate = rate_of(arm);
    if (!best || rate > best_rate) {
      best = arm;
      best_rate = rate;
    }
  }
  if (best)
    best->is_owed = false;
  if (owed)
    owed->is_owed = true;
  return owed ? owed : best;
}

static bool is_over(const tp_arms *arms) {
  return tp_budget_over(arms->options.budget) != TP_STOP_NONE ||
         arms->options.is_over(arms->options.state);
}

void tp_arms_run_alone(tp_arms *arms, tp_arm *arm, uint64_t patience,
                       uint64_t most) {
  uint64_t from = arm->spent;
  double deadline = arms->options.budget->deadline, start = tp_now();
  double end = deadline > 0 ? start + SHARE_ALONE * (deadline - start) : 0;
  most += from;
  while (!arm->has_ended && !arm->makes_way && !is_over(arms) &&
         arm->spent - from < patience && arm->spent < most &&
         !(end > 0 && tp_now() > end))
    if (give_slice(arm))
      from = arm->spent;
}

/* A deadline that is long over. */
#define THE_PAST 1e-9

void tp_arms_retire(tp_arms *arms, tp_arm *arm) {
  bool is_ending = arms->is_ending;
  arms->is_ending = true;
  arm->budget.deadline = THE_PAST;
  if (!arm->has_ended && !(arm->plan.is_search && !arm->slices))
    give_slice(arm);
  arm->has_ended = true;
  arms->is_ending = is_ending;
}

/* What came from elsewhere wakes searches that rest. */
static bool look_elsewhere(tp_arms *arms, bool is_idle) {
  const tp_arms_options *o = &arms->options;
  if (!o->between)
    return false;
  uint64_t gain = o->gain(o->state);
  bool may_come = o->between(o->state, is_idle);
  if (o->gain(o->state) == gain)
    return may_come;
  arms->idle = 0;
  return true;
}

void tp_arms_run(tp_arms *arms) {
  while (!is_over(arms)) {
    tp_arm *arm = choose(arms);
    bool may_come = look_elsewhere(arms, !arm);
    if (arm && !is_over(arms))
      give_slice(arm);
    else if (!may_come)
      break;
  }
  arms->is_ending = true;
  for (uint32_t i = 0; i < arms->at.n; i++)
    arms->at.at[i]->budget.deadline = THE_PAST;
  for (uint32_t i = 0; i < arms->at.n; i++)
    tp_arms_retire(arms, arms->at.at[i]);
}
