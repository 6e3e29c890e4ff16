/* Replaying tests on the plain program.
 *
 * In: the engine's tests, as they come. Each is written as the testcase file
 * that the output folder will hold, run, and compared by how it ends: exit
 * code, signal, or time over. A test that used up its memory or made too many
 * processes is not repeated: the plain program has nobody to hold it back.
 * Invariant: tests before `next` were started or need no run; a lane's test is
 * pending until its end is known.
 */
#include "app/confirm.h"

#include "app/collect.h"
#include "app/plain_program.h"
#include "app/tell.h"
#include "base/file.h"
#include "base/stage.h"
#include "report/report.h"

#include <signal.h>

#define GRACE 0.5    /* seconds for what is left when the budget is over */
#define PAUSE 0.0005 /* between two looks while the search is running */

typedef struct check {
  uint8_t state;    /* tp_replayed */
  tp_plain_end end; /* on the plain program */
} check;

struct tp_confirm {
  const tp_project *project;
  tp_plain *plain;
  tp_plain_program program;
  tp_diag diag;      /* why nothing can be confirmed */
  VEC(check) checks; /* by the engine's tests */
  uint32_t next;     /* test to start */
  uint32_t on_lane[TP_PLAIN_LANES];
  double next_look;
  double seconds; /* that the rest took */
};

int tp_confirm_new(tp_confirm **out, tp_diag *diag) {
  *out = TP_NEW(tp_confirm);
  return tp_plain_new(&(*out)->plain, diag);
}

int tp_confirm_build(tp_confirm *c, const tp_project *s, tp_diag *diag) {
  tp_plain_text text = {.name = "plain"};
  c->project = s;
  if (tp_plain_program_begin(&c->program, s, &text, diag) != 0)
    return -1;
  return tp_plain_set_folder(c->plain, c->program.dir.at, diag);
}

void tp_confirm_free(tp_confirm *c) {
  if (!c)
    return;
  tp_plain_free(c->plain);
  tp_plain_program_free(&c->program);
  tp_diag_free(&c->diag);
  VEC_FREE(&c->checks);
  tp_free(c);
}

void tp_confirm_let_go(tp_confirm *c) {
  tp_plain_let_go(c->plain);
  c->plain = NULL;
  tp_confirm_free(c);
}

/* ---- one test ------------------------------------------------------------ */

/* How a test ends, in the words of the plain program. */
static tp_plain_end expected(const tp_engine_test *t) {
  if (t->end == TP_END_SIGNAL)
    return (tp_plain_end){TP_PLAIN_SIGNAL, t->signal};
  if (t->end == TP_END_TIMEOUT)
    return (tp_plain_end){TP_PLAIN_TIMEOUT, 0};
  return (tp_plain_end){TP_PLAIN_EXIT, t->code};
}

static int write_test(const tp_confirm *c, uint32_t test, const char *path,
                      tp_diag *diag) {
  const tp_engine_test *t = tp_engine_test_at(c->project->engine, test);
  tp_result r = {.program = c->project->program};
  tp_str text = {0};
  uint32_t objects = 0;
  for (uint32_t i = 0; i < t->reads.n; i++) {
    tp_found_input in = tp_tell_input(c->project, &t->reads.at[i]);
    VEC_PUSH(&r.inputs, tp_collect_input(c->project->program, &in,
                                         t->reads.at[i].bits, &objects));
  }
  VEC_PUSH(&r.tests, (tp_result_test){.n_inputs = r.inputs.n});
  tp_report_testcase(&r, 1, &text);
  int rc = tp_file_write(path, text.at, text.n, diag);
  tp_result_free(&r);
  tp_str_free(&text);
  return rc;
}

static void start_test(tp_confirm *c, unsigned lane, uint32_t test) {
  tp_str path = {0}, word = {0};
  tp_str_addf(&path, "%s/test-%u.xml", c->program.dir.at, lane);
  tp_str_addf(&word, "TP2PH_TEST=%s", path.at);
  const char *const env[] = {word.at, NULL};
  tp_plain_order order = {.program = c->program.path.at,
                          .env = env,
                          .seconds = c->project->options->run_timeout,
                          .memory = c->program.memory};
  if (write_test(c, test, path.at, &c->diag) == 0 &&
      tp_plain_start(c->plain, lane, &order, &c->diag) == 0)
    c->on_lane[lane] = test;
  tp_str_free(&path);
  tp_str_free(&word);
}

/* Instrumented it did not end in time. That the plain program, which is faster,
 * does is no contradiction: the branches were taken on the way. */
static bool is_only_slower(tp_plain_end want, tp_plain_end end) {
  return want.how == TP_PLAIN_TIMEOUT && end.how == TP_PLAIN_EXIT;
}

static void set_state(tp_confirm *c, uint32_t test, tp_replayed state,
                      tp_plain_end end) {
  c->checks.at[test] = (check){(uint8_t)state, end};
  tp_tell_replay(c->project->tell, test, state, end);
}

static void settle(tp_confirm *c, uint32_t test, tp_plain_end end) {
  tp_plain_end want = expected(tp_engine_test_at(c->project->engine, test));
  bool is_same = (end.how == want.how && end.code == want.code) ||
                 is_only_slower(want, end);
  set_state(c, test, is_same ? TP_REPLAY_SAME : TP_REPLAY_DIFFERS, end);
}

/* ---- all of them --------------------------------------------------------- */

/* The next test that is to be run; false if there is none now. */
static bool next_test(tp_confirm *c, uint32_t *test) {
  uint32_t n = tp_engine_test_count(c->project->engine);
  VEC_RESIZE(&c->checks, n);
  while (c->next < n) {
    *test = c->next++;
    if (tp_engine_test_at(c->project->engine, *test)->end != TP_END_MEMORY)
      return true;
    set_state(c, *test, TP_REPLAY_SAME, (tp_plain_end){TP_PLAIN_LOST, 0});
  }
  return false;
}

/* Whether something is still to be done. */
static bool advance(tp_confirm *c) {
  bool is_busy = false;
  for (unsigned i = 0; i < TP_PLAIN_LANES && c->diag.status == TP_OK; i++) {
    tp_plain_end end;
    uint32_t test;
    tp_plain_state now = tp_plain_poll(c->plain, i, 0, &end);
    if (now == TP_PLAIN_ENDED)
      settle(c, c->on_lane[i], end);
    if (now != TP_PLAIN_RUNNING && next_test(c, &test)) {
      start_test(c, i, test);
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
  if (tp_plain_program_poll(&c->program, 0, &c->diag) == 0 &&
      c->project->engine)
    advance(c);
}

int tp_confirm_compile(tp_confirm *c, tp_diag *diag) {
  int rc;
  while ((rc = tp_plain_program_poll(&c->program, 20, &c->diag)) > 0)
    if (tp_budget_over(&c->project->budget) != TP_STOP_NONE)
      return tp_diag_set(diag, TP_BUDGET,
                         "stopped while compiling the program");
  if (rc == 0)
    return 0;
  tp_diag_free(diag);
  *diag = c->diag;
  c->diag = (tp_diag){.status = diag->status};
  return -1;
}

/* Replay what is left. */
static void catch_up(tp_confirm *c) {
  tp_stage("confirming");
  double end = 0;
  bool is_busy = true;
  while (is_busy && c->diag.status == TP_OK) {
    if (end == 0 && tp_budget_over(&c->project->budget) != TP_STOP_NONE)
      end = tp_now() + GRACE;
    if (end > 0 && tp_now() > end)
      break;
    if (tp_plain_program_poll(&c->program, 20, &c->diag) == 0) {
      is_busy = advance(c);
      if (is_busy)
        tp_plain_wait(c->plain, 20);
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

void tp_confirm_finish(tp_confirm *c) {
  double start = tp_now();
  catch_up(c);
  look_for_overflows(c);
  catch_up(c);
  c->seconds = tp_now() - start;
}

double tp_confirm_seconds(const tp_confirm *c) {
  return c->seconds;
}

const char *tp_confirm_failure(const tp_confirm *c) {
  return c->diag.status == TP_OK ? NULL : tp_str_text(&c->diag.message);
}
