/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guards: which lie below which, also where a jump leads into what nothing else
 * reaches. */
#include "check.h"
#include "decide/guard.h"

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
  tp_guards_free(&g);
  tp_exprs_free(exprs);
}
