/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/cache.c - remembered answers.
 *
 * A query is its ascending list of predicates; equal lists are compared in
 * full, the hash only finds candidates. When the memory limit is reached all is
 * forgotten at once: simple, and the same in every run.
 */
#include "smt/cache.h"

#include "base/limits.h"

void tp_cache_free(tp_cache *c) {
  tp_map_free(&c->by_hash);
  VEC_FREE(&c->entries);
  VEC_FREE(&c->pool);
  VEC_FREE(&c->values);
}

static uint64_t hash_query(const tp_query *q) {
  uint64_t h = q->items.n;
  for (uint32_t i = 0; i < q->items.n; i++)
    h = tp_hash_pair(h, q->items.at[i].e);
  return h >> 1; /* the greatest key is reserved */
}

static bool is_same(const tp_cache *c, const tp_cached *entry,
                    const tp_query *q) {
  if (entry->n != q->items.n)
    return false;
  for (uint32_t i = 0; i < entry->n; i++)
    if (c->pool.at[entry->first + i] != q->items.at[i].e)
      return false;
  return true;
}

const tp_cached *tp_cache_get(const tp_cache *c, const tp_query *q) {
  const uint32_t *at = tp_map_get(&c->by_hash, hash_query(q));
  for (uint32_t i = at ? *at : 0; i; i = c->entries.at[i - 1].next)
    if (is_same(c, &c->entries.at[i - 1], q))
      return &c->entries.at[i - 1];
  return NULL;
}

static void forget_all(tp_cache *c) {
  tp_map_clear(&c->by_hash);
  VEC_CLEAR(&c->entries);
  VEC_CLEAR(&c->pool);
  VEC_CLEAR(&c->values);
}

void tp_cache_put(tp_cache *c, const tp_query *q, tp_smt_answer answer,
                  const uint64_t *values, const tp_vec_u32 *core,
                  bool is_minimal, const char *reason) {
  if (c->pool.n + c->values.n > TP_LIMIT_SMT_CACHE_WORDS)
    forget_all(c);
  bool is_new;
  uint32_t *at = tp_map_put(&c->by_hash, hash_query(q), &is_new);
  tp_cached entry = {.first = c->pool.n,
                     .n = q->items.n,
                     .next = *at, /* a newer answer hides an older one */
                     .answer = answer,
                     .reason = reason,
                     .is_minimal = is_minimal};
  *at = c->entries.n + 1;
  for (uint32_t i = 0; i < q->items.n; i++)
    VEC_PUSH(&c->pool, q->items.at[i].e);
  entry.data = answer == TP_SMT_SAT ? c->values.n : c->pool.n;
  entry.n_data = answer == TP_SMT_SAT     ? q->vars.n
                 : answer == TP_SMT_UNSAT ? core->n
                                          : 0;
  for (uint32_t i = 0; i < entry.n_data; i++)
    if (answer == TP_SMT_SAT)
      VEC_PUSH(&c->values, values[i]);
    else
      VEC_PUSH(&c->pool, core->at[i]);
  VEC_PUSH(&c->entries, entry);
}
