/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/output_commit.h - how a complete set of files gets into the output
 * folder; private to output.c.
 */
#ifndef TP_REPORT_OUTPUT_COMMIT_H
#define TP_REPORT_OUTPUT_COMMIT_H

#include "base/diag.h"

/* Below the output folder: a complete set that is being moved in. */
#define TP_OUTPUT_JOURNAL ".tp2ph-commit"

/* The names that tp2ph writes into the output folder. */
typedef struct tp_output_entry {
  const char *name;
  bool is_folder;
} tp_output_entry;

/* In the order of the moves, the last has name NULL. */
extern const tp_output_entry tp_output_entries[];
/* Whether a name inside one of these folders is of tp2ph. */
bool tp_output_is_our_name(const char *name);

/* Turn the staging folder into the journal: from here on the set is what DIR
 * is going to hold. */
int tp_output_make_journal(const char *dir, const char *staging, tp_diag *diag);
/* Move the journal's entries in, as far as that was not done, and remove it.
 * Without a journal nothing happens. */
int tp_output_finish_journal(const char *dir, tp_diag *diag);

#endif
