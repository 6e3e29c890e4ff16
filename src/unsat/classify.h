/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unsat/classify.h - the three groups of infeasible branches, lemmas 4.2.1 to
 * 4.2.3 of the thesis, as seen from the end of the current prefix. */
#ifndef TP_UNSAT_CLASSIFY_H
#define TP_UNSAT_CLASSIFY_H

#include "base/bits.h"
#include "reach/closure.h"
#include "unsat/unsat.h"

/* In ascending priority: a branch that several cores put into different groups
 * belongs to the highest. */
typedef enum tp_class {
  TP_CLASS_NONE,       /* of no core, or not ahead */
  TP_CLASS_REACHABLE,  /* its core can't be completed any more (4.2.2) */
  TP_CLASS_POSSIBLE,   /* its core lies ahead (4.2.3) */
  TP_CLASS_UNREACHABLE /* it would complete its core (4.2.1) */
} tp_class;

typedef struct tp_classes {
  tp_vec_u32 unreachable, possible, reachable; /* branches, ascending */
} tp_classes;

/* What one core says about its last branch for a prefix that ends at node m. */
tp_class tp_unsat_class(const tp_unsat *db, tp_core core, tp_closure *closure,
                        tp_gnode m);
/* The groups, over all cores whose branches mean the same on every path.
 * Possible and reachable ones are listed only if they are in `open` (NULL:
 * all): explored branches are no targets. */
void tp_unsat_classify(tp_classes *out, const tp_unsat *db, tp_closure *closure,
                       tp_gnode m, const tp_bits *open);
void tp_classes_free(tp_classes *c);

#endif
