/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "exec/patience.h"

#define LEAST 0.02 /* seconds that any run is given */
#define MOST_HUNG 0.5

/* 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..: the i-th, from 0. */
static double luby(uint32_t i) {
  uint32_t size = 1; /* of the part that ends with the power of two */
  while (size < i + 1)
    size = 2 * size + 1;
  while (size - 1 != i) {
    size = (size - 1) / 2;
    i %= size;
  }
  return (double)((size + 1) / 2);
}

static bool is_short_of_time(const tp_patience *p) {
  return p->hung >= p->whole && p->hung > MOST_HUNG * p->in_all;
}

double tp_patience_next(const tp_patience *p) {
  if (!is_short_of_time(p))
    return p->whole;
  double seconds = LEAST * luby(p->n_shortened);
  if (seconds < 2 * p->longest)
    seconds = 2 * p->longest;
  return seconds < p->whole ? seconds : p->whole;
}

void tp_patience_learn(tp_patience *p, double seconds, bool has_hung) {
  if (has_hung) {
    p->n_shortened += is_short_of_time(p);
    p->hung += seconds;
  } else if (p->longest < seconds) {
    p->longest = seconds;
  }
  p->in_all += seconds;
}
