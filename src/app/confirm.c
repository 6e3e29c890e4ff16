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

#include "app/reduce.h"

#include "app/collect.h"
#include "app/plain_program.h"
#include "app/resume.h"
#include "base/file.h"
#include "report/report.h"

#include <signal.h>

#define GRACE 5.0     /* seconds for what is left when the budget is over */
#define PAUSE 0.0005  /* between two looks while the search is running */
#define MAX_INPUTS 8  /* of a test, in a note */
#define MAX_NOTES 20u /* one for each test, then only their number */

typedef enum state {
  PENDING,
  CONFIRMED,
  DIFFERS,
  OVERFLOWS /* it needs more stack than the plain program has */
} state;

typedef struct check {
  uint8_t state;
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
  tp_result r = {.program = c->project->program};
  tp_str text = {0};
  tp_collect_inputs(&r, c->project, test);
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

static void settle(tp_confirm *c, uint32_t test, tp_plain_end end) {
  tp_plain_end want = expected(tp_engine_test_at(c->project->engine, test));
  bool is_same = (end.how == want.how && end.code == want.code) ||
                 is_only_slower(want, end);
  c->checks.at[test] = (check){is_same ? CONFIRMED : DIFFERS, end};
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
    c->checks.at[*test].state = CONFIRMED;
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
    check *k = &c->checks.at[i];
    if (k->state == DIFFERS && k->end.how == TP_PLAIN_SIGNAL &&
        k->end.code == SIGSEGV &&
        tp_budget_over(&c->project->budget) == TP_STOP_NONE &&
        tp_engine_run_narrow(c->project->engine, i))
      k->state = OVERFLOWS;
  }
}

void tp_confirm_finish(tp_confirm *c) {
  double start = tp_now();
  catch_up(c);
  look_for_overflows(c);
  catch_up(c);
  c->seconds = tp_now() - start;
}

/* ---- what it means ------------------------------------------------------- */

static state state_of(const tp_confirm *c, uint32_t test) {
  return test < c->checks.n ? (state)c->checks.at[test].state : PENDING;
}

static const char *reason_of(const tp_confirm *c, uint32_t test) {
  if (state_of(c, test) == DIFFERS)
    return "differs on the plain program";
  if (state_of(c, test) == OVERFLOWS)
    return "the stack of the plain program overflows before";
  return c->diag.status == TP_OK
             ? "not confirmed: time"
             : "not confirmed: the plain program could not be run";
}

typedef VEC(tp_result_test) test_list;

static bool has_ended_after_all(const tp_confirm *c, uint32_t test) {
  return state_of(c, test) == CONFIRMED &&
         is_only_slower(expected(tp_engine_test_at(c->project->engine, test)),
                        c->checks.at[test].end);
}

/* The branches of a test that holds are covered, if none before it did. */
static void keep_test(const tp_confirm *c, tp_result *r, uint32_t test,
                      test_list *tests, tp_bits *seen) {
  const tp_engine_test *t = tp_engine_test_at(c->project->engine, test);
  tp_result_test out = r->tests.at[test];
  if (has_ended_after_all(c, test)) {
    out.end = TP_ENDED_EXIT;
    out.code = c->checks.at[test].end.code;
  }
  out.first_branch = r->new_branches.n;
  for (uint32_t i = 0; i < t->taken.n; i++) {
    tp_sbranch b = t->taken.at[i];
    if (tp_bits_has(seen, b))
      continue;
    tp_bits_add(seen, b);
    VEC_PUSH(&r->new_branches, b);
    r->verdicts.at[b] =
        (tp_result_verdict){.kind = TP_VERDICT_COVERED, .test = tests->n + 1};
  }
  out.n_branches = r->new_branches.n - out.first_branch;
  VEC_PUSH(tests, out);
}

static void drop_test(const tp_confirm *c, tp_result *r, uint32_t test,
                      const tp_bits *seen) {
  const tp_engine_test *t = tp_engine_test_at(c->project->engine, test);
  for (uint32_t i = 0; i < t->taken.n; i++)
    if (!tp_bits_has(seen, t->taken.at[i]))
      r->verdicts.at[t->taken.at[i]] =
          (tp_result_verdict){.text = reason_of(c, test)};
}

/* number: of each test of the engine, 0 if it is dropped. */
static void keep_findings(const tp_confirm *c, tp_result *r,
                          const uint32_t *number) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < r->findings.n; i++) {
    tp_result_finding f = r->findings.at[i];
    if (f.test)
      f.test = has_ended_after_all(c, f.test - 1) ? 0 : number[f.test - 1];
    if (f.test)
      r->findings.at[n++] = f;
  }
  r->findings.n = n;
}

/* ---- notes --------------------------------------------------------------- */

static void add_end(tp_str *out, tp_plain_end end) {
  tp_str name = {0};
  if (end.how == TP_PLAIN_EXIT)
    tp_str_addf(out, "exit %d", end.code);
  else if (end.how == TP_PLAIN_SIGNAL)
    tp_str_add(out, tp_signal_name(end.code, &name));
  else
    tp_str_add(out, end.how == TP_PLAIN_TIMEOUT ? "time over" : "no start");
  tp_str_free(&name);
}

static void add_inputs(tp_str *out, const tp_result *r,
                       const tp_result_test *t) {
  for (uint32_t i = 0; i < t->n_inputs && i < MAX_INPUTS; i++) {
    tp_str_addc(out, ' ');
    tp_input_value(&r->inputs.at[t->first_input + i], out);
  }
  if (t->n_inputs > MAX_INPUTS)
    tp_str_add(out, " ...");
}

static void note_difference(const tp_confirm *c, tp_result *r, uint32_t test) {
  tp_str text = {0};
  tp_str_add(&text, "dropped a test that ends with ");
  add_end(&text, expected(tp_engine_test_at(c->project->engine, test)));
  tp_str_add(&text, ", but on the plain program with ");
  add_end(&text, c->checks.at[test].end);
  tp_str_add(&text, "; its inputs:");
  add_inputs(&text, r, &r->tests.at[test]);
  VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  tp_str_free(&text);
}

/* Before the tests move. */
static void add_notes(const tp_confirm *c, tp_result *r) {
  uint32_t differing = 0, pending = 0;
  tp_str text = {0};
  for (uint32_t i = 0; i < r->tests.n; i++) {
    pending += state_of(c, i) == PENDING;
    if (state_of(c, i) == DIFFERS && differing++ < MAX_NOTES)
      note_difference(c, r, i);
  }
  if (differing > MAX_NOTES)
    tp_str_addf(&text, "%u more tests end differently on the plain program",
                differing - MAX_NOTES);
  if (text.n)
    VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  VEC_CLEAR(&text);
  if (pending)
    tp_str_addf(&text,
                "%u of %u tests were not replayed on the plain "
                "program and are left out: %s",
                pending, r->tests.n,
                c->diag.status == TP_OK ? "no time"
                                        : tp_str_text(&c->diag.message));
  if (text.n)
    VEC_PUSH(&r->notes, tp_result_keep(r, text.at));
  tp_str_free(&text);
}

static bool is_confirmed(const void *confirm, uint32_t test) {
  return state_of(confirm, test) == CONFIRMED;
}

bool tp_confirm_has_replayed(const tp_confirm *c, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (state_of(c, i) == PENDING)
      return false;
  return true;
}

/* The tests to report, in their order. */
static void choose_tests(const tp_confirm *c, const tp_result *r,
                         tp_vec_u32 *out) {
  if (strcmp(c->project->options->minimize, "on") == 0) {
    tp_reduce(out, c->project->engine, r->verdicts.n,
              c->project->resume ? c->project->resume->n_kept : 0, is_confirmed,
              c);
    return;
  }
  for (uint32_t i = 0; i < r->tests.n; i++)
    if (is_confirmed(c, i))
      VEC_PUSH(out, i);
}

void tp_confirm_apply(const tp_confirm *c, tp_result *r) {
  uint32_t n = r->tests.n;
  uint32_t *number = TP_NEW_ARRAY(uint32_t, n + 1);
  tp_vec_u32 chosen = {0};
  test_list tests = {0};
  tp_bits seen;
  tp_bits_init(&seen, r->verdicts.n);
  add_notes(c, r);
  VEC_CLEAR(&r->new_branches);
  choose_tests(c, r, &chosen);
  for (uint32_t i = 0; i < chosen.n; i++) {
    number[chosen.at[i]] = i + 1;
    keep_test(c, r, chosen.at[i], &tests, &seen);
  }
  for (uint32_t i = 0; i < n; i++)
    if (!is_confirmed(c, i))
      drop_test(c, r, i, &seen);
  VEC_CLEAR(&r->tests);
  for (uint32_t i = 0; i < tests.n; i++)
    VEC_PUSH(&r->tests, tests.at[i]);
  keep_findings(c, r, number);
  VEC_PUSH(&r->parts, (tp_result_part){"confirm", c->seconds});
  VEC_FREE(&tests);
  VEC_FREE(&chosen);
  tp_bits_free(&seen);
  tp_free(number);
}
