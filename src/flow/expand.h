/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/expand.h - the graph before it is tidied; private to flow.
 *
 * Expansion makes raw nodes: decisions, choices and exits of each copy of each
 * function. Choices may be superfluous (one way only), nodes may be out of
 * reach; lower.c leaves those out when it writes the graph.
 */
#ifndef TP_FLOW_EXPAND_H
#define TP_FLOW_EXPAND_H

#include "base/map.h"
#include "flow/calls.h"

typedef struct tp_raw_edge {
  uint32_t to;
  uint32_t label;
} tp_raw_edge;

typedef struct tp_raw_node {
  uint8_t kind;    /* TP_CFG_DECIDE, TP_CFG_CHOICE or TP_CFG_EXIT */
  uint8_t is_join; /* a choice among the places a shared function returns to */
  uint32_t ref;
  uint32_t copy;
  uint32_t first, n; /* edges */
} tp_raw_node;

/* One copy of a function, entered from one place. */
typedef struct tp_copy {
  tp_func_id func;
  uint32_t caller, site; /* copy and call site (the first ones, if several) */
  uint32_t return_to;    /* operation in the caller */
  uint32_t base;         /* its operations in `met` */
  uint32_t group;        /* copies of one recursive component */
  uint32_t join;         /* 1 + index of joins if several places may enter it */
  bool is_shared;        /* by all call sites */
  uint32_t context;      /* of the graph; UINT32_MAX: none yet */
} tp_copy;

/* The places that control may go on at after a return or longjmp. */
typedef struct tp_join {
  uint32_t node;  /* raw choice, UINT32_MAX: nobody returned yet */
  uint32_t point; /* 1 + last of its points */
} tp_join;

typedef struct tp_point {
  uint32_t join, copy, op, label;
  uint32_t before; /* 1 + the point of this join before it */
} tp_point;

typedef struct tp_expansion {
  const tp_cfg *cfg;
  const tp_calls *calls;
  VEC(tp_raw_node) nodes;
  VEC(tp_raw_edge) edges;
  VEC(tp_copy) copies;
  VEC(uint32_t) met; /* by copy and operation: raw node + 1 */
  VEC(tp_join) joins;
  VEC(tp_point) points;
  tp_vec_u32 ready; /* points whose join is in use: to be followed */
  tp_vec_u32 op_of; /* by raw node: its operation */
  tp_vec_u32 trail;
  tp_map shared; /* group and func -> copy + 1 */
  tp_map exits;  /* call site -> raw node + 1 */
  uint32_t n_groups;
  uint32_t longjmp; /* its join */
  uint32_t at_exit; /* raw node where the program ends */
  uint32_t start;   /* the first raw node met */
} tp_expansion;

void tp_expand(tp_expansion *out, const tp_cfg *cfg, const tp_calls *calls);
void tp_expansion_free(tp_expansion *x);

#endif
