/* SPDX-License-Identifier: GPL-3.0-or-later */
/* splitmix64: small, fast, the same on every machine. */
#include "base/rng.h"

#include "base/map.h"

void tp_rng_init(tp_rng *rng, uint64_t seed) {
  rng->state = seed;
}

uint64_t tp_rng_next(tp_rng *rng) {
  rng->state += UINT64_C(0x9e3779b97f4a7c15);
  return tp_hash_u64(rng->state);
}

uint32_t tp_rng_below(tp_rng *rng, uint32_t n) {
  return (uint32_t)((tp_rng_next(rng) >> 32) * n >> 32);
}
