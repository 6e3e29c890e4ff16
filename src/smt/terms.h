/* smt/terms.h - expressions as Yices terms (inside module smt). */
#ifndef TP_SMT_TERMS_H
#define TP_SMT_TERMS_H

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

typedef struct tp_terms {
  tp_exprs *exprs;
  VEC(term_t) of; /* expression -> term + 1; 0: not yet */
  tp_map var_at;  /* var -> index into vars */
  VEC(tp_term_var) vars;
  tp_vec_u32 stack;
  uint32_t translated; /* nodes so far */
} tp_terms;

void tp_terms_init(tp_terms *t, tp_exprs *exprs);
void tp_terms_free(tp_terms *t);
/* The term of a truth-valued expression, built once; negative on an error of
 * Yices. */
term_t tp_terms_of(tp_terms *t, tp_expr e);
/* The variable, if a term with it was built. */
const tp_term_var *tp_terms_var(const tp_terms *t, uint32_t var);
/* Its value in a model as the caller's bits. False on an error of Yices. */
bool tp_terms_value(const tp_term_var *v, model_t *model, uint64_t *bits);

#endif
