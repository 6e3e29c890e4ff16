/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/cache.h - answers by set of predicates (inside module smt). */
#ifndef TP_SMT_CACHE_H
#define TP_SMT_CACHE_H

#include "smt/query.h"
#include "smt/smt.h"

typedef struct tp_cached {
  uint32_t first, n; /* its predicates in the pool */
  uint32_t next;     /* entry + 1 with the same hash, 0: none */
  tp_smt_answer answer;
  const char *reason;
  uint32_t data, n_data; /* SAT: in values; UNSAT: core places in the pool */
  bool is_minimal;
} tp_cached;

typedef struct tp_cache {
  tp_map by_hash; /* -> entry + 1 */
  VEC(tp_cached) entries;
  VEC(uint32_t) pool;
  VEC(uint64_t) values;
} tp_cache;

void tp_cache_free(tp_cache *c);
/* The entry of a query, or NULL. Borrowed until the next put. */
const tp_cached *tp_cache_get(const tp_cache *c, const tp_query *q);
/* Store an answer. values: of q's variables, if SAT; core: places in the items
 * of q, if UNSAT. */
void tp_cache_put(tp_cache *c, const tp_query *q, tp_smt_answer answer,
                  const uint64_t *values, const tp_vec_u32 *core,
                  bool is_minimal, const char *reason);

#endif
