/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting what reads cost: see engine/depth.h. */
#include "engine/depth.h"

#include "base/limits.h"

#define FEW 64 /* that most runs are given */
#define FIRST_PROBE 16384
#define MAX_PROBE (UINT64_C(1) << 19) /* more inputs can't be listed */
#define MAX_AIMED 16384
#define START 4096 /* words that cost as much as a run without any */
#define SHARE 2    /* probes cost at most one part of so many */

/* Every fourth run is given twice as many, every fourth of these four times ...
 * so that the longer ones together cost as much as the others. */
static unsigned doublings(uint64_t n) {
  unsigned k = 0;
  while (k < TP_LIMIT_DEPTH_DOUBLINGS && n % 4 == 3) {
    n /= 4;
    k++;
  }
  return k;
}

void tp_depth_init(tp_depth *d) {
  *d = (tp_depth){.probe = FIRST_PROBE};
}

/* Where there was an end each time they cost nothing, and the first that is in
 * vain costs whatever it does: nothing was known. */
static bool is_paid(const tp_depth *d) {
  return !d->was_in_vain ||
         d->credit * (double)d->reads >= (double)d->probe * d->written;
}

tp_exec_reads tp_depth_next(const tp_depth *d, bool is_aimed) {
  tp_exec_reads reads = {.enough = (uint64_t)FEW << doublings(d->n_cut),
                         .is_probe = is_paid(d)};
  reads.most = reads.is_probe ? reads.enough + d->probe
               : is_aimed     ? MAX_AIMED
                              : 4 * reads.enough;
  return reads;
}

static uint64_t at_most(uint64_t probe) {
  return probe < MAX_PROBE ? probe : MAX_PROBE;
}

void tp_depth_learn(tp_depth *d, const tp_exec_reads *given,
                    const tp_exec_run *run) {
  bool is_cut = run->end == TP_END_INPUTS;
  bool is_in_vain = is_cut && given->is_probe;
  double written = (double)run->written, told = (double)run->words;
  if (is_in_vain && !d->was_in_vain)
    d->credit += written;
  d->was_in_vain |= is_in_vain;
  d->n_cut += is_cut;
  d->written += written;
  d->reads += is_in_vain ? given->most : run->reads;
  d->credit += (is_cut ? told / SHARE : written) + START / SHARE;
  if (is_in_vain) {
    d->credit -= written - told;
    d->probe = at_most(2 * d->probe);
  } else if (run->reads > given->enough) {
    d->probe = at_most(2 * run->reads);
  }
}
