/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arms/arms.h - several ways to make progress share the time.
 *
 * An *arm* is work that can be left at any moment and continued: a search, the
 * deciding of branches. It runs on a stack of its own and says what it has
 * spent; when its slice is used up it is left, and the next slice goes to the
 * arm that promises most for what it costs. Nothing is known of an arm but
 * what it cost and what it brought: branches decided, as the owner counts
 * them. What is spent is *work* (arms/weights.def), so that the order of
 * slices is the same each time; only where there is a deadline is it time.
 *
 * Each arm that has something to do gets at least a fiftieth of what all spend.
 */
#ifndef TP_ARMS_ARMS_H
#define TP_ARMS_ARMS_H

#include "base/clock.h"

typedef struct tp_arms tp_arms;
typedef struct tp_arm tp_arm;

/* What things cost, in nanoseconds. */
enum {
#define WEIGHT(name, ns) TP_WEIGHT_##name = ns,
#include "arms/weights.def"
#undef WEIGHT
};

typedef struct tp_arms_options {
  void *state;
  uint64_t (*gain)(void *state); /* branches decided so far, by whomever */
  uint64_t (*open)(void *state); /* branches that can be; NULL: not known */
  bool (*is_over)(void *state);  /* nothing is left to do */
  /* Around each slice; may be NULL. */
  void (*enter)(void *state, tp_arm *arm);
  void (*leave)(void *state, tp_arm *arm);
  /* Between two slices; if no arm has anything to do it may wait a little.
   * Whether something may come from elsewhere. May be NULL. */
  bool (*between)(void *state, bool is_idle);
  const tp_budget *budget;
  uint64_t patience; /* ns: searches rest when all of them together have spent
                        so much and nothing was gained by anybody */
} tp_arms_options;

typedef struct tp_arm_plan {
  const char *name;
  void *state;
  void (*run)(void *state, tp_arm *arm); /* until nothing is left to do */
  /* Gain to be expected for a second, if it is more than the past tells. May be
   * NULL. */
  double (*promise)(void *state, const tp_arm *arm);
  /* What it is expected to gain while its time grows e times as long if it has
   * gained nothing yet: so much, and such a part of what is open. */
  double prior, part;
  bool is_search; /* never ends by itself: rests when it is in vain */
} tp_arm_plan;

typedef struct tp_arm_report {
  const char *name;
  uint64_t slices;
  double seconds;
} tp_arm_report;

tp_arms *tp_arms_new(const tp_arms_options *options);
/* All arms have ended. */
void tp_arms_free(tp_arms *arms);
/* NULL: there is no room for its stack. */
tp_arm *tp_arms_add(tp_arms *arms, const tp_arm_plan *plan);

/* This one only, until it ends, makes way, or has spent so much (ns) since it
 * gained something, or `most` in all, or a share of the time that is left. */
void tp_arms_run_alone(tp_arms *arms, tp_arm *arm, uint64_t patience,
                       uint64_t most);
/* All, until nothing is left to do, or the budget is over; then each is told
 * that its budget is over, and ends. */
void tp_arms_run(tp_arms *arms);

/* It ends now, as when its budget is over. */
void tp_arms_retire(tp_arms *arms, tp_arm *arm);

/* From inside of an arm: so many ns were spent; others may have their turn
 * before this returns. */
void tp_arm_spend(tp_arm *arm, uint64_t ns);
/* The same, counted with what is spent next. */
void tp_arm_owe(tp_arm *arm, uint64_t ns);
/* Others first. */
void tp_arm_make_way(tp_arm *arm);
/* Over when the whole is, or when the arm has to end. */
const tp_budget *tp_arm_budget(const tp_arm *arm);
/* Another number whenever others may have gained something meanwhile. */
const uint64_t *tp_arm_epoch(const tp_arm *arm);
uint64_t tp_arm_spent(const tp_arm *arm); /* ns so far */
double tp_arm_share(const tp_arm *arm);   /* of what all have spent */
tp_arm_report tp_arm_tell(const tp_arm *arm);

#endif
