/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/patience.h - how long a run may go on where many do not end.
 *
 * A program that computes for ever on most inputs would use up the time of the
 * search a whole limit at a time. Once runs over their time have taken most of
 * it, the next have shares of the limit as in Luby's sequence (1 1 2 1 1 2 4
 * ..): each length gets as much time in all, so that what needs a long run is
 * found, too, and the short ones are many. Nobody gets less than twice what the
 * longest run took that ended by itself. */
#ifndef TP_EXEC_PATIENCE_H
#define TP_EXEC_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct tp_patience {
  double whole;         /* seconds of one run */
  double hung, in_all;  /* seconds of runs that did not end; of all */
  double longest;       /* that ended by itself */
  uint32_t n_shortened; /* that did not end */
} tp_patience;

/* Seconds that the next run may take. */
double tp_patience_next(const tp_patience *p);
void tp_patience_learn(tp_patience *p, double seconds, bool has_hung);

#endif
