/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/ssa_build.h - the builder that ssa*.c share; private to flow. */
#ifndef TP_FLOW_SSA_BUILD_H
#define TP_FLOW_SSA_BUILD_H

#include "flow/ssa.h"

typedef struct tp_ssa_builder {
  tp_ssa *out;
  const tp_cfg *cfg;
  const tp_program *p;
  const tp_objects *objects;
  uint32_t first; /* operation of the function */
  tp_flow_value
      *current;    /* by location; UNSET: as when the function was entered */
  tp_vec_u32 undo; /* pairs: location, value it had */
  uint32_t *join_first;
  tp_vec_u32 joined; /* locations joined at node v: [join_first[v] ..) */
  tp_map value_of;   /* CALL, INPUT or STORE of the IR -> its value */
  tp_map literals;   /* LITERAL of the IR -> what is stored there */
  tp_map entry;      /* location -> its value at entry */
  tp_vec_u32 stack;  /* of values of the IR */
  bool has_returned;
} tp_ssa_builder;

static inline bool tp_ssa_is_followed(const tp_ssa_builder *b, tp_location l) {
  return b->objects->kind[l] == TP_OBJECT_LOCAL ||
         b->objects->kind[l] == TP_OBJECT_GLOBAL;
}
void tp_ssa_set(tp_ssa_builder *b, tp_location l, tp_flow_value v);
/* Reads and stores what one operation does. */
void tp_ssa_operation(tp_ssa_builder *b, uint32_t op);

#endif
