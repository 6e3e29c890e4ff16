/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/partner.h - a search in two processes, for two cores.
 *
 * The *second* is a copy of the first, made in the middle of the search; it has
 * the instrumented program running once more, for itself. Each tells the other
 * of its tests, which the other runs, too; the second also tells its proofs and
 * what it counts. Tests are kept, confirmed and reported by the first only.
 */
#ifndef TP_APP_PARTNER_H
#define TP_APP_PARTNER_H

#include "app/search.h"

typedef struct tp_partner tp_partner;

/* Whether two are to search. */
bool tp_partner_is_wanted(const tp_project *project);
/* Both go on from here. NULL: nobody was found, the first goes on alone. */
tp_partner *tp_partner_split(tp_search *search, bool *is_second);

/* Tests of this one to the other; what the other told, which may take so long
 * to come, is taken over. False: the other has ended. */
bool tp_partner_exchange(tp_partner *p, int wait_ms);

/* ---- the first ---- */

/* At the end: what the second still has to tell, if the search was not
 * complete; the second ends. If it had ended badly, so does this one. */
void tp_partner_end(tp_partner *p);

/* ---- the second ---- */

void tp_partner_prove(tp_partner *p, tp_sbranch b, const tp_decide_verdict *v);
void tp_partner_tell_astray(tp_partner *p, tp_sbranch b); /* decide/decide.h */
/* Which of the search's arms is at work; what it has done in a slice. */
void tp_partner_enter(tp_partner *p, uint32_t arm);
void tp_partner_leave(tp_partner *p, const tp_ledger_stamp *from,
                      const tp_ledger_stamp *to);
/* It tells what else is known of each branch, and ends. */
_Noreturn void tp_partner_finish(tp_partner *p);

#endif
