/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A 16-way trie over 28-bit cell numbers, without path compression: all maps
 * have the same seven levels, so that merging walks both in step. Nodes are
 * never changed once another map can see them; equal children mean equal
 * content, which is what makes merging cheap. */
#include "decide/store.h"

#include "base/diag.h"

#define LEVELS 7
#define FAN 16
#define LOST UINT32_MAX /* instead of an expression: of a block, not known */

typedef struct node {
  uint32_t kid[FAN]; /* nodes, at the lowest level expressions; 0: nothing */
} node;

typedef struct note {
  uint32_t cell;
  tp_expr value;
} note;

struct tp_store {
  VEC(node) nodes; /* from 1 */
  VEC(note) notes;
  bool is_noting;
  tp_store_name name; /* NULL: nobody wants to know */
  void *state;
};

tp_store *tp_store_new(void) {
  tp_store *s = TP_NEW(tp_store);
  VEC_PUSH(&s->nodes, (node){{0}});
  return s;
}

void tp_store_free(tp_store *s) {
  if (!s)
    return;
  VEC_FREE(&s->nodes);
  VEC_FREE(&s->notes);
  tp_free(s);
}

static unsigned slot(uint32_t cell, unsigned level) {
  return cell >> (4 * level) & (FAN - 1);
}

static bool is_heap(uint32_t cell) {
  return cell >= TP_STORE_HEAP && cell < TP_STORE_COUNTERS;
}

static uint32_t entry(const tp_store *s, tp_cells map, uint32_t cell) {
  for (unsigned level = LEVELS; map && level-- > 0;)
    map = s->nodes.at[map].kid[slot(cell, level)];
  return map;
}

static tp_expr value_of(uint32_t entry) {
  return entry == LOST ? 0 : entry;
}

tp_expr tp_store_get(const tp_store *s, tp_cells map, uint32_t cell) {
  return value_of(entry(s, map, cell));
}

void tp_store_notes_on(tp_store *s, bool on) {
  s->is_noting = on;
  if (!on)
    VEC_CLEAR(&s->notes);
}

void tp_store_note(tp_store *s, uint32_t cell, tp_expr value) {
  if (s->is_noting)
    VEC_PUSH(&s->notes, (note){cell, value});
}

uint32_t tp_store_notes(const tp_store *s) {
  return s->notes.n;
}

uint32_t tp_store_noted(const tp_store *s, uint32_t i, tp_expr *value) {
  *value = s->notes.at[i].value;
  return s->notes.at[i].cell;
}

tp_expr tp_store_read(tp_store *s, tp_cells map, uint32_t cell) {
  tp_expr value = tp_store_get(s, map, cell);
  tp_store_note(s, cell, value);
  return value;
}

/* Bound: LEVELS deep. base: the first cell below these nodes. */
static void find_differences(const tp_store *s, uint32_t a, uint32_t b,
                             unsigned level, uint32_t base, tp_vec_u32 *out) {
  for (unsigned i = 0; i < FAN; i++) {
    uint32_t p = s->nodes.at[a].kid[i], q = s->nodes.at[b].kid[i];
    uint32_t at = base + (i << (4 * level));
    if (p == q)
      continue;
    if (level > 0)
      find_differences(s, p, q, level - 1, at, out);
    else
      VEC_PUSH(out, at);
  }
}

void tp_store_differences(const tp_store *s, tp_cells a, tp_cells b,
                          tp_vec_u32 *out) {
  if (a != b)
    find_differences(s, a, b, LEVELS - 1, 0, out);
}

static bool is_empty(const node *n) {
  for (unsigned i = 0; i < FAN; i++)
    if (n->kid[i])
      return false;
  return true;
}

static uint32_t add_node(tp_store *s, const node *n) {
  if (is_empty(n))
    return 0;
  VEC_PUSH(&s->nodes, *n);
  return s->nodes.n - 1;
}

/* Bound: LEVELS deep. level_of: by node, + 1; 0: not met yet. */
static void check_nodes(const tp_store *s, uint32_t at, unsigned level,
                        uint8_t *level_of, uint32_t n_exprs) {
  TP_INVARIANT(at < s->nodes.n && !is_empty(&s->nodes.at[at]),
               "a map should have nodes with something in them");
  TP_INVARIANT(!level_of[at] || level_of[at] == level + 1,
               "a node should be of one level");
  if (level_of[at])
    return;
  level_of[at] = (uint8_t)(level + 1);
  for (unsigned i = 0; i < FAN; i++) {
    uint32_t kid = s->nodes.at[at].kid[i];
    if (level == 0)
      TP_INVARIANT(kid == LOST || kid <= n_exprs, "a value should be there");
    else
      TP_INVARIANT(kid < at, "a node should be made before what leads there");
    if (level > 0 && kid)
      check_nodes(s, kid, level - 1, level_of, n_exprs);
  }
}

void tp_store_check(const tp_store *s, tp_cells map, uint32_t n_exprs) {
  uint8_t *level_of = TP_NEW_ARRAY(uint8_t, s->nodes.n);
  if (map)
    check_nodes(s, map, LEVELS - 1, level_of, n_exprs);
  tp_free(level_of);
}

tp_cells tp_store_set(tp_store *s, tp_cells map, uint32_t cell, tp_expr value) {
  uint32_t path[LEVELS];
  TP_INVARIANT(cell < 1u << (4 * LEVELS), "a cell number should fit the trie");
  if (!value && is_heap(cell))
    value = LOST;
  if (entry(s, map, cell) == value)
    return map;
  uint32_t at = map;
  for (unsigned level = LEVELS; level-- > 0;) {
    path[level] = at;
    at = s->nodes.at[at].kid[slot(cell, level)]; /* node 0 is all nothing */
  }
  uint32_t below = value;
  for (unsigned level = 0; level < LEVELS; level++) {
    node copy = s->nodes.at[path[level]];
    copy.kid[slot(cell, level)] = below;
    below = add_node(s, &copy);
  }
  return below;
}

void tp_store_tell(tp_store *s, tp_store_name name, void *state) {
  s->name = name;
  s->state = state;
}

static tp_expr named(const tp_store *s, uint32_t cell, tp_expr value,
                     bool is_merge) {
  return value && s->name ? s->name(s->state, cell, value, is_merge) : value;
}

tp_cells tp_store_assign(tp_store *s, tp_cells map, uint32_t cell,
                         tp_expr value) {
  return tp_store_set(s, map, cell, named(s, cell, value, false));
}

/* Bound: LEVELS deep. base: the first cell below this node. */
static uint32_t clear_nodes(tp_store *s, uint32_t at, unsigned level,
                            uint64_t base, uint64_t first, uint64_t end) {
  uint64_t span = UINT64_C(1) << (4 * level); /* cells of one kid */
  if (!at || base >= end || base + span * FAN <= first)
    return at;
  if (base >= first && base + span * FAN <= end)
    return 0;
  node copy = s->nodes.at[at];
  for (unsigned i = 0; i < FAN; i++) {
    uint64_t kid_base = base + i * span;
    if (level > 0)
      copy.kid[i] =
          clear_nodes(s, copy.kid[i], level - 1, kid_base, first, end);
    else if (kid_base >= first && kid_base < end)
      copy.kid[i] = 0;
  }
  if (memcmp(&copy, &s->nodes.at[at], sizeof copy) == 0)
    return at;
  return add_node(s, &copy);
}

tp_cells tp_store_clear(tp_store *s, tp_cells map, uint32_t first, uint32_t n) {
  if (is_heap(first)) {
    for (uint32_t i = 0; i < n; i++)
      map = tp_store_set(s, map, first + i, 0);
    return map;
  }
  return clear_nodes(s, map, LEVELS - 1, 0, first, (uint64_t)first + n);
}

static tp_expr merge_values(tp_exprs *x, tp_expr select, tp_expr a, tp_expr b) {
  if (!a || !b || tp_expr_width(x, a) != tp_expr_width(x, b))
    return 0;
  return tp_expr_ite(x, select, a, b);
}

static tp_expr merge_cells(const tp_store *s, tp_exprs *x, tp_expr select,
                           uint32_t cell, tp_expr a, tp_expr b) {
  return named(s, cell, merge_values(x, select, a, b), true);
}

static tp_expr merge_counters(tp_exprs *x, tp_expr select, tp_expr a,
                              tp_expr b) {
  tp_expr zero = tp_expr_bv(x, 32, 0);
  return merge_values(x, select, a ? a : zero, b ? b : zero);
}

static uint32_t merge_of_block(const tp_store *s, tp_exprs *x, tp_expr select,
                               uint32_t cell, uint32_t a, uint32_t b) {
  if (!a || !b)
    return a ? a : b;
  tp_expr both = merge_cells(s, x, select, cell, value_of(a), value_of(b));
  return both ? both : LOST;
}

/* Bound: LEVELS deep. base: the first cell below these nodes. */
static uint32_t merge_nodes(tp_store *s, tp_exprs *x, tp_expr select,
                            uint32_t a, uint32_t b, unsigned level,
                            uint32_t base) {
  uint32_t span = 1u << (4 * level);
  if (a == b)
    return a;
  if ((!a || !b) && base + span * FAN <= TP_STORE_COUNTERS && !s->is_noting) {
    if (base + span * FAN <= TP_STORE_HEAP)
      return 0; /* one side knows nothing here */
    if (base >= TP_STORE_HEAP)
      return a ? a : b;
  }
  node out = s->nodes.at[a], other = s->nodes.at[b];
  for (unsigned i = 0; i < FAN; i++) {
    uint32_t kid_base = base + i * span;
    if (out.kid[i] == other.kid[i])
      continue;
    if (level == 0) {
      tp_store_note(s, kid_base, value_of(out.kid[i]));
      tp_store_note(s, kid_base, value_of(other.kid[i]));
    }
    if (level > 0)
      out.kid[i] = merge_nodes(s, x, select, out.kid[i], other.kid[i],
                               level - 1, kid_base);
    else if (is_heap(kid_base))
      out.kid[i] =
          merge_of_block(s, x, select, kid_base, out.kid[i], other.kid[i]);
    else if (kid_base >= TP_STORE_COUNTERS)
      out.kid[i] = merge_counters(x, select, out.kid[i], other.kid[i]);
    else
      out.kid[i] =
          merge_cells(s, x, select, kid_base, out.kid[i], other.kid[i]);
  }
  return add_node(s, &out);
}

tp_cells tp_store_merge(tp_store *s, tp_exprs *exprs, tp_expr select,
                        tp_cells a, tp_cells b) {
  return merge_nodes(s, exprs, select, a, b, LEVELS - 1, 0);
}
