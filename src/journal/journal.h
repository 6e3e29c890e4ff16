/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal/journal.h - what a run has found so far, on disk as it is found.
 *
 * A file of records that only grows. Each record has its length, a checksum
 * and the moment it was written; it is written by one call, so that a run that
 * is killed leaves all records but perhaps the last, which then does not count.
 * What the records mean is their writer's affair.
 */
#ifndef TP_JOURNAL_JOURNAL_H
#define TP_JOURNAL_JOURNAL_H

#include "base/diag.h"

/* Its name in the output folder. */
#define TP_JOURNAL_NAME ".tp2ph-journal"

typedef struct tp_journal tp_journal;

/* A new one in place of what is there: what was read from that should be put
 * before anything else, and tp_journal_settle called then; until that the old
 * one stays. `started`: the moment that records count from. */
int tp_journal_create(tp_journal **out, const char *dir, double started,
                      tp_diag *diag);
int tp_journal_settle(tp_journal *j);
/* Nothing happens after the first failure, which tp_journal_diag tells. */
void tp_journal_put(tp_journal *j, uint8_t kind, const tp_str *payload);
const tp_diag *tp_journal_diag(const tp_journal *j);
/* The file stays. NULL is fine. */
void tp_journal_close(tp_journal *j);

/* Called for each whole record in turn. */
typedef void tp_journal_visit(void *state, uint8_t kind, double seconds,
                              const uint8_t *bytes, size_t n);
/* False if there is no journal in the folder. */
bool tp_journal_read(const char *dir, tp_journal_visit *visit, void *state);
void tp_journal_remove(const char *dir);

#endif
