/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/environment.h - the environment of every program that is run. */
#ifndef TP_EXEC_ENVIRONMENT_H
#define TP_EXEC_ENVIRONMENT_H

#include "base/str.h"
#include "exec/flags.h"

/* What is the same for every user, NULL-ended. */
const char *const *tp_exec_fixed_environment(void);
/* Always the same, so that runs are: adds NAME=VALUE words to out. `libraries`
 * holds one of them and should live as long. */
void tp_exec_environment(tp_words *out, tp_str *libraries);

#endif
