/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/output.h - the output folder: one run at a time, all or nothing.
 *
 * Files are staged in a hidden folder inside DIR and moved in by commit, so
 * DIR holds the old files or a complete new set. Files of others in DIR stay
 * where they are. A commit may be repeated (results so far, then the final
 * ones): each replaces the set before it.
 */
#ifndef TP_REPORT_OUTPUT_H
#define TP_REPORT_OUTPUT_H

#include "base/diag.h"

typedef struct tp_output tp_output;

/* Make the folder if need be, lock it, and prove that it can be written.
 * Fails with TP_ENVIRONMENT: not writable, in use by another run, or it holds
 * files of others under the names that tp2ph writes. */
int tp_output_open(tp_output **out, const char *dir, tp_diag *diag);
/* Drop what was not committed and the lock. A folder that open made and
 * nothing was put into is removed again. NULL is fine. */
void tp_output_close(tp_output *o);

/* Stage a file; name is relative to DIR and starts with one of the names of
 * output.c's table ("report.json", "harness/run.sh"). TP_ENVIRONMENT if the
 * disk is full; the set is then lost, DIR unchanged. */
int tp_output_add(tp_output *o, const char *name, const char *bytes, size_t n,
                  bool is_executable, tp_diag *diag);
/* Replace the files of the earlier set by the staged ones; the journal of the
 * run that they come from goes. */
int tp_output_commit(tp_output *o, tp_diag *diag);

/* Called before each file that is staged: it may take a while. */
void tp_output_on_add(tp_output *o, void (*tell)(void *state), void *state);

const char *tp_output_dir(const tp_output *o);
/* The descriptor that holds the lock: a process that has it holds it, too. */
int tp_output_lock(const tp_output *o);
/* Another process goes on with it: nothing on disk changes. */
void tp_output_let_go(tp_output *o);

#endif
