/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/log.h - queries as SMT-LIB files (inside module smt). */
#ifndef TP_SMT_LOG_H
#define TP_SMT_LOG_H

#include "smt/query.h"
#include "smt/smt.h"

/* Write dir/NNNNNN.smt2: what was asked and what was answered. */
int tp_smt_log_write(tp_exprs *exprs, const char *dir, uint32_t number,
                     const tp_query *q, tp_smt_answer answer, tp_diag *diag);

#endif
