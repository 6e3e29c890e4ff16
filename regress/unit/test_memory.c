/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory against bytes: whatever a load says must be so in every world, a
 * world being values of all variables, in which each store is done as a machine
 * would. What it says nothing about is free. */
#include "check.h"

#include "program/program.h"
#include "base/rng.h"
#include "decide/memory.h"

enum { WORLDS = 6, OBJECTS = 3, SIZE = 32, STEPS = 3000, VARS = 4000 };

typedef struct machine {
  uint64_t var[VARS];
  uint8_t bytes[OBJECTS][SIZE];
} machine;

typedef struct bench {
  tp_program *p;
  tp_exprs *x;
  tp_memory m;
  tp_cells cells;
  tp_object object[OBJECTS];
  uint32_t next_var;
  machine world[WORLDS];
  tp_rng rng;
  uint32_t known, asked;
} bench;

static uint64_t value_in(void *state, uint32_t var) {
  return ((const machine *)state)->var[var];
}

static uint64_t in_world(bench *b, uint32_t world, tp_expr e) {
  return tp_expr_eval(b->x, e, value_in, &b->world[world]);
}

static tp_expr new_var(bench *b, tp_sort sort, unsigned width) {
  uint32_t var = b->next_var++;
  for (uint32_t w = 0; w < WORLDS; w++)
    b->world[w].var[var] =
        tp_rng_next(&b->rng) &
        (width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1);
  return tp_expr_var(b->x, var, sort, width);
}

/* Where something of that size lies, whole: one place, or one of two. */
static tp_expr new_address(bench *b, unsigned size) {
  tp_expr at[2];
  bool is_odd = tp_rng_below(&b->rng, 8) == 0;
  for (uint32_t i = 0; i < 2; i++) {
    uint32_t offset = tp_rng_below(&b->rng, SIZE - size + 1);
    if (!is_odd)
      offset -= offset % size;
    at[i] = tp_memory_address(&b->m, b->object[tp_rng_below(&b->rng, OBJECTS)],
                              offset);
  }
  if (tp_rng_below(&b->rng, 3))
    return at[0];
  return tp_expr_ite(b->x, new_var(b, TP_X_BOOL, 1), at[0], at[1]);
}

static uint8_t *bytes_at(bench *b, uint32_t world, tp_expr address) {
  int64_t offset = 0;
  tp_object o = tp_memory_object(&b->m, in_world(b, world, address), &offset);
  for (uint32_t i = 0; i < OBJECTS; i++)
    if (b->object[i] == o)
      return b->world[world].bytes[i] + offset;
  CHECK(!"an object");
  return b->world[world].bytes[0];
}

static void store(bench *b, tp_expr address, unsigned size) {
  tp_expr value = new_var(b, TP_X_BV, 8 * size);
  b->cells = tp_memory_store(&b->m, b->cells, address, size, value);
  for (uint32_t w = 0; w < WORLDS; w++) {
    uint64_t bits = in_world(b, w, value);
    memcpy(bytes_at(b, w, address), &bits, size);
  }
}

static void copy(bench *b) {
  uint64_t n = 1 + tp_rng_below(&b->rng, SIZE / 2);
  tp_expr to = tp_memory_address(&b->m, b->object[0], 0);
  tp_expr from = tp_memory_address(&b->m, b->object[1], SIZE / 2);
  b->cells = tp_memory_copy(&b->m, b->cells, to, from, n);
  for (uint32_t w = 0; w < WORLDS; w++)
    memcpy(b->world[w].bytes[0], b->world[w].bytes[1] + SIZE / 2, n);
}

static void fill(bench *b) {
  uint64_t n = tp_rng_below(&b->rng, SIZE + 1);
  tp_expr byte = new_var(b, TP_X_BV, 8);
  b->cells = tp_memory_fill(&b->m, b->cells,
                            tp_memory_address(&b->m, b->object[2], 0), n, byte);
  for (uint32_t w = 0; w < WORLDS; w++)
    memset(b->world[w].bytes[2], (int)in_world(b, w, byte), n);
}

/* A number of bytes that no area here is shorter than: any, or of whole ints.
 */
static tp_expr new_count(bench *b) {
  bool is_whole = tp_rng_below(&b->rng, 2);
  tp_expr v = tp_expr_zext(b->x, new_var(b, TP_X_BV, 8), 64);
  v = tp_expr_bv_op(
      b->x, TP_BV_AND, v,
      tp_expr_bv(b->x, 64, is_whole ? SIZE / 8 - 1 : SIZE / 2 - 1));
  return is_whole ? tp_expr_bv_op(b->x, TP_BV_MUL, v, tp_expr_bv(b->x, 64, 4))
                  : v;
}

/* From an area to one that may overlap with it. What may be a part of an
 * address is not copied: none is here. */
static void copy_some(bench *b) {
  tp_expr n = new_count(b), to = new_address(b, SIZE / 2);
  tp_expr from = tp_memory_address(&b->m, b->object[tp_rng_below(&b->rng, 2)],
                                   tp_rng_below(&b->rng, SIZE / 2));
  CHECK(tp_memory_copy_some(&b->m, &b->cells, to, from, n));
  for (uint32_t w = 0; w < WORLDS; w++)
    memmove(bytes_at(b, w, to), bytes_at(b, w, from), in_world(b, w, n));
}

static void fill_some(bench *b) {
  tp_expr n = new_count(b), to = new_address(b, SIZE / 2),
          byte = new_var(b, TP_X_BV, 8);
  CHECK(tp_memory_fill_some(&b->m, &b->cells, to, n, byte));
  for (uint32_t w = 0; w < WORLDS; w++)
    memset(bytes_at(b, w, to), (int)in_world(b, w, byte), in_world(b, w, n));
}

static tp_expr say_nothing(void *state, unsigned size) {
  (void)state, (void)size;
  return 0;
}

static void check_load(bench *b, tp_expr address, unsigned size) {
  tp_expr e = tp_memory_load(&b->m, b->cells, address, size);
  b->asked++;
  b->known += e != 0;
  for (uint32_t w = 0; e && w < WORLDS; w++) {
    uint64_t want = 0;
    memcpy(&want, bytes_at(b, w, address), size);
    CHECK_EQ(in_world(b, w, e), want);
  }
}

/* The two sides of a condition do different things. */
static void branch(bench *b) {
  tp_expr c = new_var(b, TP_X_BOOL, 1);
  machine before[WORLDS], then[WORLDS];
  tp_cells start = b->cells;
  memcpy(before, b->world, sizeof before);
  store(b, new_address(b, 4), 4);
  tp_cells on_true = b->cells;
  memcpy(then, b->world, sizeof then);
  for (uint32_t w = 0; w < WORLDS; w++)
    memcpy(b->world[w].bytes, before[w].bytes, sizeof before[w].bytes);
  b->cells = start;
  store(b, new_address(b, 8), 8);
  b->cells = tp_store_merge(b->m.store, b->x, c, on_true, b->cells);
  for (uint32_t w = 0; w < WORLDS; w++)
    if (in_world(b, w, c))
      memcpy(b->world[w].bytes, then[w].bytes, sizeof then[w].bytes);
}

static void open_bench(bench *b, uint64_t seed) {
  b->p = tp_program_new();
  b->x = tp_exprs_new();
  tp_memory_init(&b->m, b->p, b->x);
  b->m.fresh = say_nothing;
  tp_rng_init(&b->rng, seed);
  tp_types *types = &b->p->types;
  tp_type_id of[OBJECTS] = {tp_type_array(types, TP_TYPE_INT, SIZE / 4, true),
                            tp_type_array(types, TP_TYPE_UCHAR, SIZE, true),
                            tp_type_array(types, TP_TYPE_LONG, SIZE / 8, true)};
  static const unsigned cell[OBJECTS] = {4, 1, 8};
  for (uint32_t i = 0; i < OBJECTS; i++) {
    b->object[i] = tp_memory_add(&b->m, of[i], false);
    for (uint32_t at = 0; at < SIZE; at += cell[i])
      store(b, tp_memory_address(&b->m, b->object[i], at), cell[i]);
  }
}

TEST(memory_is_that_of_a_machine) {
  static bench b;
  open_bench(&b, 3);
  for (uint32_t step = 0; step < STEPS && b.next_var + 16 < VARS; step++) {
    unsigned size = 1u << tp_rng_below(&b.rng, 4);
    switch (tp_rng_below(&b.rng, 14)) {
    case 0:
      branch(&b);
      break;
    case 1:
      copy(&b);
      break;
    case 2:
      fill(&b);
      break;
    case 3:
      copy_some(&b);
      break;
    case 4:
      fill_some(&b);
      break;
    case 5:
    case 6:
    case 7:
      store(&b, new_address(&b, size), size);
      break;
    default:
      check_load(&b, new_address(&b, size), size);
    }
  }
  fprintf(stderr, "memory: %u loads, %u known\n", b.asked, b.known);
  CHECK(b.asked > 1000);
  CHECK(b.known * 2 > b.asked); /* saying nothing would be sound, too */
  tp_memory_free(&b.m);
  tp_exprs_free(b.x);
  tp_program_free(b.p);
}
