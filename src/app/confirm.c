/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaying tests on the plain program.
 *
 * In: the engine's tests, as they come. Each is written as the testcase file
 * that the output folder will hold, run, and compared by how it ends (exit
 * code, signal, or time over) and by the branches that the recorder saw: it
 * covers no others. It runs with other addresses and in another environment
 * than before; if that makes a difference, it runs once more as it was. A test
 * that made too many processes is not repeated: the plain program has nobody to
 * hold it back. Invariant: tests before `next` were
 * started or need no run; a lane's test is pending until its end is known.
 */
#include "app/confirm.h"

#include "app/listing.h"
#include "app/sanitize.h"
#include "app/tell.h"
#include "app/unstable.h"
#include "base/stage.h"
#include "checks/checks.h"

#include <signal.h>

#define GRACE 0.5    /* seconds for what is left when the budget is over */
#define PAUSE 0.0005 /* between two looks while the search is running */

typedef struct check {
  uint8_t state;    /* tp_replayed */
  tp_plain_end end; /* on the plain program */
} check;

struct tp_confirm {
  const tp_project *project;
  tp_listing *listing;
  tp_diag diag;                   /* why nothing can be confirmed */
  VEC(check) checks;              /* by the engine's tests */
  VEC(tp_test_branches) branches; /* likewise: those that hold */
  tp_vec_u32 taken, story;        /* of the last run */
  const char *note;               /* what was not looked for; NULL: nothing */
  uint32_t next;                  /* test to start */
  struct {
    uint32_t test;
    tp_listing_way way;
  } on_lane[TP_PLAIN_LANES];
  double next_look;
  bool is_chance_begun; /* tp_unstable_begin */
  tp_grace grace;       /* for the rest */
  double seconds;       /* that it took */
};

int tp_confirm_new(tp_confirm **out, tp_diag *diag) {
  *out = TP_NEW(tp_confirm);
  return tp_listing_new(&(*out)->listing, diag);
}

int tp_confirm_build(tp_confirm *c, const tp_project *s, tp_diag *diag) {
  c->project = s;
  c->grace = (tp_grace){.budget = &s->budget, .seconds = GRACE};
  return tp_listing_build(c->listing, s, diag);
}

static void forget(tp_confirm *c) {
  for (uint32_t i = 0; i < c->branches.n; i++) {
    VEC_FREE(&c->branches.at[i].seen);
    VEC_FREE(&c->branches.at[i].elsewhere);
  }
  VEC_FREE(&c->branches);
  VEC_FREE(&c->taken);
  VEC_FREE(&c->story);
  tp_diag_free(&c->diag);
  VEC_FREE(&c->checks);
  tp_free(c);
}

void tp_confirm_free(tp_confirm *c) {
  if (!c)
    return;
  tp_listing_free(c->listing);
  forget(c);
}

void tp_confirm_let_go(tp_confirm *c) {
  tp_listing_let_go(c->listing);
  forget(c);
}

/* ---- one test ------------------------------------------------------------ */

/* How a test ends, in the words of the plain program. */
static tp_plain_end expected(const tp_engine_test *t) {
  if (t->end == TP_END_SIGNAL)
    return (tp_plain_end){TP_PLAIN_SIGNAL, t->signal};
  if (t->end == TP_END_TIMEOUT)
    return (tp_plain_end){TP_PLAIN_TIMEOUT, 0};
  if (t->end == TP_END_INPUTS)
    return (tp_plain_end){TP_PLAIN_INPUTS, 0};
  return (tp_plain_end){TP_PLAIN_EXIT, t->code};
}

static void start_test(tp_confirm *c, unsigned lane, uint32_t test,
                       tp_listing_way way) {
  if (tp_listing_start(c->listing, lane, way, test, &c->diag) != 0)
    return;
  c->on_lane[lane].test = test;
  c->on_lane[lane].way = way;
}

/* Instrumented it did not end in time. That the plain program, which is faster,
 * does is no contradiction: the branches were taken on the way. */
static bool is_only_slower(tp_plain_end want, tp_plain_end end) {
  return want.how == TP_PLAIN_TIMEOUT &&
         (end.how == TP_PLAIN_EXIT || end.how == TP_PLAIN_INPUTS);
}

static void set_state(tp_confirm *c, uint32_t test, tp_replayed state,
                      tp_plain_end end) {
  c->checks.at[test] = (check){(uint8_t)state, end};
  tp_tell_replay(c->project->tell, test, state, end);
}

/* The branches of a test that the last run took, and those that it did not. */
static void compare_branches(const tp_confirm *c, uint32_t test,
                             tp_vec_u32 *seen, tp_vec_u32 *lost) {
  const tp_engine_test *t = tp_engine_test_at(c->project->engine, test);
  tp_bits saw;
  tp_bits_init(&saw, c->project->program->branches.n);
  VEC_CLEAR(seen);
  VEC_CLEAR(lost);
  for (uint32_t i = 0; i < c->taken.n; i++)
    tp_bits_add(&saw, c->taken.at[i]);
  for (uint32_t i = 0; i < t->taken.n; i++)
    if (tp_bits_has(&saw, t->taken.at[i]))
      VEC_PUSH(seen, t->taken.at[i]);
    else
      VEC_PUSH(lost, t->taken.at[i]);
  tp_bits_free(&saw);
}

/* Whether the last run has violated a check behind which anything may happen.
 */
static bool was_spoilt(const tp_confirm *c) {
  for (uint32_t i = 0; i < c->taken.n; i++)
    if (tp_branch_spoils_memory(c->project->program, c->taken.at[i]))
      return true;
  return false;
}

/* Without memory, or where it was spoilt, a program ends in any way: what it
 * took on its way counts. */
static bool is_as_expected(const tp_confirm *c, uint32_t test,
                           tp_plain_end end) {
  const tp_engine_test *t = tp_engine_test_at(c->project->engine, test);
  tp_plain_end want = expected(t);
  return ((t->end == TP_END_MEMORY || was_spoilt(c)) &&
          end.how != TP_PLAIN_LOST) ||
         (end.how == want.how && end.code == want.code) ||
         is_only_slower(want, end);
}

/* It ran as it was. */
static void settle(tp_confirm *c, uint32_t test, tp_plain_end end) {
  bool is_same = is_as_expected(c, test, end);
  tp_vec_u32 lost = {0};
  set_state(c, test, is_same ? TP_REPLAY_SAME : TP_REPLAY_DIFFERS, end);
  if (is_same) {
    tp_tell_story(c->project->tell, test, &c->story);
    compare_branches(c, test, &c->branches.at[test].seen, &lost);
    tp_tell_lost(c->project->tell, test, TP_LOST_PLAIN, &lost);
  }
  VEC_FREE(&lost);
}

/* It ran elsewhere. False: it did something else there. */
static bool settle_elsewhere(tp_confirm *c, uint32_t test, tp_plain_end end) {
  tp_test_branches *b = &c->branches.at[test];
  tp_vec_u32 lost = {0};
  compare_branches(c, test, &b->elsewhere, &lost);
  bool holds = lost.n == 0 && is_as_expected(c, test, end);
  VEC_FREE(&lost);
  if (holds) {
    set_state(c, test, TP_REPLAY_SAME, end);
    tp_tell_story(c->project->tell, test, &c->story);
    b->seen = b->elsewhere;
    b->elsewhere = (tp_vec_u32){0};
  }
  b->hangs_on_place = !holds;
  return holds;
}

/* ---- all of them --------------------------------------------------------- */

static tp_unstable tests_of(tp_confirm *c) {
  return (tp_unstable){.project = c->project,
                       .listing = c->listing,
                       .tests = c->branches.at,
                       .n_tests = c->branches.n,
                       .grace = &c->grace};
}

/* As soon as it can be run, for there may be no time in the end. */
static void begin_chance(tp_confirm *c) {
  const tp_unstable in = tests_of(c);
  if (!c->is_chance_begun)
    tp_unstable_begin(&in);
  c->is_chance_begun = true;
}

/* The next test that is to be run; false if there is none now. */
static bool next_test(tp_confirm *c, uint32_t *test) {
  uint32_t n = tp_engine_test_count(c->project->engine);
  VEC_RESIZE(&c->checks, n);
  VEC_RESIZE(&c->branches, n);
  while (c->next < n) {
    *test = c->next++;
    if (!tp_engine_test_at(c->project->engine, *test)->is_swarm)
      return true;
    set_state(c, *test, TP_REPLAY_SAME, (tp_plain_end){TP_PLAIN_LOST, 0});
  }
  return false;
}

/* That it does not end is known: only its branches are to be seen. */
static tp_listing_way first_way(const tp_confirm *c, uint32_t test) {
  return tp_engine_test_at(c->project->engine, test)->is_known_hang
             ? TP_WAY_BRIEFLY
             : TP_WAY_ELSEWHERE;
}

/* The run of a lane has ended; whether the lane has another one to do for the
 * same test. */
static bool take_end(tp_confirm *c, unsigned lane, tp_plain_end end) {
  uint32_t test = c->on_lane[lane].test;
  tp_listing_story(c->listing, lane, &c->story);
  if (c->on_lane[lane].way == TP_WAY_PLAIN) {
    settle(c, test, end);
  } else if (!settle_elsewhere(c, test, end)) {
    bool was_brief = c->on_lane[lane].way == TP_WAY_BRIEFLY;
    start_test(c, lane, test, was_brief ? TP_WAY_ELSEWHERE : TP_WAY_PLAIN);
    return true;
  }
  return false;
}

/* Whether something is still to be done. */
static bool advance(tp_confirm *c) {
  bool is_busy = false;
  for (unsigned i = 0; i < TP_PLAIN_LANES && c->diag.status == TP_OK; i++) {
    tp_plain_end end;
    uint32_t test;
    tp_plain_state now = tp_listing_poll(c->listing, i, 0, &end, &c->taken);
    if (now == TP_PLAIN_ENDED && take_end(c, i, end))
      now = TP_PLAIN_RUNNING;
    if (now != TP_PLAIN_RUNNING && next_test(c, &test)) {
      start_test(c, i, test, first_way(c, test));
      now = TP_PLAIN_RUNNING;
    }
    is_busy |= now == TP_PLAIN_RUNNING;
  }
  return is_busy && c->diag.status == TP_OK;
}

void tp_confirm_poll(tp_confirm *c) {
  if (!c || c->diag.status != TP_OK || tp_now() < c->next_look)
    return;
  c->next_look = tp_now() + PAUSE;
  if (tp_listing_poll_build(c->listing, TP_WAY_PLAIN, 0, &c->diag) != 0)
    return;
  begin_chance(c);
  if (c->project->engine)
    advance(c);
}

int tp_confirm_compile(tp_confirm *c, tp_diag *diag) {
  return tp_listing_compile_bare(c->listing, diag);
}

/* Replay what is left. */
static void catch_up(tp_confirm *c) {
  tp_stage("confirming");
  bool is_busy = true;
  while (is_busy && c->diag.status == TP_OK && !tp_grace_over(&c->grace)) {
    if (tp_listing_poll_build(c->listing, TP_WAY_PLAIN, 20, &c->diag) == 0) {
      is_busy = advance(c);
      if (is_busy)
        tp_listing_wait(c->listing, 20);
    }
  }
}

/* The plain program crashes, the instrumented one does not: if it is for want
 * of stack, the latter will with as little. That is then a test of its own. */
static void look_for_overflows(tp_confirm *c) {
  for (uint32_t i = 0, n = c->checks.n; i < n; i++) {
    check k = c->checks.at[i];
    if (k.state == TP_REPLAY_DIFFERS && k.end.how == TP_PLAIN_SIGNAL &&
        k.end.code == SIGSEGV &&
        tp_budget_over(&c->project->budget) == TP_STOP_NONE &&
        tp_engine_run_narrow(c->project->engine, i))
      set_state(c, i, TP_REPLAY_OVERFLOWS, k.end);
  }
}

static void look_for_chance(tp_confirm *c) {
  const tp_unstable in = tests_of(c);
  if (c->diag.status == TP_OK)
    c->note = tp_unstable_find(&in, &c->diag);
}

static void look_for_witnesses(tp_confirm *c) {
  const tp_unstable in = tests_of(c);
  if (c->diag.status == TP_OK && c->project->program->checks.n)
    tp_sanitize_find(&in);
}

void tp_confirm_finish(tp_confirm *c) {
  double start = tp_now();
  catch_up(c);
  look_for_overflows(c);
  catch_up(c);
  look_for_chance(c);
  look_for_witnesses(c);
  c->seconds = tp_now() - start;
}

double tp_confirm_seconds(const tp_confirm *c) {
  return c->seconds;
}

const char *tp_confirm_note(const tp_confirm *c) {
  return c->note;
}

const char *tp_confirm_failure(const tp_confirm *c) {
  return c->diag.status == TP_OK ? NULL : tp_str_text(&c->diag.message);
}
