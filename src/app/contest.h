/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/contest.h - the default: the phases and Decide, then all ways to make
 * progress side by side.
 *
 * A few runs of each phase show what is easy to reach; Decide then has a while
 * for itself, which is all it needs for most programs. Where it is not done by
 * then its walk and its questions take turns with the searches (arms/arms.h).
 */
#ifndef TP_APP_CONTEST_H
#define TP_APP_CONTEST_H

#include "app/search.h"

void tp_contest_run(tp_search *s, tp_diag *diag);

#endif
