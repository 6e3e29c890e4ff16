/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/cfg_build.h - the builder that cfg*.c share; private to flow. */
#ifndef TP_FLOW_CFG_BUILD_H
#define TP_FLOW_CFG_BUILD_H

#include "flow/cfg.h"

/* A place in the function, known later: an operation of the IR, counted from
 * the function's first, or behind them one of tp_cfg_new_label. */
typedef uint32_t tp_cfg_label;

typedef struct tp_cfg_builder {
  tp_cfg *cfg;
  const tp_ir *ir;
  const tp_program *p;
  bool with_data;
  tp_func_id func;
  uint32_t begin;           /* first operation of the expression it is in */
  uint32_t from;            /* operation of the IR that is read */
  VEC(uint32_t) places;     /* by label: operation, TP_NO_OP: not placed yet */
  tp_cfg_decls taken;       /* functions whose address is used */
  VEC(tp_func_id) handlers; /* registered with atexit */
} tp_cfg_builder;

tp_cfg_label tp_cfg_new_label(tp_cfg_builder *b);
void tp_cfg_place(tp_cfg_builder *b, tp_cfg_label label);
/* An operation that goes on to the next one emitted. Returns its index. */
uint32_t tp_cfg_emit(tp_cfg_builder *b, tp_cfg_kind kind, tp_node_id node,
                     uint32_t ref);
/* One without target; then tp_cfg_add_target for each. */
uint32_t tp_cfg_emit_end(tp_cfg_builder *b, tp_cfg_kind kind, tp_node_id node,
                         uint32_t ref);
void tp_cfg_add_target(tp_cfg_builder *b, tp_cfg_label to, uint32_t edge_label);
void tp_cfg_jump(tp_cfg_builder *b, tp_cfg_label to);

void tp_cfg_call(tp_cfg_builder *b, const tp_ir_op *call);
/* Fills handlers and has_longjmp. */
void tp_cfg_find_handlers(tp_cfg_builder *b);

#endif
