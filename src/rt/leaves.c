/* SPDX-License-Identifier: MIT */
/* Reading the leaves of an expression: addresses in, trace words out.
 *
 * A leaf is written as one symbol if exactly one fills it, byte by byte if
 * parts of symbols are in it, as a number if nothing symbolic is. A shadow word
 * whose symbol has another value than the memory is stale (code that is not
 * instrumented wrote there): it is dropped, with its neighbours of the symbol.
 */
#include "rt/shadow.h"

/* Where leaf reading goes; overflow is noted, never written. */
typedef struct sink {
  uint64_t *at, *end;
  bool is_over;
  bool is_symbolic;
} sink;

static void put(sink *s, uint64_t word) {
  if (s->at == s->end)
    s->is_over = true;
  else
    *s->at++ = word;
}

static unsigned byte_of(uint32_t word) {
  return RT.symbols.at[word >> 3].bits >> (8 * (word & 7)) & 0xff;
}

/* Whether some byte of the symbol, where it lies around a, has changed. Only
 * a's own page is looked at: the next one may be gone. */
static bool is_stale(const uint32_t *page, uintptr_t a, uint32_t word) {
  uint32_t number = word >> 3, size = RT.symbols.at[number].size;
  uintptr_t start = a - (word & 7);
  for (uint32_t i = 0; i < size; i++) {
    uintptr_t b = start + i;
    if (b / SHADOW_PAGE == a / SHADOW_PAGE &&
        page[b % SHADOW_PAGE] == (number << 3 | i) &&
        *(const uint8_t *)b != byte_of(number << 3 | i))
      return true;
  }
  return false;
}

/* Forget the symbol around a. */
static void drop(uint32_t *page, uintptr_t a, uint32_t word) {
  uintptr_t start = a - (word & 7);
  for (uint32_t i = 0; i < 8; i++) {
    uintptr_t b = start + i;
    if (b / SHADOW_PAGE == a / SHADOW_PAGE &&
        page[b % SHADOW_PAGE] >> 3 == word >> 3)
      page[b % SHADOW_PAGE] = 0;
  }
  RT.n_stale++;
}

uint32_t __tp2ph_read_byte(const uint8_t *p) {
  uintptr_t a = (uintptr_t)p;
  uint32_t *page = shadow_page_of(a);
  uint32_t word = page ? page[a % SHADOW_PAGE] : 0;
  if (word && is_stale(page, a, word)) {
    drop(page, a, word);
    return 0;
  }
  return word;
}

/* The symbol that fills these bytes exactly, unchanged; 0: none. */
static uint32_t whole_symbol(const uint8_t *p, unsigned size) {
  uintptr_t a = (uintptr_t)p;
  const uint32_t *page = shadow_page_of(a);
  if (!page || a % SHADOW_PAGE + size > SHADOW_PAGE)
    return 0;
  const uint32_t *word = page + a % SHADOW_PAGE;
  for (unsigned i = 0; i < size; i++)
    if (word[i] != word[0] + i)
      return 0;
  uint32_t number = word[0] >> 3;
  if (number == 0 || word[0] & 7 || RT.symbols.at[number].size != size)
    return 0;
  return load(p, size) == RT.symbols.at[number].bits ? number : 0;
}

static bool read_bytes(uint32_t *out, const uint8_t *p, unsigned size) {
  bool any = false;
  for (unsigned i = 0; i < size; i++) {
    uint32_t word = __tp2ph_read_byte(p + i);
    out[i] = word;
    any = any || word;
  }
  /* A stale byte takes earlier ones of its symbol with it. */
  for (unsigned i = 0; any && i < size; i++)
    out[i] = shadow_at((uintptr_t)p + i);
  any = false;
  for (unsigned i = 0; i < size; i++) {
    any = any || out[i];
    if (!out[i])
      out[i] = 0x80000000u | p[i];
  }
  return any;
}

static unsigned read_value(sink *s, const uint8_t *p, unsigned size) {
  uint32_t byte[8] = {0};
  if (!__tp2ph_shadow_any(p, size)) {
    put(s, load(p, size));
    return TP_TAG_CONCRETE;
  }
  uint32_t number = whole_symbol(p, size);
  if (number) {
    put(s, number);
    s->is_symbolic = true;
    return TP_TAG_SYMBOL;
  }
  if (!read_bytes(byte, p, size)) {
    put(s, load(p, size));
    return TP_TAG_CONCRETE;
  }
  for (unsigned i = 0; i < size; i += 2)
    put(s, byte[i] | (uint64_t)byte[i + 1] << 32);
  s->is_symbolic = true;
  return TP_TAG_BYTES;
}

/* Elements of the dimensions inside the outermost one. */
static uint64_t inner_count(const tp_wire_leaf *leaf) {
  uint64_t n = 1;
  for (unsigned d = 1; d < leaf->n_dims; d++)
    n = n > TP_WIRE_MAX_TABLE ? n : n * leaf->dim[d].count;
  return n;
}

const uint8_t *__tp2ph_element(const tp_wire_leaf *leaf, const uint8_t *start,
                               uint32_t i) {
  const uint8_t *p = start + leaf->offset;
  for (unsigned d = leaf->n_dims; d-- > 1;) {
    p += (size_t)(i % leaf->dim[d].count) * leaf->dim[d].stride;
    i /= leaf->dim[d].count;
  }
  return p + (size_t)i * leaf->dim[0].stride;
}

/* A table: `here` is the element of its outermost dimension that was accessed
 * (behind a pointer), `first` the number of the first one as seen from it. */
typedef struct table {
  const uint8_t *start, *here;
  int64_t first;
  uint64_t n; /* in the outermost dimension */
} table;

/* How far the object reaches around the element, in whole elements. */
static bool find_object(const tp_wire_leaf *leaf, table *t) {
  const uint8_t *low, *high;
  uint64_t stride = leaf->dim[0].stride;
  if (stride == 0 || !__tp2ph_extent(t->here, &low, &high) ||
      (uint64_t)(high - t->here) < stride)
    return false;
  uint64_t before = (uint64_t)(t->here - low) / stride;
  t->first = -(int64_t)before;
  t->start = t->here - before * stride;
  t->n = before + (uint64_t)(high - t->here) / stride;
  return true;
}

static unsigned why_not(const tp_wire_leaf *leaf, table *t,
                        const uint8_t *element, const uint8_t *base) {
  t->start = base;
  t->n = leaf->dim[0].count;
  t->here = leaf->n_dims > 1 ? base : element - leaf->offset;
  if (t->n == 0 && !find_object(leaf, t))
    return TP_WHY_ADDRESS;
  uint64_t inner = inner_count(leaf);
  return t->n > TP_WIRE_MAX_TABLE || t->n * inner > TP_WIRE_MAX_TABLE
             ? TP_WHY_TABLE_SIZE
             : TP_WHYS;
}

/* All elements. False: they are too many, or not known; that is counted. */
static bool read_table(sink *s, const tp_wire_leaf *leaf, leaves *out,
                       const void *const *pp) {
  table t = {0};
  uint64_t *start = s->at;
  unsigned why = why_not(leaf, &t, pp[0], pp[1]);
  uint64_t n = why == TP_WHYS ? t.n * inner_count(leaf) : 0;
  put(s, n);
  if (leaf->dim[0].count == 0) {
    put(s, (uint64_t)t.first);
    put(s, (uintptr_t)t.here);
  }
  for (uint32_t i = 0; i < n && !s->is_over; i++) {
    uint64_t *tag = s->at;
    put(s, 0);
    unsigned kind =
        read_value(s, __tp2ph_element(leaf, t.start, i), leaf->size);
    if (!s->is_over)
      *tag = kind;
  }
  out->n_elements = (uint32_t)n;
  out->start = t.start;
  if (n && !s->is_over)
    return true;
  __tp2ph_concretised(out->expr, n ? TP_WHY_TABLE_SIZE : why);
  s->at = start;
  s->is_over = false;
  return false;
}

bool __tp2ph_any_symbolic(const tp_wire_expr *x, const void *const *pp) {
  const tp_wire_leaf *leaf = RT.leaves + x->first_leaf;
  for (unsigned i = 0; i < x->n_leaves; i++, leaf++, pp++) {
    if (leaf->kind != TP_LEAF_PLAIN && __tp2ph_shadow_any(*pp, leaf->size))
      return true;
    pp += leaf->kind == TP_LEAF_TABLE;
  }
  return false;
}

static bool index_is_symbolic(uint64_t tags, uint32_t mask) {
  for (unsigned i = 0; mask; i++, mask >>= 1)
    if (mask & 1 && (tags >> (2 * i) & 3) != TP_TAG_CONCRETE)
      return true;
  return false;
}

void __tp2ph_read_leaves(leaves *out, uint32_t e, const void *const *pp) {
  const tp_wire_expr *x = &RT.exprs[e];
  const tp_wire_leaf *leaf = RT.leaves + x->first_leaf;
  sink s = {out->word, out->word + LEAF_WORDS, false, false};
  uint64_t tags = 0;
  out->expr = e;
  out->n = x->n_leaves;
  out->has_table = false;
  for (unsigned i = 0; i < x->n_leaves; i++, leaf++, pp++) {
    unsigned tag = TP_TAG_TABLE;
    out->has_table = false;
    if (leaf->kind == TP_LEAF_PLAIN) {
      put(&s, load(*pp, leaf->size));
      tag = TP_TAG_CONCRETE;
    } else if (leaf->kind == TP_LEAF_TABLE &&
               index_is_symbolic(tags, leaf->index_mask)) {
      out->has_table = read_table(&s, leaf, out, pp);
    }
    if (leaf->kind != TP_LEAF_PLAIN && !out->has_table)
      tag = read_value(&s, *pp, leaf->size);
    tags |= (uint64_t)tag << (2 * i);
    pp += leaf->kind == TP_LEAF_TABLE;
  }
  out->tags = tags;
  out->n_words = (uint32_t)(s.at - out->word);
  out->is_symbolic = s.is_symbolic && !s.is_over;
  if (s.is_over)
    __tp2ph_concretised(e, TP_WHY_LEAVES);
}
