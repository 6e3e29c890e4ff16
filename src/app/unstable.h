/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/unstable.h - what tests cover only by chance.
 *
 * A branch that a test takes on the plain program, but not with other
 * addresses, in another environment, or with other values in variables that
 * were never set, hangs on something that no input decides.
 */
#ifndef TP_APP_UNSTABLE_H
#define TP_APP_UNSTABLE_H

#include "app/listing.h"

/* Of a test of the engine, what the plain program takes. */
typedef struct tp_test_branches {
  tp_vec_u32 seen;      /* empty: it is no test */
  tp_vec_u32 elsewhere; /* with other addresses and another environment, */
  bool hangs_on_place;  /* if that is not the same */
} tp_test_branches;

typedef struct tp_unstable {
  const tp_project *project;
  tp_listing *listing;
  tp_test_branches *tests; /* by the engine's tests; what is lost goes */
  uint32_t n_tests;
  tp_grace *grace;
} tp_unstable;

/* Begin to compile what is needed; once, for a program whose listing can be
 * run. */
void tp_unstable_begin(const tp_unstable *u);
/* Tells the journal which branches tests lose. Ends with the grace. NULL, or
 * what could not be looked for and why. */
const char *tp_unstable_find(const tp_unstable *u, tp_diag *diag);

#endif
