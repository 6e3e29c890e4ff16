/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/imply.h - contradictions that follow step by step, without a choice
 * (inside module smt). */
#ifndef TP_SMT_IMPLY_H
#define TP_SMT_IMPLY_H

#include "smt/query.h"

/* Whether the predicates of the query, each true, lead to a contradiction: what
 * one says of its parts, what bounds say of comparisons. The core is places in
 * its items; without any of them these steps find none. */
bool tp_imply_conflict(tp_exprs *x, const tp_query *q, tp_vec_u32 *core);

#endif
