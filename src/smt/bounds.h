/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/bounds.h - comparisons of terms with constants and with each other, as
 * bounds that follow from bounds (inside module smt).
 *
 * A term is known by its place in an order: a bit vector as a signed or an
 * unsigned number, a float by its key. What a float comparison says of a NaN
 * depends on its side, so its opposite counts only where both are numbers.
 * Each bound has its reasons, a set of 64 (smt/imply.c).
 */
#ifndef TP_SMT_BOUNDS_H
#define TP_SMT_BOUNDS_H

#include "base/map.h"
#include "expr/node.h"

typedef __int128 tp_rank; /* in an order */

typedef struct tp_bounded {
  tp_rank low, high;
  uint64_t low_by, high_by; /* reasons */
  bool is_number;           /* a float that is no NaN */
  uint64_t number_by;
} tp_bounded;

/* place of a - place of b <= most */
typedef struct tp_apart {
  uint32_t a, b;
  tp_rank most;
  uint64_t by;
} tp_apart;

/* A whole number. */
typedef struct tp_whole {
  tp_expr e; /* 0: it is a float */
  bool is_unsigned;
} tp_whole;

/* A signed number that is computed from one or two others, exactly wherever the
 * result fits; or the same bits as a number of the other kind. */
typedef struct tp_computed {
  uint32_t of, a, b; /* terms */
  uint8_t op;        /* tp_bv_op; UINT8_MAX: it is a */
  bool is_unsigned;  /* .. if a is not negative */
  uint8_t width;
} tp_computed;

typedef struct tp_bounds {
  tp_exprs *exprs;
  tp_map at; /* term and order -> place in terms */
  VEC(tp_bounded) terms;
  VEC(tp_apart) aparts;
  VEC(tp_whole) wholes; /* by term */
  VEC(tp_computed) computed;
  uint32_t n_taken; /* terms of which it is known what they are computed from */
} tp_bounds;

typedef enum tp_known { TP_OPEN, TP_TRUE, TP_FALSE } tp_known;

void tp_bounds_free(tp_bounds *b);
void tp_bounds_clear(tp_bounds *b);
/* Whether e compares two terms. */
bool tp_bounds_is_comparison(const tp_exprs *x, tp_expr e);
/* The comparison is true, or false. What can't be said yet is dropped: say it
 * again when more is known. */
void tp_bounds_add(tp_bounds *b, tp_expr e, bool truth, uint64_t by);
/* What follows. False: a contradiction, by these reasons. */
bool tp_bounds_follow(tp_bounds *b, bool *has_changed, uint64_t *by);
/* What the bounds say about a comparison. */
tp_known tp_bounds_tell(tp_bounds *b, tp_expr e, uint64_t *by);

#endif
