/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store against arrays: whatever is done to one map, the others stay. */
#include "check.h"

#include "base/rng.h"
#include "decide/store.h"

enum { MAPS = 10, CELLS = 40, STEPS = 4000 };

typedef struct world {
  tp_exprs *exprs;
  tp_store *store;
  tp_cells map[MAPS];
  tp_expr want[MAPS][CELLS]; /* 0: nothing is known */
  uint32_t next_var;
  tp_rng rng;
} world;

/* Cells far apart and close together. */
static uint32_t cell_at(uint32_t i) {
  return i < CELLS / 2 ? i : i * i * 997;
}

static tp_expr new_value(world *w) {
  unsigned width = tp_rng_below(&w->rng, 4) == 0 ? 16 : 8;
  return tp_expr_var(w->exprs, w->next_var++, TP_X_BV, width);
}

static tp_expr merged(world *w, tp_expr select, tp_expr a, tp_expr b) {
  if (a == b)
    return a;
  bool fits =
      a && b && tp_expr_width(w->exprs, a) == tp_expr_width(w->exprs, b);
  return fits ? tp_expr_ite(w->exprs, select, a, b) : 0;
}

static void set(world *w, uint32_t map) {
  uint32_t i = tp_rng_below(&w->rng, CELLS);
  tp_expr value = tp_rng_below(&w->rng, 5) ? new_value(w) : 0;
  w->map[map] = tp_store_set(w->store, w->map[map], cell_at(i), value);
  w->want[map][i] = value;
}

static void clear(world *w, uint32_t map) {
  uint32_t first = tp_rng_below(&w->rng, CELLS / 2);
  uint32_t n = tp_rng_below(&w->rng, CELLS / 2 - first);
  w->map[map] = tp_store_clear(w->store, w->map[map], first, n);
  for (uint32_t i = first; i < first + n; i++)
    w->want[map][i] = 0;
}

static void merge(world *w, uint32_t map) {
  uint32_t a = tp_rng_below(&w->rng, MAPS);
  uint32_t b = tp_rng_below(&w->rng, MAPS);
  tp_expr select = tp_expr_var(w->exprs, w->next_var++, TP_X_BOOL, 1);
  tp_expr want[CELLS];
  for (uint32_t i = 0; i < CELLS; i++)
    want[i] = merged(w, select, w->want[a][i], w->want[b][i]);
  w->map[map] =
      tp_store_merge(w->store, w->exprs, select, w->map[a], w->map[b]);
  memcpy(w->want[map], want, sizeof want);
}

static void copy(world *w, uint32_t to) {
  uint32_t from = tp_rng_below(&w->rng, MAPS);
  w->map[to] = w->map[from];
  memmove(w->want[to], w->want[from], sizeof w->want[to]);
}

static void check_all(const world *w) {
  for (uint32_t m = 0; m < MAPS; m++)
    for (uint32_t i = 0; i < CELLS; i++)
      CHECK_EQ(tp_store_get(w->store, w->map[m], cell_at(i)), w->want[m][i]);
}

static void check_differences(world *w) {
  uint32_t a = tp_rng_below(&w->rng, MAPS);
  uint32_t b = (uint32_t)tp_rng_below(&w->rng, MAPS), k = 0;
  tp_vec_u32 found = {0};
  tp_store_differences(w->store, w->map[a], w->map[b], &found);
  for (uint32_t i = 0; i < CELLS; i++) {
    if (w->want[a][i] == w->want[b][i])
      continue;
    CHECK(k < found.n && found.at[k] == cell_at(i));
    k++;
  }
  CHECK_EQ(found.n, k);
  VEC_FREE(&found);
}

TEST(store_is_a_map_that_stays) {
  world w = {.exprs = tp_exprs_new(), .store = tp_store_new()};
  tp_rng_init(&w.rng, 7);
  for (uint32_t step = 0; step < STEPS; step++) {
    uint32_t map = (uint32_t)tp_rng_below(&w.rng, MAPS);
    switch (tp_rng_below(&w.rng, 8)) {
    case 0:
      merge(&w, map);
      break;
    case 1:
      clear(&w, map);
      break;
    case 2:
      copy(&w, map);
      break;
    default:
      set(&w, map);
    }
    if (step % 50 == 0)
      check_all(&w);
    if (step % 10 == 0)
      check_differences(&w);
  }
  tp_store_free(w.store);
  tp_exprs_free(w.exprs);
}

/* A block that was not made on a path: there nothing leads to it. */
TEST(store_of_a_block_that_one_path_made) {
  tp_exprs *exprs = tp_exprs_new();
  tp_store *store = tp_store_new();
  tp_expr select = tp_expr_var(exprs, 0, TP_X_BOOL, 1);
  tp_expr value = tp_expr_var(exprs, 1, TP_X_BV, 8);
  tp_cells made = tp_store_set(store, 0, TP_STORE_HEAP + 3, value);
  tp_cells both = tp_store_merge(store, exprs, select, made, 0);
  CHECK_EQ(tp_store_get(store, both, TP_STORE_HEAP + 3), value);
  tp_cells lost = tp_store_set(store, made, TP_STORE_HEAP + 3, 0);
  both = tp_store_merge(store, exprs, select, made, lost);
  CHECK_EQ(tp_store_get(store, both, TP_STORE_HEAP + 3), 0);
  tp_store_free(store);
  tp_exprs_free(exprs);
}
