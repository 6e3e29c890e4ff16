/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input/monitor.h - the C text that watches in which bins a run ends (inside
 * module front).
 *
 * It is part of the program under test: what is asked of bins and rules are
 * decisions of that text, so whoever looks for branches, proves them or replays
 * them needs to know nothing of bins. It calls the program's main, and is
 * called in place of it and of exit.
 */
#ifndef TP_INPUT_MONITOR_H
#define TP_INPUT_MONITOR_H

#include "ast/ast.h"
#include "input/inputs.h"

/* Flags by which a unit calls the monitor instead of exit; NULL-ended. */
extern const char *const tp_monitor_flags[];
/* Prototypes of it, for each unit that something is supplied to. */
extern const char tp_monitor_head[];

/* The monitor, if the text defines the entry (NULL: main), whose name and
 * parameters it calls; false: it does not. */
bool tp_monitor_write(tp_str *out, const tp_inputs_file *in, const tp_str *text,
                      const char *entry);
/* The same for a driver, which has the name and parameters of TP_DRIVER_ENTRY.
 */
void tp_monitor_write_driven(tp_str *out, const tp_inputs_file *in);
/* Its decisions are no branches of the user: p->bins and p->rules say which of
 * them are goals. Status 3 if a variable that is declared is nowhere. */
int tp_monitor_mark(tp_program *p, const tp_inputs_file *in, tp_diag *diag);

#endif
