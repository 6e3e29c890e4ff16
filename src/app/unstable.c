/* SPDX-License-Identifier: GPL-3.0-or-later */
/* First addresses and environment: only tests that did something else there
 * need more runs. Then, if the program may read variables that were never set,
 * these. Tests are chosen for that as the report will choose them: those that
 * were there before, then by greedy cover. What they take in every way is
 * covered; so if a branch is lost, the next test that takes it is tried. Those
 * that were not chosen are told to be spare: what they cover was not looked at.
 *
 * A run that does not end takes all of its time in each way: it is spared that.
 */
#include "app/unstable.h"

#include "app/fewest.h"
#include "app/resume.h"
#include "app/tell.h"
#include "flow/uninitialised.h"

#define MOVES 3 /* runs that ask what hangs on addresses, if something may */

typedef struct search {
  const tp_unstable *in;
  bool looks_inside; /* also at variables that were never set */
  tp_bits taken;     /* branches of the last run */
  tp_bits is_chosen; /* tests */
  tp_fewest cover;
  tp_diag *diag;
} search;

static bool is_over(const search *s) {
  return s->diag->status != TP_OK || tp_grace_over(s->in->grace);
}

/* ---- one run ------------------------------------------------------------- */

/* False: there is no time, or it can't be run so. */
static bool run(search *s, tp_listing_way way, uint32_t test) {
  tp_listing *l = s->in->listing;
  tp_vec_u32 taken = {0};
  tp_plain_end end = {0};
  tp_plain_state now = TP_PLAIN_RUNNING;
  if (tp_listing_start(l, 0, way, test, s->diag) != 0)
    return false;
  while (now == TP_PLAIN_RUNNING && !is_over(s))
    now = tp_listing_poll(l, 0, 100, &end, &taken);
  tp_bits_clear_all(&s->taken);
  for (uint32_t i = 0; i < taken.n; i++)
    tp_bits_add(&s->taken, taken.at[i]);
  VEC_FREE(&taken);
  return now == TP_PLAIN_ENDED && end.how != TP_PLAIN_LOST;
}

/* The branches of `from` that the last run took, or those that it did not. */
static void split(const search *s, const tp_vec_u32 *from, bool took,
                  tp_vec_u32 *out) {
  VEC_CLEAR(out);
  for (uint32_t i = 0; i < from->n; i++)
    if (tp_bits_has(&s->taken, from->at[i]) == took)
      VEC_PUSH(out, from->at[i]);
}

/* What is not taken in that way goes from `left` to the journal. */
static void try_way(search *s, tp_listing_way way, uint32_t test, tp_lost why,
                    tp_vec_u32 *left) {
  tp_vec_u32 lost = {0}, kept = {0};
  if (left->n && !is_over(s) && run(s, way, test)) {
    split(s, left, false, &lost);
    split(s, left, true, &kept);
    tp_tell_lost(s->in->project->tell, test, why, &lost);
    VEC_FREE(left);
    *left = kept;
  }
  VEC_FREE(&lost);
}

/* ---- addresses and environment ------------------------------------------- */

static bool is_endless(const search *s, uint32_t test) {
  return tp_engine_test_at(s->in->project->engine, test)->end == TP_END_TIMEOUT;
}

/* What other addresses alone take away, which may be more with each run, hangs
 * on them; the rest of what was lost elsewhere hangs on the environment. */
static void find_cause(search *s, uint32_t test) {
  tp_test_branches *b = &s->in->tests[test];
  tp_vec_u32 lost = {0};
  for (int i = 0; i < MOVES && !is_endless(s, test); i++)
    try_way(s, TP_WAY_MOVED, test, TP_LOST_ADDRESS, &b->seen);
  tp_bits_clear_all(&s->taken);
  for (uint32_t i = 0; i < b->elsewhere.n; i++)
    tp_bits_add(&s->taken, b->elsewhere.at[i]);
  split(s, &b->seen, false, &lost);
  tp_tell_lost(s->in->project->tell, test, TP_LOST_ENVIRONMENT, &lost);
  split(s, &b->seen, true, &lost);
  VEC_FREE(&b->seen);
  b->seen = lost;
}

static void find_causes(search *s) {
  for (uint32_t i = 0; i < s->in->n_tests && !is_over(s); i++)
    if (s->in->tests[i].hangs_on_place && s->in->tests[i].seen.n)
      find_cause(s, i);
}

/* ---- variables that were never set --------------------------------------- */

static void try_test(search *s, uint32_t test) {
  tp_vec_u32 *seen = &s->in->tests[test].seen;
  tp_bits_add(&s->is_chosen, test);
  if (!is_endless(s, test)) {
    try_way(s, TP_WAY_ZEROED, test, TP_LOST_UNINITIALISED, seen);
    try_way(s, TP_WAY_FILLED, test, TP_LOST_UNINITIALISED, seen);
  }
  tp_fewest_test stable = {test, seen->at, seen->n};
  tp_fewest_mark(&s->cover, &stable);
}

static void choose_tests(search *s) {
  const tp_unstable *in = s->in;
  const tp_resume *earlier = in->project->resume;
  uint32_t n_fixed = earlier ? earlier->n_kept : 0;
  bool is_few = strcmp(in->project->options->minimize, "on") == 0;
  if (n_fixed > in->n_tests || !is_few)
    n_fixed = in->n_tests;
  for (uint32_t i = 0; i < n_fixed && !is_over(s); i++)
    if (in->tests[i].seen.n)
      try_test(s, i);
  for (uint32_t i = in->n_tests; i-- > n_fixed;)
    tp_fewest_add(&s->cover, (tp_fewest_test){i, in->tests[i].seen.at,
                                              in->tests[i].seen.n});
  for (const tp_fewest_test *t; !is_over(s) && (t = tp_fewest_next(&s->cover));)
    try_test(s, t->number);
}

static void tell_spare(const search *s) {
  for (uint32_t i = 0; i < s->in->n_tests; i++)
    if (!tp_bits_has(&s->is_chosen, i))
      tp_tell_lost(s->in->project->tell, i, TP_LOST_SPARE,
                   &s->in->tests[i].seen);
}

/* Both at a time. */
void tp_unstable_begin(const tp_unstable *in) {
  tp_diag why = {0}; /* is told again by who waits for them */
  if (tp_flow_may_be_uninitialised(in->project->ir)) {
    tp_listing_poll_build(in->listing, TP_WAY_ZEROED, 0, &why);
    tp_listing_poll_build(in->listing, TP_WAY_FILLED, 0, &why);
  }
  tp_diag_free(&why);
}

/* The two further programs, if there is a reason to have them. */
static const char *prepare(search *s) {
  tp_diag why = {0};
  int state = 0;
  s->looks_inside = tp_flow_may_be_uninitialised(s->in->project->ir);
  for (int way = TP_WAY_ZEROED;
       way <= TP_WAY_FILLED && s->looks_inside && state == 0; way++)
    do
      state =
          tp_listing_poll_build(s->in->listing, (tp_listing_way)way, 20, &why);
    while (state > 0 && !is_over(s));
  bool is_refused = why.status != TP_OK;
  tp_diag_free(&why);
  if (state == 0)
    return NULL;
  s->looks_inside = false;
  return is_refused ? "the compiler has no -ftrivial-auto-var-init: what hangs "
                      "on variables that were never set was not looked for"
                    : NULL;
}

const char *tp_unstable_find(const tp_unstable *in, tp_diag *diag) {
  search s = {.in = in, .diag = diag};
  uint32_t n_branches = in->project->program->branches.n;
  tp_bits_init(&s.taken, n_branches);
  tp_bits_init(&s.is_chosen, in->n_tests);
  tp_fewest_init(&s.cover, n_branches);
  find_causes(&s);
  const char *note = prepare(&s);
  if (s.looks_inside)
    choose_tests(&s);
  if (s.looks_inside && !is_over(&s))
    tell_spare(&s);
  if (is_over(&s))
    note = "there was no time to look for branches that are covered only by "
           "chance";
  tp_fewest_free(&s.cover);
  tp_bits_free(&s.is_chosen);
  tp_bits_free(&s.taken);
  return note;
}
