/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt_fixture.h - a solver of its own for each test. */
#ifndef SMT_FIXTURE_H
#define SMT_FIXTURE_H

#include "check.h"

#include "smt/smt.h"

typedef struct fixture {
  tp_exprs *x;
  tp_smt *smt;
  tp_smt_result r;
  tp_diag diag;
} fixture;

static fixture fresh(const tp_smt_options *options) {
  fixture t = {.x = tp_exprs_new()};
  CHECK_EQ(tp_smt_new(&t.smt, t.x, options, &t.diag), 0);
  return t;
}

static void done(fixture *t) {
  tp_smt_result_free(&t->r);
  tp_smt_free(t->smt);
  tp_exprs_free(t->x);
  tp_diag_free(&t->diag);
}

static uint64_t from_array(void *state, uint32_t var) {
  return ((const uint64_t *)state)[var];
}

#endif
