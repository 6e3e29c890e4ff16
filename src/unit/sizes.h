/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/sizes.h - numbers that say how much a pointer or array has are held to
 * what the driver gave it (inside module unit). */
#ifndef TP_UNIT_SIZES_H
#define TP_UNIT_SIZES_H

#include "unit/values.h"

/* One of several that stand beside each other: parameters, members, variables
 * of one file. */
typedef struct tp_sized {
  tp_type_id type;
  tp_use_place place;
  const char *name;   /* how the program calls it */
  const char *lvalue; /* an expression */
} tp_sized;

void tp_sizes_assume(tp_values *v, const tp_sized *all, uint32_t n);
/* Members of that record, and of those in it if no statement of their own fills
 * them. */
void tp_sizes_of_record(tp_values *v, tp_type_id record, const char *lvalue);

#endif
