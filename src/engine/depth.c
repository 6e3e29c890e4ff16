/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting reads: see engine/depth.h. */
#include "engine/depth.h"

#include "base/limits.h"

#define FEW 64 /* that most runs are given */
#define FIRST_PROBE 16384
#define MAX_PROBE (UINT64_C(1) << 19) /* more inputs can't be listed */
#define MAX_AIMED 16384
#define START 1024 /* reads that cost as much as a run without any */

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
  *d = (tp_depth){.credit = FIRST_PROBE, .probe = FIRST_PROBE};
}

tp_exec_reads tp_depth_next(const tp_depth *d, bool is_aimed) {
  tp_exec_reads reads = {.enough = (uint64_t)FEW << doublings(d->n_cut),
                         .is_probe = d->credit >= d->probe};
  reads.most = reads.is_probe ? reads.enough + d->probe
               : is_aimed     ? MAX_AIMED
                              : 4 * reads.enough;
  return reads;
}

void tp_depth_learn(tp_depth *d, const tp_exec_reads *given, tp_exec_end end,
                    uint64_t reads) {
  bool is_cut = end == TP_END_INPUTS;
  d->n_cut += is_cut;
  d->credit += (is_cut ? reads / 2 : reads) + START / 2;
  if (is_cut && given->is_probe) {
    d->credit -= d->probe;
    d->probe = d->probe < MAX_PROBE ? 2 * d->probe : MAX_PROBE;
  } else if (reads > given->enough) {
    d->probe = 2 * reads < MAX_PROBE ? 2 * reads : MAX_PROBE;
  }
}
