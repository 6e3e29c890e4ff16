/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Open addressing with linear probing, at most two thirds full. */
#include "base/map.h"

#include "base/alloc.h"

#include <string.h>

#define NO_KEY UINT64_MAX

uint64_t tp_hash_u64(uint64_t x) {
  x ^= x >> 30;
  x *= UINT64_C(0xbf58476d1ce4e5b9);
  x ^= x >> 27;
  x *= UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

uint64_t tp_hash_pair(uint64_t a, uint64_t b) {
  return tp_hash_u64(a * UINT64_C(0x9e3779b97f4a7c15) + tp_hash_u64(b) + 1);
}

uint64_t tp_hash_bytes(const void *bytes, size_t n) {
  const unsigned char *p = bytes;
  uint64_t h = UINT64_C(0xcbf29ce484222325) ^ n;
  for (; n >= 8; n -= 8, p += 8) {
    uint64_t w;
    memcpy(&w, p, 8);
    h = tp_hash_pair(h, w);
  }
  uint64_t tail = 0;
  if (n)
    memcpy(&tail, p, n);
  return tp_hash_pair(h, tail);
}

static uint32_t slot_of(const tp_map *map, uint64_t key) {
  uint32_t i = (uint32_t)tp_hash_u64(key) & (map->cap - 1);
  while (map->keys[i] != NO_KEY && map->keys[i] != key)
    i = (i + 1) & (map->cap - 1);
  return i;
}

uint32_t *tp_map_get(const tp_map *map, uint64_t key) {
  if (map->n == 0)
    return NULL;
  uint32_t i = slot_of(map, key);
  return map->keys[i] == key ? &map->values[i] : NULL;
}

static void grow(tp_map *map) {
  tp_map old = *map;
  map->cap = old.cap ? old.cap * 2 : 16;
  map->keys = TP_NEW_ARRAY(uint64_t, map->cap);
  map->values = TP_NEW_ARRAY(uint32_t, map->cap);
  memset(map->keys, 0xff, map->cap * sizeof *map->keys);
  for (uint32_t i = 0; i < old.cap; i++) {
    if (old.keys[i] == NO_KEY)
      continue;
    uint32_t to = slot_of(map, old.keys[i]);
    map->keys[to] = old.keys[i];
    map->values[to] = old.values[i];
  }
  tp_free(old.keys);
  tp_free(old.values);
}

uint32_t *tp_map_put(tp_map *map, uint64_t key, bool *is_new) {
  if ((uint64_t)(map->n + 1) * 3 > (uint64_t)map->cap * 2)
    grow(map);
  uint32_t i = slot_of(map, key);
  bool absent = map->keys[i] == NO_KEY;
  if (absent) {
    map->keys[i] = key;
    map->values[i] = 0;
    map->n++;
  }
  if (is_new)
    *is_new = absent;
  return &map->values[i];
}

void tp_map_clear(tp_map *map) {
  if (map->cap)
    memset(map->keys, 0xff, map->cap * sizeof *map->keys);
  map->n = 0;
}

void tp_map_free(tp_map *map) {
  tp_free(map->keys);
  tp_free(map->values);
  *map = (tp_map){0};
}
