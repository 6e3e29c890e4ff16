/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/manual.h - what the table of options says, as man pages and for shells.
 */
#ifndef TP_APP_MANUAL_H
#define TP_APP_MANUAL_H

#include "app/options.h"

/* tp2ph.1, tp2ph-graph.1, ... as troff. */
void tp_manual_page(tp_command command, tp_str *out);
/* Completion for bash and zsh. */
void tp_manual_bash(tp_str *out);
void tp_manual_zsh(tp_str *out);

#endif
