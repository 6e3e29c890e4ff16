/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/hoist.h - preconditions of functions, from their unit tests (tp2ph
 * predict
 * --unit-tests): each function's tests are looked along by a tp2ph of their
 * own, whose report tells them (app/precondition.h).
 */
#ifndef TP_APP_HOIST_H
#define TP_APP_HOIST_H

#include "app/options.h"
#include "report/result.h"

typedef struct tp_hoist {
  VEC(tp_precondition) at; /* of functions that have some, or lost some */
  VEC(char *) notes;       /* functions of which nothing is known, and why */
} tp_hoist;

/* work_dir: where those write. TP_ENVIRONMENT: there is no such folder;
 * TP_REFUSED: it has no tests. */
int tp_hoist_read(tp_hoist *out, const tp_options *options,
                  const char *work_dir, tp_diag *diag);
void tp_hoist_free(tp_hoist *h);

#endif
