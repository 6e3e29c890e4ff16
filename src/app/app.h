/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/app.h - the commands of tp2ph. Each takes the options and leaves its exit
 * status in diag: with a message if something is wrong, without one if the
 * status is a result (1: a branch is unknown, 5: the budget is over). */
#ifndef TP_APP_APP_H
#define TP_APP_APP_H

#include "app/options.h"

/* The command that was asked for; --help and --version. */
void tp_app_run(const tp_options *options, tp_diag *diag);

/* One each, in the file of its name. */
int tp_app_generate(const tp_options *options, tp_diag *diag); /* run.c */
int tp_app_graph(const tp_options *options, tp_diag *diag);
int tp_app_ir(const tp_options *options, tp_diag *diag);
int tp_app_replay(const tp_options *options, tp_diag *diag);
int tp_app_batch(const tp_options *options, tp_diag *diag);
int tp_app_merge(const tp_options *options, tp_diag *diag);
int tp_app_check_proofs(const tp_options *options, tp_diag *diag);
int tp_app_doctor(const tp_options *options, tp_diag *diag);
int tp_app_gen(const tp_options *options, tp_diag *diag);
int tp_app_diff(const tp_options *options, tp_diag *diag);
int tp_app_inputs(const tp_options *options, tp_diag *diag); /* draft.c */
int tp_app_unit(const tp_options *options, tp_diag *diag);
int tp_app_accept(const tp_options *options, tp_diag *diag);

#endif
