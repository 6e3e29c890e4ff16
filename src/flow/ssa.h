/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/ssa.h - the values that flow through one function; private to flow.
 *
 * Each value has one origin. A value is the same on every path exactly if the
 * values it is made from are; where two ways join with different values of a
 * variable, its value is ANY from there on.
 */
#ifndef TP_FLOW_SSA_H
#define TP_FLOW_SSA_H

#include "base/map.h"
#include "flow/objects.h"

typedef uint32_t tp_flow_value;

enum { TP_VALUE_UNSET, TP_VALUE_ANY, TP_VALUE_CONSTANT };

typedef enum tp_value_kind {
  TP_V_SPECIAL, /* the three above */
  TP_V_MADE,    /* from its parts alone */
  TP_V_ENTRY,   /* of location `ref` when the function is entered */
  TP_V_INPUT,   /* read by operation op, once or not; and its parts */
  TP_V_RESULT,  /* returned by the call op */
  TP_V_AFTER    /* of location `ref` after the call op */
} tp_value_kind;

typedef struct tp_ssa_value {
  uint8_t kind;
  uint32_t op, ref;
  uint32_t first, n; /* parts */
} tp_ssa_value;

typedef struct tp_ssa {
  tp_func_id func;
  bool is_lost; /* too big: every value is ANY */
  VEC(tp_ssa_value) values;
  VEC(tp_flow_value) parts;
  tp_map decided;         /* decision -> value it tests */
  tp_map argument;        /* operation << 32 | number -> value passed */
  tp_map passed;          /* operation << 32 | location -> value when called */
  tp_map call_of;         /* call site -> operation */
  tp_flow_value returned; /* on every way out; ANY if they differ */
  tp_map left;            /* location -> value on every way out */
  tp_bits in_loop;        /* by operation - first: may run twice in one call */
} tp_ssa;

/* scratch: by location, all zero before and after. */
void tp_ssa_build(tp_ssa *out, const tp_cfg *cfg, const tp_objects *objects,
                  tp_func_id f, tp_flow_value *scratch);
void tp_ssa_free(tp_ssa *ssa);

#endif
