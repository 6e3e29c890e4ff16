/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies and fills of a number of bytes that is not constant. A byte behind
 * them stays as it is; none is written outside of the object that is meant. */
#include "decide/access.h"

#include "base/limits.h"

typedef struct some {
  tp_memory *m;
  tp_expr to, n; /* n: 64 bits */
  uint64_t most; /* of n, as far as there is room */
  uint64_t step; /* n is a multiple of it */
} some;

/* Bytes from an address to the end of its object; *out: the most of all that
 * may be meant. */
static bool find_room(const tp_memory *m, const tp_target_list *places,
                      uint64_t *out) {
  *out = 0;
  for (uint32_t i = 0; i < places->n; i++) {
    int64_t offset;
    tp_object id = tp_memory_object(m, places->at[i].address, &offset);
    const tp_object_info *o = &m->objects.at[id];
    if (!id || offset < 0 || (uint64_t)offset > o->size)
      continue; /* nothing can be written there */
    if (!o->n_cells)
      return false;
    if (o->size - (uint64_t)offset > *out)
      *out = o->size - (uint64_t)offset;
  }
  return true;
}

static bool begin(some *s, tp_memory *m, tp_expr to, tp_expr n) {
  tp_target_list places = {0};
  tp_exprs *x = m->sem.exprs;
  if (!to || !n)
    return false;
  *s = (some){.m = m, .to = to, .n = n};
  bool is_known =
      tp_access_targets(m, tp_expr_plain(x, to), 1, false, &places) &&
      find_room(m, &places, &s->most);
  VEC_FREE(&places);
  tp_expr plain = tp_expr_plain(x, n);
  tp_interval span = tp_expr_span(x, plain);
  if (span.low >= 0 && (uint64_t)span.high < s->most)
    s->most = (uint64_t)span.high;
  s->step = tp_access_factor(x, plain);
  return is_known && s->most <= TP_LIMIT_DECIDE_SOME;
}

static tp_expr moved(const some *s, tp_expr address, uint64_t by) {
  tp_exprs *x = s->m->sem.exprs;
  return tp_expr_bv_op(x, TP_BV_ADD, address, tp_expr_bv(x, 64, by));
}

/* So many bytes are written at once: those of a cell, or one. */
static unsigned piece_at(const some *s, uint64_t done) {
  unsigned size =
      tp_access_cell_size(s->m, moved(s, s->to, done), s->most - done);
  return s->step % size == 0 && done % size == 0 ? size : 1;
}

/* value 0: any. */
static tp_cells put(const some *s, tp_cells cells, uint64_t done, unsigned size,
                    tp_expr value) {
  tp_memory *m = s->m;
  tp_exprs *x = m->sem.exprs;
  tp_expr to = moved(s, s->to, done);
  tp_expr old = tp_memory_load(m, cells, to, size);
  tp_expr is_meant = tp_expr_ult(x, tp_expr_bv(x, 64, done), s->n);
  value = value ? value : m->fresh(m->state, size);
  old = old ? old : m->fresh(m->state, size);
  tp_expr now = value && old ? tp_expr_ite(x, is_meant, value, old) : 0;
  return tp_memory_store(m, cells, to, size, now);
}

bool tp_memory_copy_some(tp_memory *m, tp_cells *cells, tp_expr to,
                         tp_expr from, tp_expr n) {
  some s;
  tp_cells before = *cells; /* the areas may overlap */
  if (!from || !begin(&s, m, to, n))
    return false;
  for (uint64_t done = 0; done < s.most;) {
    unsigned size = piece_at(&s, done);
    tp_expr at = moved(&s, from, done);
    bool is_part = size < 8 && tp_memory_is_in_pointer(m, before, at, size);
    tp_expr value = is_part ? 0 : tp_memory_load(m, before, at, size);
    *cells = put(&s, *cells, done, size, value);
    done += size;
  }
  return true;
}

bool tp_memory_fill_some(tp_memory *m, tp_cells *cells, tp_expr to, tp_expr n,
                         tp_expr byte) {
  some s;
  if (!byte || !begin(&s, m, to, n))
    return false;
  for (uint64_t done = 0; done < s.most;) {
    unsigned size = piece_at(&s, done);
    tp_expr value = byte;
    for (unsigned i = 1; i < size; i++)
      value = tp_expr_concat(m->sem.exprs, value, byte);
    *cells = put(&s, *cells, done, size, value);
    done += size;
  }
  return true;
}
