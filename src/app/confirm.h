/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/confirm.h - each kept test is replayed on the plain program before it is
 * reported.
 *
 * The plain program is compiled beside the instrumented one, and tests are
 * replayed while the search goes on. How they end there is told to the journal.
 */
#ifndef TP_APP_CONFIRM_H
#define TP_APP_CONFIRM_H

#include "app/project.h"

typedef struct tp_confirm tp_confirm;

/* Best before memory is used (exec/plain.h). */
int tp_confirm_new(tp_confirm **out, tp_diag *diag);
/* Start to compile the plain program of a loaded project. Between this and
 * free the project should stay where it is. */
int tp_confirm_build(tp_confirm *c, const tp_project *s, tp_diag *diag);
/* Compile the program just as the user has it: whose fault it is that it does
 * not compile. */
int tp_confirm_compile(tp_confirm *c, tp_diag *diag);
/* Let it go on; never waits. For the search, as often as it likes. NULL is
 * fine. */
void tp_confirm_poll(tp_confirm *c);
/* Replay the rest: until the budget is over, or for half a second if it is
 * over already. */
void tp_confirm_finish(tp_confirm *c);
/* How long that took. */
double tp_confirm_seconds(const tp_confirm *c);
/* What could not be looked for; NULL: nothing. */
const char *tp_confirm_note(const tp_confirm *c);
/* Why nothing can be replayed; NULL: it can. */
const char *tp_confirm_failure(const tp_confirm *c);
void tp_confirm_free(tp_confirm *c);
/* Another process goes on with it. */
void tp_confirm_let_go(tp_confirm *c);

#endif
