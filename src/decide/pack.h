/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/pack.h - one test for as many branches as can be taken together.
 *
 * A pack is a set of literals that hold together and values for all variables
 * that satisfy them. Trying a branch adds its guard and its predicate if they
 * can hold with what is there; what is then kept is the reason why they hold,
 * in simple literals. Literals that share no variable are never asked about
 * together: a query holds only what is connected to the new ones.
 */
#ifndef TP_DECIDE_PACK_H
#define TP_DECIDE_PACK_H

#include "base/map.h"
#include "expr/implicant.h"
#include "decide/model.h"
#include "smt/smt.h"

typedef struct tp_pack {
  const tp_model *model;
  tp_smt *smt;
  double seconds; /* for one check; 0: as many as it may have */
  double end;     /* of all checks, by tp_cpu_now; 0: none */
  bool gave_up;   /* the solver, since the pack was started */
  uint32_t round; /* what follows is valid where it bears this number */
  /* By variable: */
  VEC(uint64_t) value;
  VEC(uint32_t) value_round;
  VEC(uint32_t) group; /* union-find over variables */
  VEC(uint32_t) next;  /* first literal of the group's root, in `links` */
  VEC(uint32_t) last;  /* and the last */
  tp_vec_u32 vars;     /* that have a value in this round */
  /* By instance: which of its branches is in the pack; they exclude each
   * other. */
  VEC(uint32_t) instance_round;
  VEC(uint32_t) instance_branch;
  VEC(uint32_t) guard_round; /* by guard: its literals are all in the pack */
  VEC(uint8_t) guard_sum;    /* by guard: 1 no limit of a sum in it, 2 some */
  VEC(uint32_t) expr_round;  /* by expression: it is in the pack */
  VEC(tp_expr) links_expr;   /* lists of literals */
  VEC(uint32_t) links_next;
  VEC(tp_expr) fresh; /* of the branch being tried */
  VEC(tp_expr) query;
  tp_vec_u32 query_groups;
  tp_implicant implicant;
  tp_smt_result result;
} tp_pack;

void tp_pack_init(tp_pack *p, const tp_model *model, tp_smt *smt);
void tp_pack_free(tp_pack *p);
/* Empty it; the values it starts with are those of a model. */
void tp_pack_start(tp_pack *p, const tp_smt_result *model);

typedef enum tp_packed {
  TP_PACK_ADDED,
  TP_PACK_NEVER,  /* not with what is in the pack */
  TP_PACK_UNKNOWN /* the solver gave up: p->result.reason */
} tp_packed;

/* Add branch k of an instance. */
tp_packed tp_pack_add(tp_pack *p, const tp_instance *i, uint32_t k);
/* Add a predicate where a guard holds. */
tp_packed tp_pack_require(tp_pack *p, tp_guard guard, tp_expr pred);
/* What an expression is for the values of the pack. */
uint64_t tp_pack_value(tp_pack *p, tp_expr e);
/* The values of the inputs in it, for a run; free variables are left out. */
void tp_pack_values(const tp_pack *p, tp_smt_result *out);

#endif
