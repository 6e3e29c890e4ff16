/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/refute.h - runs against proofs. A run that takes what was proved
 * infeasible shows that the model is wrong: nothing that was proved counts then
 * (app/collect.c), also of an earlier run. */
#ifndef TP_APP_REFUTE_H
#define TP_APP_REFUTE_H

#include "app/search.h"

/* If something is proved: some runs of random and of changed inputs. */
void tp_refute_try(tp_search *s);

#endif
