/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/ways.h - the ways to a branch, each refuted from the definitions that
 * a walk has told (diary.h); private to decide.
 *
 * A branch is taken in one of its instances, or, if the walk never came there,
 * behind one of the sides that it did not follow. Each of these ways is a
 * question over names; its core has the definitions that refute it. They hold
 * only if nothing that was not followed changes what they define: so sides that
 * might are ways that have to be refuted, too. And where a way needs what holds
 * in each turn of a loop, that this fails before the loop, or at the end of a
 * turn, is a way.
 */
#ifndef TP_DECIDE_WAYS_H
#define TP_DECIDE_WAYS_H

#include "decide/decide.h"
#include "decide/diary.h"
#include "decide/proof.h"

/* One way, refuted. */
typedef struct tp_refutation {
  uint32_t time;       /* how many definitions there were, its own the last */
  bool is_minimal;     /* the solver was asked */
  tp_vec_u32 literals; /* that are needed */
  tp_vec_u32 branches; /* that they are; UINT32_MAX: of none */
  tp_vec_u32 sites;    /* of assumptions that are needed */
  tp_vec_u32 needed;   /* definitions */
  tp_vec_u32 limited;  /* variables */
  uint32_t joined;     /* ways that this one stands for; 0: it is one itself */
  uint32_t next;       /* of those in tp_ways.known, + 1 */
} tp_refutation;

typedef struct tp_ways {
  const tp_decide_parts *parts;
  tp_exprs *x;
  tp_vars vars;
  tp_smt *smt;
  tp_diary told;
  tp_model model;
  uint32_t n_checks;
  uint64_t asked_about; /* conditions, */
  uint64_t most_asked;  /* that may be */
  double seconds;       /* for one question */
  double end;           /* by tp_now: none is asked any more; 0: no end */
  tp_decide_work spent; /* not told yet */
  /* The question at hand. */
  VEC(tp_expr) conds;
  tp_vec_u32 branches; /* by literal: UINT32_MAX: none */
  tp_vec_u32 sites;    /* of the assumptions, the last literals but one */
  tp_vec_u32 cone;     /* definitions behind the literals */
  tp_smt_result result;
  tp_question q; /* whose instance it is about */
  /* The branch at hand. */
  bool asks_folded; /* the solver, also about conditions that are false */
  VEC(tp_refutation) ways;
  tp_map asked;  /* sides that were not followed, by number */
  tp_map proved; /* what holds in each turn, by its definition */
  /* Of all branches: what lies behind a dead branch is dead by the same way. */
  VEC(tp_refutation) known;
  tp_map known_by; /* its last literal -> the first in `known`, + 1 */
} tp_ways;

/* All ways to a branch, into w->ways. False: not all are refuted. Without
 * asks_folded a condition that the walk has folded to false is refuted by its
 * own definitions, unasked: these may be too few, where the walk knew more. */
bool tp_ways_refute(tp_ways *w, tp_sbranch b);
/* All that the ways need, each once, definitions in their order. */
void tp_ways_unite(const tp_ways *w, tp_refutation *out);
/* That becomes a way that stands for all of them, with the definitions that
 * these need together; false: there are too many, or the solver does not say.
 */
bool tp_ways_join(tp_ways *w, tp_refutation *out);
/* Each of them can be told by itself. */
bool tp_ways_part(tp_ways *w);
/* Whether questions may still be asked. */
bool tp_ways_is_patient(const tp_ways *w);
/* Tell others what was done. */
void tp_ways_spend(tp_ways *w);
void tp_ways_free(tp_ways *w);
void tp_way_free(tp_refutation *w);
void tp_way_add_once(tp_vec_u32 *to, uint32_t what);

#endif
