/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work in a process that can be ended: what it says, its end in time, and that
 * nothing of it stays. */
#include "check.h"

#include "base/apart.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/wait.h>

static int changed;

static void speak(void *state, tp_str *said) {
  changed = 1;
  for (uint32_t i = 0; i < *(uint32_t *)state; i++)
    tp_str_addf(said, "%u,", i);
}

static void spin(void *state, tp_str *said) {
  tp_str_add(said, "not yet");
  for (volatile int *at = state;;)
    (*at)++;
}

static void crash(void *state, tp_str *said) {
  (void)state;
  tp_str_add(said, "half");
  abort();
}

static bool has_no_child(void) {
  return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

TEST(apart_says_all) {
  tp_str said = {0};
  uint32_t n = 100000; /* more than a pipe holds */
  CHECK_EQ(tp_apart_run(speak, &n, 0, NULL, &said), TP_APART_DONE);
  CHECK(said.n > 500000);
  CHECK_STR(tp_str_text(&said) + said.n - 6, "99999,");
  CHECK_EQ(changed, 0);
  CHECK(has_no_child());
  tp_str_free(&said);
}

TEST(apart_ends_in_time) {
  tp_str said = {0};
  tp_budget budget;
  int count = 0;
  CHECK_EQ(tp_apart_run(spin, &count, 0.05, NULL, &said), TP_APART_LATE);
  tp_budget_init(&budget, 0.05);
  CHECK_EQ(tp_apart_run(spin, &count, 0, &budget, &said), TP_APART_STOPPED);
  CHECK_EQ(count, 0);
  CHECK_EQ(said.n, 0);
  CHECK(has_no_child());
}

TEST(apart_time_is_counted) {
  tp_str said = {0};
  int count = 0;
  double own = tp_cpu_now(), all = tp_cpu_of_all();
  CHECK_EQ(tp_apart_run(spin, &count, 0.05, NULL, &said), TP_APART_LATE);
  CHECK(tp_cpu_of_all() - all >= 0.05);
  CHECK(tp_cpu_of_all() - all >= tp_cpu_now() - own + 0.04);
}

/* Some MB, one after the other, for ever: all of them used. */
static void swallow(void *state, tp_str *said) {
  (void)said;
  for (uint32_t i = 0; i < 1024; i++)
    memset(tp_alloc(1, 1 << 20), *(int *)state, 1 << 20);
  for (;;)
    ;
}

TEST(apart_has_our_memory_only) {
  tp_str said = {0};
  int count = 1;
  tp_budget_limit_memory(UINT64_C(256) << 20);
  CHECK_EQ(tp_apart_run(swallow, &count, 60, NULL, &said), TP_APART_LARGE);
  tp_budget_limit_memory(0);
  CHECK(has_no_child());
}

TEST(apart_crashes_alone) {
  tp_str said = {0};
  CHECK_EQ(tp_apart_run(crash, NULL, 0, NULL, &said), TP_APART_FAILED);
  CHECK_EQ(said.n, 0);
  CHECK(has_no_child());
}
