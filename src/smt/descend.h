/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/descend.h - values by going downhill (inside module smt).
 *
 * For queries with floating-point arithmetic, which is exact but slow as bit
 * vectors. How far the values are from satisfying the query is a number; one
 * variable after the other is moved as long as that makes it smaller. What is
 * found is checked by its caller; that nothing is found means nothing.
 */
#ifndef TP_SMT_DESCEND_H
#define TP_SMT_DESCEND_H

#include "base/clock.h"
#include "smt/plain.h"

/* values are those of q->vars: where to begin, and what was found. At most so
 * many are tried, of a large query fewer. True: they satisfy the query. */
bool tp_descend(tp_exprs *exprs, const tp_query *q, uint64_t *values,
                uint32_t steps, const tp_budget *budget);

#endif
