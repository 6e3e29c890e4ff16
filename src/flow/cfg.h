/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flow/cfg.h - the control flow of each function as a list of operations;
 * private to flow. Read off the IR.
 *
 * An operation is what control flow can see: a decision, a call, a return, and
 * (with_data) an assignment. `targets` are operations: jumps are gone. Each
 * function's operations are in a row, in the order of evaluation, so that those
 * of one full expression are neighbours.
 */
#ifndef TP_FLOW_CFG_H
#define TP_FLOW_CFG_H

#include "ir/ir.h"

#define TP_NO_OP UINT32_MAX

typedef enum tp_cfg_kind {
  TP_CFG_JUMP,    /* never a target after the build, except as an endless loop:
                     then it is an EXIT with ref 0 */
  TP_CFG_DECIDE,  /* ref: decision; one target a branch */
  TP_CFG_CHOICE,  /* ref: site or 0; targets with their labels */
  TP_CFG_CALL,    /* ref: site; callee: a function of the program */
  TP_CFG_RETURN,  /* no target; node: the RETURN, 0 at the end of the body */
  TP_CFG_EXIT,    /* no target; ref: site, 0: endless loop or the very end */
  TP_CFG_SETJMP,  /* ref: site */
  TP_CFG_LONGJMP, /* no target; ref: site */
  TP_CFG_DEFINE,  /* node: VAR, ASSIGN or INCDEC (with_data) */
  TP_CFG_INPUT    /* ref: site of an input call (with_data) */
} tp_cfg_kind;

typedef struct tp_cfg_op {
  uint8_t kind;
  uint32_t ref;
  tp_node_id node;
  tp_func_id callee;
  uint32_t begin; /* first operation of the expression it closes */
  uint32_t from;  /* operation of the IR that it is made of; TP_NO_OP: none */
  uint32_t first, n; /* targets */
} tp_cfg_op;

typedef struct tp_cfg {
  const tp_program *p;
  const tp_ir *ir;
  VEC(tp_cfg_op) ops;
  VEC(uint32_t) targets;
  VEC(uint32_t) labels; /* of the edges of choices, parallel to targets */
  VEC(uint32_t) entry;  /* by func: where it begins; TP_NO_OP without a body */
  VEC(uint32_t) first;  /* by func: its operations are first[f] .. first[f+1) */
  /* The pseudo function that runs atexit handlers, then ends: its id is
   * p->funcs.n; 0 if the program registers none. */
  tp_func_id at_exit;
  bool has_longjmp;
} tp_cfg;

/* Functions (canonical declarations) whose address is used, appended in the
 * order of their first use. */
typedef VEC(tp_decl_id) tp_cfg_decls;
void tp_cfg_taken(tp_cfg_decls *out, const tp_ir *ir);

void tp_cfg_build(tp_cfg *out, const tp_ir *ir, bool with_data);
void tp_cfg_free(tp_cfg *cfg);

static inline uint32_t tp_cfg_target(const tp_cfg *cfg, uint32_t op,
                                     uint32_t i) {
  return cfg->targets.at[cfg->ops.at[op].first + i];
}

#endif
