/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guards: which lie below which, also where a jump leads into what nothing else
 * reaches. */
#include "check.h"
#include "decide/guard.h"

#include <sys/wait.h>
#include <unistd.h>

/* The three ways that leave a && b && c come to what is not the way through it,
 * so that with it they are what was before. */
TEST(guard_of_a_chain) {
  tp_exprs *exprs = tp_exprs_new();
  tp_guards g;
  tp_guards_init(&g, exprs);
  tp_guard in = TP_GUARD_ROOT, out[3];
  tp_expr select;
  for (uint32_t i = 0; i < 3; i++) {
    tp_expr c = tp_expr_var(exprs, i, TP_X_BOOL, 1);
    out[i] = tp_guard_add(&g, in, tp_expr_not(exprs, c), UINT32_MAX);
    in = tp_guard_add(&g, in, c, i);
  }
  tp_guard rest = tp_guard_merge(&g, out[2], out[1], &select);
  rest = tp_guard_merge(&g, rest, out[0], &select);
  CHECK_EQ(tp_guard_merge(&g, rest, in, &select), TP_GUARD_ROOT);
  CHECK_EQ(tp_guard_merge(&g, out[1], in, &select) == TP_GUARD_ROOT, false);
  tp_guards_check(&g);
  tp_guards_free(&g);
  tp_exprs_free(exprs);
}

static const tp_sbranch sides[] = {0, 1};

static tp_expr bool_var(tp_exprs *exprs, uint32_t number) {
  return tp_expr_var(exprs, number, TP_X_BOOL, 1);
}

/* Both sides of a && b || c are all ways, though no literal is the complement
 * of another. */
TEST(guard_of_mixed_conditions) {
  tp_exprs *exprs = tp_exprs_new();
  tp_guards g;
  tp_guards_init(&g, exprs);
  tp_guard a, b, c, not_a, not_b, none;
  tp_expr select;
  tp_guard top = tp_guard_add(&g, TP_GUARD_ROOT, bool_var(exprs, 9), 0);
  tp_guard_split(&g, top, bool_var(exprs, 0), sides, &a, &not_a);
  tp_guard_split(&g, a, bool_var(exprs, 1), sides, &b, &not_b);
  tp_guard either = tp_guard_merge(&g, not_b, not_a, &select);
  tp_guard_split(&g, either, bool_var(exprs, 2), sides, &c, &none);
  tp_guard body = tp_guard_merge(&g, b, c, &select);
  CHECK(body != top);
  CHECK_EQ(tp_guard_merge(&g, body, none, &select), top);
  /* Where a way has ended meanwhile, they are not. */
  CHECK(tp_guard_merge(&g, b, none, &select) != top);
  tp_guard held = tp_guard_add(&g, none, bool_var(exprs, 3), 0);
  CHECK(tp_guard_merge(&g, body, held, &select) != top);
  tp_guards_check(&g);
  tp_guards_free(&g);
  tp_exprs_free(exprs);
}

/* What leaves a long chain is not all, though it is nearly all; with the way
 * through it, it is, however long the chain. */
TEST(guard_of_a_long_chain) {
  enum { N = 80 };
  tp_exprs *exprs = tp_exprs_new();
  tp_guards g;
  tp_guards_init(&g, exprs);
  tp_guard in = TP_GUARD_ROOT, out[N];
  tp_expr select;
  for (uint32_t i = 0; i < N; i++)
    tp_guard_split(&g, in, bool_var(exprs, i), sides, &in, &out[i]);
  tp_guard some = out[N - 1], early = out[0];
  for (uint32_t i = N - 1; i-- > 0;)
    some = tp_guard_merge(&g, some, out[i], &select);
  for (uint32_t i = 1; i < N; i++)
    early = tp_guard_merge(&g, early, out[i], &select);
  CHECK(some != TP_GUARD_ROOT);
  CHECK(early != TP_GUARD_ROOT);
  CHECK_EQ(tp_guard_merge(&g, early, in, &select), TP_GUARD_ROOT);
  CHECK_EQ(tp_guard_merge(&g, some, in, &select), TP_GUARD_ROOT);
  CHECK_EQ(tp_guard_merge(&g, some, in, &select), TP_GUARD_ROOT);
  tp_guards_check(&g);
  tp_guards_free(&g);
  tp_exprs_free(exprs);
}

TEST(guard_below) {
  tp_exprs *exprs = tp_exprs_new();
  tp_guards g;
  tp_guards_init(&g, exprs);
  tp_expr a = tp_expr_var(exprs, 0, TP_X_BOOL, 1),
          b = tp_expr_var(exprs, 1, TP_X_BOOL, 1), select;
  tp_guard entered = tp_guard_add(&g, TP_GUARD_ROOT, a, 0);
  tp_guard turn = tp_guard_add(&g, entered, b, 1);
  tp_guard jump = tp_guard_add(&g, TP_GUARD_ROOT, tp_expr_not(exprs, a), 2);
  tp_guard both = tp_guard_merge(&g, turn, jump, &select);
  CHECK(tp_guard_is_below(&g, entered, turn));
  CHECK(tp_guard_is_below(&g, turn, turn));
  CHECK(tp_guard_is_below(&g, TP_GUARD_ROOT, jump));
  CHECK(!tp_guard_is_below(&g, turn, entered));
  CHECK(!tp_guard_is_below(&g, entered, both));
  CHECK(!tp_guard_is_below(&g, TP_GUARD_NEVER, both));
  tp_guards_check(&g);
  tp_guards_free(&g);
  tp_exprs_free(exprs);
}

/* A chain that leads down again is told, with the status of a bug. */
TEST(guard_check_finds_a_broken_chain) {
  tp_exprs *exprs = tp_exprs_new();
  tp_guards g;
  tp_guards_init(&g, exprs);
  tp_guard in =
      tp_guard_add(&g, TP_GUARD_ROOT, tp_expr_var(exprs, 0, TP_X_BOOL, 1), 0);
  g.at.at[in].above = in;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    if (!freopen("/dev/null", "w", stderr))
      _exit(1);
    tp_guards_check(&g);
    _exit(0);
  }
  int status = 0;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 70);
  tp_guards_free(&g);
  tp_exprs_free(exprs);
}

/* Branches of a switch that part further, and meet others of them again. */
TEST(guard_of_cases) {
  enum { N = 5 };
  tp_exprs *exprs = tp_exprs_new();
  tp_guards g;
  tp_guards_init(&g, exprs);
  tp_guard at[N], yes, no;
  tp_expr select;
  uint32_t group = tp_guards_group(&g);
  for (uint32_t i = 0; i < N; i++)
    at[i] = tp_guard_add_case(&g, TP_GUARD_ROOT, bool_var(exprs, i), i, group,
                              i, N);
  tp_guard_split(&g, at[2], bool_var(exprs, N), sides, &yes, &no);
  tp_guard some = tp_guard_merge(&g, yes, at[4], &select);
  some = tp_guard_merge(&g, some, tp_guard_merge(&g, at[0], at[1], &select),
                        &select);
  tp_guard most = tp_guard_merge(&g, some, at[3], &select);
  CHECK(most != TP_GUARD_ROOT);
  CHECK_EQ(tp_guard_merge(&g, most, no, &select), TP_GUARD_ROOT);
  CHECK(tp_guard_merge(&g, some, no, &select) != TP_GUARD_ROOT);
  tp_guards_check(&g);
  tp_guards_free(&g);
  tp_exprs_free(exprs);
}

/* Ways that end in a broken assumption are not missed where the others meet,
 * once; but where one of the others has ended, too, it is. */
TEST(guard_without_what_is_lost) {
  tp_exprs *exprs = tp_exprs_new();
  tp_guards g;
  tp_guards_init(&g, exprs);
  tp_guard a, b, holds, broken, deep, c;
  tp_expr select;
  tp_guard_split(&g, TP_GUARD_ROOT, bool_var(exprs, 0), sides, &a, &b);
  tp_guard_split(&g, a, bool_var(exprs, 1), sides, &holds, &broken);
  tp_guard_lose(&g, broken);
  tp_guard_split(&g, holds, bool_var(exprs, 2), sides, &deep, &c);
  CHECK(tp_guard_merge(&g, b, deep, &select) != TP_GUARD_ROOT);
  CHECK_EQ(tp_guard_merge(&g, deep, c, &select), holds);
  CHECK_EQ(tp_guard_merge(&g, b, holds, &select), TP_GUARD_ROOT);
  tp_guards_check(&g);
  tp_guards_free(&g);
  tp_exprs_free(exprs);
}
