/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dimensions are worked off from the innermost: each makes one expression of
 * each of its rows. In a row the index is compared with the ends of its
 * intervals, from the lowest up, behind one question whether it is in the row
 * at all. Where elements lie more than 1 apart (addresses) there may be
 * something between them: they are asked for one by one. */
#include "engine/choice.h"

#include "base/limits.h"
#include "base/diag.h"
#include "expr/node.h"
#include "sem/sem.h"

#define FIRST_ADDRESS 0x10000 /* numbers below are offsets */

/* ---- one dimension ------------------------------------------------------- */

typedef struct interval { /* both inside */
  int64_t low, high;
} interval;

/* What the index can be. One of 64 bits wraps round as addresses do. */
static interval values_of(tp_cscalar t) {
  unsigned bits = 8u * t.size;
  if (bits == 64)
    return (interval){INT64_MIN, INT64_MAX};
  int64_t half = INT64_C(1) << (bits - 1);
  return t.is_signed ? (interval){-half, half - 1}
                     : (interval){0, 2 * half - 1};
}

static int64_t place_of(const tp_access *a, uint32_t k) {
  return a->first + (int64_t)k * a->step;
}

static tp_expr number(tp_exprs *x, const tp_access *a, int64_t value) {
  return tp_expr_bv(x, 8u * a->scalar.size, (uint64_t)value);
}

static tp_expr is_at(tp_exprs *x, const tp_access *a, uint32_t k) {
  interval all = values_of(a->scalar);
  int64_t value = place_of(a, k);
  if (value < all.low || value > all.high)
    return tp_expr_bool(x, false);
  return tp_expr_eq(x, a->at, number(x, a, value));
}

static tp_expr is_below(tp_exprs *x, tp_expr at, bool is_signed, tp_expr k) {
  return is_signed ? tp_expr_slt(x, at, k) : tp_expr_ult(x, at, k);
}

static tp_expr one_by_one(tp_exprs *x, const tp_access *a, const tp_expr *row) {
  tp_expr result = row[a->other];
  for (uint32_t k = a->count; k-- > 0;)
    if (row[k] != row[a->other])
      result = tp_expr_ite(x, is_at(x, a, k), row[k], result);
  return result;
}

/* The places of the row that the index can have. */
static interval reachable(const tp_access *a) {
  int64_t start = a->step > 0 ? a->first : place_of(a, a->count - 1);
  int64_t end = start + (int64_t)(a->count - 1);
  interval all = values_of(a->scalar);
  return (interval){start > all.low ? start : all.low,
                    end < all.high ? end : all.high};
}

static tp_expr by_intervals(tp_exprs *x, const tp_access *a,
                            const tp_expr *row) {
  interval in = reachable(a);
  bool is_signed = a->scalar.is_signed || in.low < 0;
  tp_expr above = 0, result = row[a->other];
  for (int64_t v = in.high; v >= in.low; v--) {
    tp_expr here = row[(v - a->first) * a->step];
    if (!above)
      result = here;
    else if (here != above)
      result = tp_expr_ite(
          x, is_below(x, a->at, is_signed, number(x, a, v + 1)), here, result);
    above = here;
  }
  tp_expr is_inside =
      tp_sem_in_range(x, a->at, is_signed, (uint64_t)in.low, (uint64_t)in.high);
  return above ? tp_expr_ite(x, is_inside, result, row[a->other]) : result;
}

static tp_expr choose_in_row(tp_exprs *x, const tp_access *a,
                             const tp_expr *row) {
  return a->step == 1 || a->step == -1 ? by_intervals(x, a, row)
                                       : one_by_one(x, a, row);
}

/* ---- all dimensions ------------------------------------------------------ */

static uint32_t size_of(const tp_choice *c) {
  uint32_t n = 1;
  for (uint32_t d = 0; d < c->n_dims; d++)
    n *= c->dim[d].count;
  return n;
}

tp_expr tp_choice_of(tp_exprs *x, const tp_choice *c, const tp_expr *element) {
  tp_expr left[TP_WIRE_MAX_TABLE];
  uint32_t n = size_of(c);
  TP_INVARIANT(n > 0 && n <= TP_WIRE_MAX_TABLE,
               "a table should have the elements of its trace");
  memcpy(left, element, n * sizeof *left);
  for (uint32_t d = c->n_dims; d-- > 0;) {
    uint32_t count = c->dim[d].count;
    for (uint32_t i = 0; i < n / count; i++)
      left[i] = choose_in_row(x, &c->dim[d], left + (size_t)i * count);
    n /= count;
  }
  return left[0];
}

tp_expr tp_choice_is(tp_exprs *x, const tp_choice *c, uint32_t i) {
  tp_expr here = tp_expr_bool(x, true);
  for (uint32_t d = c->n_dims; d-- > 0;) {
    here = tp_expr_and(x, here, is_at(x, &c->dim[d], i % c->dim[d].count));
    i /= c->dim[d].count;
  }
  return here;
}

/* ---- several objects ----------------------------------------------------- */

static bool is_outside(uint64_t address, uint64_t start, uint64_t end) {
  return address >= FIRST_ADDRESS && (address < start || address >= end);
}

bool tp_choice_leaves(const tp_exprs *x, tp_expr address, uint64_t start,
                      uint64_t end) {
  VEC(tp_expr) work = {0};
  bool leaves = false;
  VEC_PUSH(&work, address);
  for (uint32_t i = 0;
       i < work.n && work.n < TP_LIMIT_CHOICE_ADDRESSES && !leaves; i++) {
    const tp_expr_node *n = tp_expr_get(x, work.at[i]);
    uint64_t bits;
    if (tp_expr_constant(x, work.at[i], &bits)) {
      leaves = is_outside(bits, start, end);
    } else if (n->op == TP_E_ITE) {
      VEC_PUSH(&work, n->b);
      VEC_PUSH(&work, n->c);
    } else if (n->op == TP_E_BV && n->aux == TP_BV_ADD) {
      VEC_PUSH(&work, n->a);
      VEC_PUSH(&work, n->b);
    }
  }
  VEC_FREE(&work);
  return leaves;
}

/* ---- constant tables ----------------------------------------------------- */

static uint64_t hash_words(const uint64_t *words, uint32_t n) {
  uint64_t h = n;
  for (uint32_t i = 0; i < n; i++)
    h = (h ^ words[i]) * UINT64_C(0x9e3779b97f4a7c15) + (h >> 29);
  return h >> 1;
}

tp_choice_table tp_tables_find(const tp_tables *t, const uint64_t *words,
                               uint32_t n, unsigned size) {
  const uint32_t *first = tp_map_get(&t->by_words, hash_words(words, n));
  for (tp_choice_table at = first ? *first : 0; at;
       at = t->tables.at[at].next) {
    const tp_table_info *i = &t->tables.at[at];
    if (i->n_words == n && i->size == size &&
        memcmp(t->words.at + i->first_word, words, n * sizeof *words) == 0)
      return at;
  }
  return 0;
}

void tp_tables_make_room(tp_tables *t) {
  if (t->words.n <= TP_LIMIT_CHOICE_WORDS &&
      t->chosen.n <= TP_LIMIT_CHOICE_CHOSEN)
    return;
  VEC_CLEAR(&t->tables);
  VEC_CLEAR(&t->words);
  VEC_CLEAR(&t->elements);
  VEC_CLEAR(&t->chosen);
  tp_map_clear(&t->by_words);
  tp_map_clear(&t->by_choice);
}

tp_choice_table tp_tables_add(tp_tables *t, const uint64_t *words, uint32_t n,
                              unsigned size, const tp_expr *element,
                              uint32_t n_elements) {
  if (t->tables.n == 0)
    VEC_PUSH(&t->tables, (tp_table_info){0});
  tp_choice_table id = t->tables.n;
  uint32_t *first = tp_map_put(&t->by_words, hash_words(words, n), NULL);
  VEC_PUSH(&t->tables,
           (tp_table_info){t->words.n, n, size, t->elements.n, *first});
  *first = id;
  for (uint32_t i = 0; i < n; i++)
    VEC_PUSH(&t->words, words[i]);
  for (uint32_t i = 0; i < n_elements; i++)
    VEC_PUSH(&t->elements, element[i]);
  return id;
}

const tp_expr *tp_tables_elements(const tp_tables *t, tp_choice_table id) {
  return t->elements.at + t->tables.at[id].first_element;
}

static bool same_access(const tp_access *a, const tp_access *b) {
  return a->at == b->at && a->count == b->count && a->first == b->first &&
         a->step == b->step && a->other == b->other &&
         a->scalar.is_signed == b->scalar.is_signed;
}

static bool same_choice(const tp_choice *a, const tp_choice *b) {
  bool is_same = a->n_dims == b->n_dims;
  for (uint32_t d = 0; is_same && d < a->n_dims; d++)
    is_same = same_access(&a->dim[d], &b->dim[d]);
  return is_same;
}

static uint64_t hash_choice(tp_choice_table table, const tp_choice *c) {
  uint64_t h = table;
  for (uint32_t d = 0; d < c->n_dims; d++) {
    h = tp_hash_pair(h, (uint64_t)c->dim[d].at << 32 | c->dim[d].other);
    h = tp_hash_pair(h, (uint64_t)c->dim[d].first);
  }
  return h >> 1;
}

tp_expr tp_tables_choose(tp_tables *t, tp_exprs *x, tp_choice_table table,
                         const tp_choice *c, const tp_expr *element) {
  uint32_t *first = tp_map_put(&t->by_choice, hash_choice(table, c), NULL);
  for (uint32_t i = *first; i; i = t->chosen.at[i].next)
    if (t->chosen.at[i].table == table &&
        same_choice(&t->chosen.at[i].choice, c))
      return t->chosen.at[i].result;
  if (t->chosen.n == 0)
    VEC_PUSH(&t->chosen, (tp_chosen){0});
  tp_expr result = tp_choice_of(x, c, element);
  VEC_PUSH(&t->chosen, (tp_chosen){table, *c, result, *first});
  *first = t->chosen.n - 1;
  return result;
}

void tp_tables_free(tp_tables *t) {
  VEC_FREE(&t->tables);
  VEC_FREE(&t->words);
  VEC_FREE(&t->elements);
  VEC_FREE(&t->chosen);
  tp_map_free(&t->by_words);
  tp_map_free(&t->by_choice);
}
