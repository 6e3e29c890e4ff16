/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/print.h - results on stdout. */
#ifndef TP_APP_PRINT_H
#define TP_APP_PRINT_H

#include "base/diag.h"

/* All n bytes to the descriptor. A reader that takes nothing for
 * `patience` seconds counts as an error: TP_ENVIRONMENT, as a full disk or a
 * closed descriptor. SIGPIPE should be ignored. */
int tp_print_bytes(int fd, const char *bytes, size_t n, double patience,
                   tp_diag *diag);
/* To stdout, with the usual patience. */
int tp_print(const char *text, tp_diag *diag);

#endif
