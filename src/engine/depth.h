/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/depth.h - how many inputs a run is given.
 *
 * A program without end (while (1) { x = input(); ... }) asks for ever, and a
 * run is as good as any when it is given a few: most are. Now and then one is
 * given more, so that what needs many turns is reached, too. And programs that
 * do end, but late, should end: where that is worth it a run goes on behind
 * what it is given, to see if there is an end (a probe); if there is not, that
 * is forgotten. What probes may cost is a share of what was written before
 * and of what starting the runs took, so that a program without end pays little
 * for them, one with an end nothing. Counted in words of the trace, not in
 * time: the same seed gives the same results. Not in inputs: a turn that reads
 * one may take any number of conditions.
 */
#ifndef TP_ENGINE_DEPTH_H
#define TP_ENGINE_DEPTH_H

#include "exec/exec.h"

typedef struct tp_depth {
  double credit;    /* words that probes may cost */
  uint64_t probe;   /* inputs of the next one */
  uint64_t n_cut;   /* runs that asked for more than they were given */
  double written;   /* words of all runs */
  uint64_t reads;   /* inputs of all runs */
  bool was_in_vain; /* a probe */
} tp_depth;

void tp_depth_init(tp_depth *d);
/* What the next run is given. is_aimed: its inputs were chosen for something
 * that may lie deep; the run goes on until it has read them. */
tp_exec_reads tp_depth_next(const tp_depth *d, bool is_aimed);
/* That run was made. */
void tp_depth_learn(tp_depth *d, const tp_exec_reads *given,
                    const tp_exec_run *run);

#endif
