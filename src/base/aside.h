/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/aside.h - work that may hang or crash, done by a copy of this process.
 */
#ifndef TP_BASE_ASIDE_H
#define TP_BASE_ASIDE_H

#include "base/diag.h"

/* Makes a text; -1 with a message. */
typedef int tp_aside_work(void *state, tp_str *out, tp_diag *diag);

/* The same, but it has only so many seconds, and what it changes in memory is
 * lost. Before threads are started. */
int tp_aside(tp_str *out, tp_aside_work *work, void *state, double seconds,
             tp_diag *diag);

#endif
