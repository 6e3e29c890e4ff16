/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many runs in one process must be what each would be in a process of its own:
 * equal traces, equal ends. The program is regress/exec/stateful.c; each of the
 * things it can do is run alone (as captured runs are), then all are run in
 * mixed order. */
#include "exec_fixture.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/rng.h"

#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#define WAYS 39 /* cases of the program */
#define ENDLESS 39
#define OPENS_FILE 10
#define RECURSES 33
#define ROUNDS 400

typedef struct seen { /* of one run */
  int end, code, signal, is_vain;
  uint64_t words, hash;
} seen;

static seen look(const fixture *f) {
  const tp_exec_run *r = &f->run;
  seen s = {(int)r->end, r->code, r->signal, r->is_vain, r->words, 0};
  for (uint64_t i = 0; i < r->words; i++)
    s.hash = tp_wire_mix(s.hash ^ r->trace[i]);
  return s;
}

static bool start(fixture *f, const char *const *link_flags) {
  tp_str text = {0};
  fixture_open(f);
  f->opt.link_flags = link_flags;
  f->opt.run_seconds = 0.3;
  f->opt.run_memory = UINT64_C(256) << 20;
  fixture_site(f);
  fixture_func(f, 0, 0);
  bool is_there = tp_file_read(&text, "regress/exec/stateful.c", TP_ENVIRONMENT,
                               &f->diag) == 0;
  CHECK(is_there);
  bool is_fine = is_there && fixture_start(f, text.at);
  tp_str_free(&text);
  return is_fine;
}

/* Whether the kernel can do it at all. */
static bool can_repeat(void) {
#ifdef __x86_64__
  return prctl(59, 0, 0, 0, 0) == 0; /* PR_SET_SYSCALL_USER_DISPATCH, off */
#else
  return false;
#endif
}

static uint64_t key_of_input(fixture *f) {
  record r;
  fixture_go(f, NULL, 0, 0);
  return fixture_record(f, TP_R_INPUT, 0, &r) ? r.word[0] : 0;
}

static seen run(fixture *f, uint64_t key, uint64_t what) {
  tp_wire_input input = {key, what};
  fixture_go(f, &input, 1, 0);
  return look(f);
}

static void check_same(seen got, seen want, uint32_t what) {
  bool same = got.end == want.end && got.code == want.code &&
              got.signal == want.signal && got.is_vain == want.is_vain &&
              got.words == want.words && got.hash == want.hash;
  if (!same)
    fprintf(stderr,
            "case %u: end %d code %d signal %d words %u, alone %d %d %d "
            "%u\n",
            what, got.end, got.code, got.signal, (unsigned)got.words, want.end,
            want.code, want.signal, (unsigned)want.words);
  CHECK(same);
}

static void check_all(const char *const *link_flags) {
  fixture f;
  tp_rng rng;
  seen alone[WAYS];
  if (!start(&f, link_flags))
    return;
  uint64_t key = key_of_input(&f);
  tp_exec_capture(f.exec, 1);
  for (uint32_t what = 0; what < WAYS; what++)
    alone[what] = run(&f, key, what);
  tp_exec_capture(f.exec, 0);
  CHECK_EQ(alone[19].signal, SIGSEGV);
  CHECK_EQ(alone[38].code, 300 & 255);
  tp_rng_init(&rng, 1);
  for (uint32_t i = 0; i < ROUNDS; i++) {
    /* What ends the process of many runs often enough is not tried again: so
     * most are of the others. */
    uint32_t what = tp_rng_below(&rng, WAYS);
    check_same(run(&f, key, what), alone[what], what);
    for (uint32_t more = 0; more < 4; more++)
      check_same(run(&f, key, more), alone[more], more);
  }
  if (can_repeat())
    CHECK_EQ(fixture_processes(&f), 3);
  fixture_close(&f);
}

TEST(exec_repeat_equals_alone) {
  check_all(NULL);
}

TEST(exec_repeat_equals_alone_static) {
  static const char *const flags[] = {"-static", NULL};
  check_all(flags);
}

/* The program and what its input is called; false after a failed CHECK. */
static bool begin(fixture *f, uint64_t *key, seen *alone) {
  if (!start(f, NULL))
    return false;
  *key = key_of_input(f);
  tp_exec_capture(f->exec, 1);
  *alone = run(f, *key, RECURSES);
  tp_exec_capture(f->exec, 0);
  return true;
}

/* Also when somebody kills the process while nothing runs: the next run is as
 * ever. First the worker, then the server. */
TEST(exec_repeat_process_is_killed) {
  fixture f;
  uint64_t key;
  seen alone;
  if (!begin(&f, &key, &alone))
    return;
  for (uint32_t i = 0; i < 12; i++) {
    check_same(run(&f, key, RECURSES), alone, RECURSES);
    pid_t pid = fixture_process(&f, i % 4 == 3 ? 1 : 2);
    if (pid)
      kill(pid, SIGKILL);
    if (i % 2)
      usleep(20000);
  }
  fixture_close(&f);
}

TEST(exec_repeat_endless) {
  fixture f;
  uint64_t key;
  seen alone;
  if (!begin(&f, &key, &alone))
    return;
  check_same(run(&f, key, RECURSES), alone, RECURSES);
  pid_t worker = fixture_process(&f, 2);
  for (uint32_t i = 0; i < 3; i++) {
    CHECK_EQ(run(&f, key, ENDLESS).end, TP_END_TIMEOUT);
    check_same(run(&f, key, RECURSES), alone, RECURSES);
  }
  CHECK_EQ(fixture_process(&f, 2), worker); /* it need not be made anew */
  fixture_close(&f);
}

/* A program that never gets along in a shared process is left in peace. */
TEST(exec_repeat_is_given_up) {
  fixture f;
  uint64_t key;
  seen alone;
  if (!begin(&f, &key, &alone))
    return;
  for (uint32_t i = 0; i < 80; i++)
    CHECK_EQ(run(&f, key, OPENS_FILE).code, 3);
  CHECK_EQ(fixture_processes(&f), 2);
  check_same(run(&f, key, RECURSES), alone, RECURSES);
  fixture_close(&f);
}
