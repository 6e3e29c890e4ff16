/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/listing.h - runs of tests on the plain program with the recorder: how
 * they end, and which branches they take.
 *
 * It is the program as the user has it but for a call at each decision that
 * notes what it was (record/record.h). It is run in several ways that C leaves
 * open, so that what hangs on them is seen.
 */
#ifndef TP_APP_LISTING_H
#define TP_APP_LISTING_H

#include "app/plain_program.h"

typedef enum tp_listing_way {
  TP_WAY_PLAIN,
  TP_WAY_ELSEWHERE, /* other addresses and another environment */
  TP_WAY_BRIEFLY,   /* there, for a short time: enough for most branches */
  TP_WAY_MOVED,     /* other addresses only */
  TP_WAY_ZEROED,    /* uninitialised variables hold zeros, */
  TP_WAY_FILLED,    /* or a pattern: compiled anew */
  TP_WAY_SANITIZED  /* without the recorder: what sanitizers say of it */
} tp_listing_way;

typedef struct tp_listing tp_listing;

/* Best before memory is used (exec/plain.h). */
int tp_listing_new(tp_listing **out, tp_diag *diag);
void tp_listing_free(tp_listing *l);
/* Another process goes on with it. */
void tp_listing_let_go(tp_listing *l);

/* Start to compile it for a loaded project, which should stay where it is. */
int tp_listing_build(tp_listing *l, const tp_project *s, tp_diag *diag);
/* Whether it can be run in that way: 1: not yet, 0: it can, -1: it can't be
 * compiled so. Starts what is needed for it; waits at most so long. */
int tp_listing_poll_build(tp_listing *l, tp_listing_way way, int wait_ms,
                          tp_diag *diag);

/* Compile the program just as the user has it, to the end: 0, or -1 with the
 * compiler's words. */
int tp_listing_compile_bare(tp_listing *l, tp_diag *diag);

/* Run a test of the engine on an idle lane. */
int tp_listing_start(tp_listing *l, unsigned lane, tp_listing_way way,
                     uint32_t test, tp_diag *diag);
/* As tp_plain_poll; when it has ended, `taken` are the branches that it took.
 */
tp_plain_state tp_listing_poll(tp_listing *l, unsigned lane, int wait_ms,
                               tp_plain_end *end, tp_vec_u32 *taken);
/* What the last run of a lane did (wire/story.h). */
void tp_listing_story(const tp_listing *l, unsigned lane, tp_vec_u32 *out);
/* What sanitizers said of the last run of a lane. */
void tp_listing_report(const tp_listing *l, unsigned lane, tp_str *out);
/* Wait at most so long until a lane has ended. */
void tp_listing_wait(tp_listing *l, int wait_ms);

#endif
