/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/drive.h - the program with a driver, if its entry has parameters that are
 * inputs, or the user has one. */
#ifndef TP_APP_DRIVE_H
#define TP_APP_DRIVE_H

#include "app/project.h"

/* Whether there may be one: then a private folder is needed. */
bool tp_drive_is_wanted(const tp_options *o);
/* tp_front_load; s->driver is what was put behind it. */
int tp_drive_load(tp_project *s, tp_front_options *opt, tp_diag *diag);

/* Options by which what the program reads from outside, and was not told,
 * becomes an input: "--argv 2, --stdin 16"; empty: there is none. */
void tp_drive_hint(const tp_project *s, tp_str *out);

#endif
