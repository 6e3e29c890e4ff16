/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/map.h - hash map from 64-bit keys to 32-bit values. Zeroed = empty.
 * Key UINT64_MAX is reserved. */
#ifndef TP_BASE_MAP_H
#define TP_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct tp_map {
  uint64_t *keys;
  uint32_t *values;
  uint32_t n, cap;
} tp_map;

/* Where the value of key is, or NULL. Valid until the next tp_map_put. */
uint32_t *tp_map_get(const tp_map *map, uint64_t key);
/* The place of key's value; *is_new tells if it was absent (value then 0). */
uint32_t *tp_map_put(tp_map *map, uint64_t key, bool *is_new);
void tp_map_clear(tp_map *map);
void tp_map_free(tp_map *map);

/* Mixing functions for callers that hash several words. */
uint64_t tp_hash_u64(uint64_t x);
uint64_t tp_hash_pair(uint64_t a, uint64_t b);
uint64_t tp_hash_bytes(const void *bytes, size_t n);

#endif
