/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/objects.h - what data flow knows about each variable, or about each of
 * its cells (flow/cells.h); private to flow.
 *
 * A local that no pointer reaches is followed inside its function. A global (or
 * static local) that no pointer reaches is followed through calls, too, as if
 * it were passed in and out of every function that uses it. Of the others the
 * value is a constant (never changed) or anything.
 */
#ifndef TP_FLOW_OBJECTS_H
#define TP_FLOW_OBJECTS_H

#include "flow/calls.h"
#include "flow/cells.h"
#include "flow/taint.h"

typedef enum tp_object_kind {
  TP_OBJECT_ANY,      /* may change behind our back */
  TP_OBJECT_CONSTANT, /* never changes while the program runs */
  TP_OBJECT_LOCAL,
  TP_OBJECT_GLOBAL
} tp_object_kind;

typedef struct tp_objects {
  tp_cell_table cells;
  uint8_t *kind; /* by location */
  /* By func: locations of globals that it, or what it calls, may change; may
   * read. */
  tp_vec_u32 *changes;
  tp_vec_u32 *reads;
  uint32_t n_funcs;
} tp_objects;

void tp_objects_init(tp_objects *out, const tp_cfg *cfg, const tp_taint *taint);
void tp_objects_free(tp_objects *o);

#endif
