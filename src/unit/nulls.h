/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/nulls.h - which pointers may be NULL, as far as the program tells: it
 * asks whether they are (to assert that they are not is no question), or gives
 * something for them that may be (inside module unit).
 *
 * Of parameters and results of functions; where there is no main, whose objects
 * are made by code that is not seen, also of members. What comes out of
 * elements, variables of file scope, and code that is not seen may be NULL.
 */
#ifndef TP_UNIT_NULLS_H
#define TP_UNIT_NULLS_H

#include "ast/ast.h"
#include "base/map.h"

typedef struct tp_nulls {
  tp_map asked, given; /* by place, as of unit/uses.h */
  tp_map used;         /* what they point to is */
} tp_nulls;

void tp_nulls_find(tp_nulls *out, const tp_program *p);
void tp_nulls_free(tp_nulls *n);
/* It is used without asking, and nobody who is seen gives NULL for it: callers
 * are trusted. */
bool tp_nulls_is_trusted(const tp_nulls *n, uint64_t place);

#endif
