/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/expect.h - what is known and accepted of a program: dead or unknown
 * goals and findings, each with a reason and the name of who accepts it. Found
 * again by content (app/revision.h), so that edits around it do no harm.
 */
#ifndef TP_APP_EXPECT_H
#define TP_APP_EXPECT_H

#include "app/revision.h"

typedef struct tp_accepted {
  tp_goal goal; /* its state: what is accepted */
  char *name, *reason;
} tp_accepted;

typedef VEC(tp_accepted) tp_expected;

/* TP_REFUSED with the place: no such file of ours, or an entry without a
 * reason or a name. Free *out in any case. */
int tp_expect_read(tp_expected *out, const char *path, tp_diag *diag);
void tp_expect_free(tp_expected *e);
void tp_expect_write(const tp_expected *e, tp_str *out);

/* The entry that accepts this goal as it is; NULL: there is none. */
typedef struct tp_expect_index tp_expect_index;
tp_expect_index *tp_expect_index_new(const tp_expected *e);
void tp_expect_index_free(tp_expect_index *index);
const tp_accepted *tp_expect_find(const tp_expect_index *index,
                                  const tp_goal *g);
/* Entries that no goal of the revision needs any more, with why: it is reached
 * now, it is gone. A text a line in notes; how many. */
uint32_t tp_expect_obsolete(const tp_expected *e, const tp_revision *r,
                            tp_str *notes);

#endif
