/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/changes.h - which variables a call may change.
 *
 * Over-approximated, over all units: all memory that pointers may reach is one
 * object, as are all functions that may be called through a pointer. Questions
 * are answered for one object at a time, for all functions at once, and kept.
 */
#ifndef TP_FLOW_CHANGES_H
#define TP_FLOW_CHANGES_H

#include "base/bits.h"
#include "base/map.h"
#include "ir/ir.h"

/* What is called: a function of the program, or one of these. */
enum {
  TP_CHANGER_ANY = 0,               /* any function whose address is used */
  TP_CHANGER_OUTSIDE = UINT32_MAX,  /* writes where its arguments lead */
  TP_CHANGER_NONE = UINT32_MAX - 1, /* changes nothing */
  TP_CHANGER_WILD = UINT32_MAX - 2  /* not known */
};

#define TP_OBJECT_MEMORY 0u /* whatever pointers may reach */

typedef struct tp_stored {
  tp_decl_id object;
  tp_func_id func;
} tp_stored;

typedef struct tp_changes {
  const tp_ir *ir;
  tp_bits escaped;
  VEC(tp_stored) stores; /* sorted by object, when all are known */
  uint32_t *first;       /* callers of f: caller[first[f] .. first[f+1]) */
  tp_func_id *caller;
  tp_map known; /* object -> place in sets, + 1 */
  VEC(tp_bits) sets;
  uint64_t work; /* functions and calls walked so far */
} tp_changes;

void tp_changes_init(tp_changes *c, const tp_ir *ir);
void tp_changes_free(tp_changes *c);
/* The object that a variable, or memory reached through a pointer (0), is. */
uint32_t tp_changes_object(const tp_changes *c, tp_decl_id d);
/* What an operation calls, or may do where its text was left alone. */
uint32_t tp_changes_changer(const tp_changes *c, const tp_ir_op *op);
bool tp_changes_may(tp_changes *c, uint32_t changer, uint32_t object);

#endif
