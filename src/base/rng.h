/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/rng.h - repeatable pseudo-random numbers (splitmix64). */
#ifndef TP_BASE_RNG_H
#define TP_BASE_RNG_H

#include <stdint.h>

typedef struct tp_rng {
  uint64_t state;
} tp_rng;

void tp_rng_init(tp_rng *rng, uint64_t seed);
uint64_t tp_rng_next(tp_rng *rng);
/* Uniform in 0 .. n-1; n > 0. */
uint32_t tp_rng_below(tp_rng *rng, uint32_t n);

#endif
