/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/domain.h - predicates about one variable as sets of its values (inside
 * module smt).
 *
 * Positions count the values in an order that suits comparisons: a bit vector
 * by its unsigned value, a float by its key (tp_expr_fp_key) from the least on,
 * so NaNs lie at both ends.
 */
#ifndef TP_SMT_DOMAIN_H
#define TP_SMT_DOMAIN_H

#include "base/map.h"
#include "expr/node.h"

typedef struct tp_range {
  uint64_t low, high; /* both inside */
} tp_range;
/* Ascending, disjoint. */
typedef VEC(tp_range) tp_ranges;

/* What a set is of: a variable, or a term that is looked at as one. */
typedef struct tp_domain_var {
  tp_sort sort;
  unsigned width;
  tp_expr term;
} tp_domain_var;

typedef struct tp_domains {
  tp_exprs *exprs;
  tp_map at; /* predicate -> place in known */
  struct tp_domain_known *known;
  uint32_t n, cap;
} tp_domains;

void tp_domains_free(tp_domains *d);
/* The values of its variable that satisfy e, which has just one. NULL: not of
 * a form understood here. Borrowed until the next call. */
const tp_ranges *tp_domains_of(tp_domains *d, tp_expr e, tp_domain_var *var);
/* The same of any term: where such sets have nothing in common the predicates
 * can't hold together, whatever the term is. */
const tp_ranges *tp_domains_of_term(tp_domains *d, tp_expr e,
                                    tp_domain_var *var);

void tp_ranges_copy(tp_ranges *to, const tp_ranges *from);
void tp_ranges_intersect(tp_ranges *a, const tp_ranges *b);
bool tp_ranges_has(const tp_ranges *a, uint64_t position);

uint64_t tp_domain_bits(const tp_domain_var *v, uint64_t position);
uint64_t tp_domain_position(const tp_domain_var *v, uint64_t bits);

#endif
