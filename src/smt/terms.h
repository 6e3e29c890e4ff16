/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/terms.h - expressions as Yices terms (inside module smt). */
#ifndef TP_SMT_TERMS_H
#define TP_SMT_TERMS_H

#include "base/clock.h"
#include "base/map.h"
#include "expr/node.h"
#include "smt/yices_api.h"

/* What Yices knows of a variable. For floats, term is the key of the pattern
 * (tp_expr_fp_key): comparisons, the usual case, need no more. */
typedef struct tp_term_var {
  uint32_t var;
  tp_sort sort;
  unsigned width;
  term_t term;
} tp_term_var;

/* What is known of a translated node beside its term. */
typedef struct tp_term_note {
  uint32_t most;   /* microseconds that Yices needs to turn it into bits, at
                      most: what is shared below counts each time */
  term_t name;     /* + 1: a variable that stands for it in sums; 0: none */
  uint8_t degree;  /* as a polynomial */
  bool uses_names; /* it, or something below it */
} tp_term_note;

typedef struct tp_terms {
  tp_exprs *exprs;
  const tp_budget *budget;
  VEC(term_t) of;          /* expression -> term + 1; 0: not yet */
  VEC(tp_term_note) notes; /* parallel */
  tp_map var_at;           /* var -> index into vars */
  VEC(tp_term_var) vars;
  tp_vec_u32 stack;
  uint32_t translated; /* nodes so far */
  tp_vec_u32 seen;     /* by expression: the round of loading it was met in */
  uint32_t round;
} tp_terms;

/* What a context gets with a predicate. */
typedef struct tp_term_load {
  uint64_t cost;           /* microseconds */
  uint64_t hard;           /* of these: for products and quotients */
  VEC(term_t) definitions; /* of names: they always hold */
} tp_term_load;

void tp_terms_init(tp_terms *t, tp_exprs *exprs, const tp_budget *budget);
void tp_terms_free(tp_terms *t);
/* Adds every term that is remembered. */
typedef VEC(term_t) tp_term_list;
void tp_terms_list(const tp_terms *t, tp_term_list *out);
/* The term of a truth-valued expression, built once; negative on an error of
 * Yices, or if the time is over. */
term_t tp_terms_of(tp_terms *t, tp_expr e);
/* Of a predicate that was translated. */
const tp_term_note *tp_terms_note(tp_terms *t, tp_expr e);
/* A load is added up from predicates, from nothing. */
void tp_terms_load_begin(tp_terms *t, tp_term_load *out);
/* Add what a predicate brings to a context that has the nodes `inside`, which
 * gets those of the predicate, too. NULL: that has those which were added since
 * the beginning. */
void tp_terms_load(tp_terms *t, tp_expr e, tp_map *inside, tp_term_load *out);
/* The variable, if a term with it was built. */
const tp_term_var *tp_terms_var(const tp_terms *t, uint32_t var);
/* Yices' core as places in what was assumed, ascending. False on an error. */
bool tp_yices_core(context_t *ctx, const term_t *assumed, uint32_t n,
                   tp_vec_u32 *core);
/* Its value in a model as the caller's bits. False on an error of Yices. */
bool tp_terms_value(const tp_term_var *v, model_t *model, uint64_t *bits);

#endif
