/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which objects a value may mean: those whose addresses it may be, and those
 * that their content leads to. */
#include "decide/access.h"

#include "base/limits.h"

/* ---- addresses that a value may be --------------------------------------- */

typedef struct meaning {
  VEC(uint64_t) at; /* of one with a variable offset: its base */
  bool is_exact;    /* the list has every address it may be */
  bool is_known;    /* the list has an address in every object it may mean */
} meaning;

static void add_once(tp_vec_u32 *to, tp_map *seen, tp_expr e) {
  bool is_new;
  tp_map_put(seen, e, &is_new);
  if (is_new)
    VEC_PUSH(to, e);
}

static meaning find_meaning(const tp_memory *m, tp_expr value) {
  meaning out = {.is_exact = true, .is_known = true};
  tp_vec_u32 values = {0};
  tp_map seen = {0};
  VEC_PUSH(&values, tp_expr_plain(m->sem.exprs, value));
  for (uint32_t i = 0; i < values.n && values.n <= TP_LIMIT_DECIDE_TABLE; i++) {
    uint64_t bits;
    tp_expr_node n = *tp_expr_get(m->sem.exprs, values.at[i]);
    if (n.op == TP_E_ITE) {
      add_once(&values, &seen, n.b);
      add_once(&values, &seen, n.c);
      continue;
    }
    if (!tp_expr_constant(m->sem.exprs, values.at[i], &bits)) {
      bits = tp_access_base(m->sem.exprs, values.at[i]);
      out.is_exact = false;
      out.is_known = out.is_known && bits;
    }
    if (bits)
      VEC_PUSH(&out.at, bits);
  }
  if (values.n > TP_LIMIT_DECIDE_TABLE)
    out.is_exact = out.is_known = false;
  VEC_FREE(&values);
  tp_map_free(&seen);
  return out;
}

static void add_objects(const tp_memory *m, const meaning *of,
                        tp_vec_u32 *out) {
  for (uint32_t i = 0; i < of->at.n; i++) {
    int64_t offset;
    tp_object o = tp_memory_object(m, of->at.at[i], &offset);
    if (o)
      VEC_PUSH(out, o);
  }
}

/* All in one object, as far as they are addresses. */
static bool are_together(const tp_memory *m, const meaning *a,
                         const meaning *b) {
  tp_vec_u32 objects = {0};
  bool ok = true;
  add_objects(m, a, &objects);
  add_objects(m, b, &objects);
  for (uint32_t i = 1; i < objects.n; i++)
    ok = ok && objects.at[i] == objects.at[0];
  VEC_FREE(&objects);
  return ok;
}

/* Where objects lie that an address may be in. A block of the heap may lie
 * where one was that is freed, but never where other objects are. Equal
 * literals, or one that ends another, may share their place. */
enum { BY_ITSELF = 1, IN_HEAP = 2, IN_LITERAL = 4, ANYWHERE = 8 };

/* Behind the end of an object another one may begin. */
static bool is_inside(const tp_memory *m, const tp_object_info *o,
                      int64_t offset) {
  uint64_t bytes = 0;
  bool is_sized =
      !o->is_block ||
      (o->bytes && tp_expr_constant(m->sem.exprs, o->bytes, &bytes));
  uint64_t size = o->is_block ? bytes : o->size;
  return offset == 0 ? !is_sized || size > 0
                     : is_sized && offset > 0 && (uint64_t)offset < size;
}

static unsigned region_of(const tp_memory *m, uint64_t address) {
  int64_t offset;
  tp_object o = tp_memory_object(m, address, &offset);
  const tp_object_info *info = &m->objects.at[o];
  if (!o)
    return BY_ITSELF;
  if (!is_inside(m, info, offset) || info->is_room)
    return ANYWHERE;
  return info->is_block ? IN_HEAP : info->is_string ? IN_LITERAL : BY_ITSELF;
}

/* No two different objects of them have the same address. */
static bool are_apart(const tp_memory *m, const meaning *a, const meaning *b) {
  unsigned p = 0, q = 0;
  for (uint32_t i = 0; i < a->at.n; i++)
    p |= region_of(m, a->at.at[i]);
  for (uint32_t i = 0; i < b->at.n; i++)
    q |= region_of(m, b->at.at[i]);
  bool share_heap = p & IN_HEAP && q & IN_HEAP;
  bool share_literal = (p & IN_LITERAL && q & ~(unsigned)IN_HEAP) ||
                       (q & IN_LITERAL && p & ~(unsigned)IN_HEAP);
  return a->is_exact && b->is_exact && !((p | q) & ANYWHERE) && !share_heap &&
         !share_literal;
}

/* One is NULL, and the other any of some objects or NULL. */
static bool is_against_null(const meaning *a, const meaning *b) {
  return a->is_exact && b->is_exact && (a->at.n == 0 || b->at.n == 0);
}

bool tp_memory_is_order_known(const tp_memory *m, tp_expr a, tp_expr b,
                              bool is_equality) {
  meaning p = find_meaning(m, a), q = find_meaning(m, b);
  bool ok = are_together(m, &p, &q) ||
            (is_equality && (are_apart(m, &p, &q) || is_against_null(&p, &q)));
  VEC_FREE(&p.at);
  VEC_FREE(&q.at);
  return ok;
}

bool tp_memory_dangles(const tp_memory *m, tp_expr pointer) {
  meaning of = find_meaning(m, pointer);
  bool found = false;
  for (uint32_t i = 0; i < of.at.n && !found; i++) {
    int64_t offset;
    const tp_object_info *o =
        &m->objects.at[tp_memory_object(m, of.at.at[i], &offset)];
    found = o->is_dead && o->n_cells;
  }
  VEC_FREE(&of.at);
  return found;
}

static void release(tp_memory *m, tp_object o) {
  tp_object_info *info = &m->objects.at[o];
  if (info->is_block)
    info->is_freed = info->is_open = true;
}

void tp_memory_release(tp_memory *m, tp_expr address) {
  meaning of = {0};
  if (address)
    of = find_meaning(m, address);
  tp_vec_u32 objects = {0};
  add_objects(m, &of, &objects);
  m->wild++;
  for (uint32_t i = 0; i < objects.n; i++)
    release(m, objects.at[i]);
  for (uint32_t i = 0; !of.is_known && i < m->exposed.n; i++)
    release(m, m->exposed.at[i]);
  VEC_FREE(&objects);
  VEC_FREE(&of.at);
}

/* The number of the object that has to be made before a value that is not
 * chosen is an address; 0: it is one now. */
static uint32_t object_to_come(const tp_memory *m, tp_expr value) {
  uint64_t bits = 0;
  int64_t offset;
  if (!tp_expr_constant(m->sem.exprs, value, &bits))
    bits = tp_access_base(m->sem.exprs, value);
  tp_object o = tp_memory_object(m, bits, &offset);
  if (tp_memory_function_at(m, bits) ||
      (o && offset >= 0 && (uint64_t)offset <= m->objects.at[o].size))
    return 0;
  return bits >> 32 >= m->objects.n ? (uint32_t)(bits >> 32) : UINT32_MAX;
}

/* The same of a value that was looked at before; 0: it was not, or there are
 * more objects since. */
static uint32_t number_until(const tp_memory *m, tp_expr value) {
  const uint32_t *until = tp_map_get(&m->numbers, value);
  return until && *until >= m->objects.n ? *until : 0;
}

/* One step of the walk: what the top waits for, or what it is. */
static bool is_top_address(tp_memory *m, tp_vec_u32 *work) {
  tp_expr value = VEC_LAST(work);
  tp_expr_node n = *tp_expr_get(m->sem.exprs, value);
  uint32_t until, other;
  if (n.op == TP_E_ITE) {
    until = number_until(m, n.b);
    other = number_until(m, n.c);
    if (!until)
      VEC_PUSH(work, n.b);
    if (!other)
      VEC_PUSH(work, n.c);
    if (!until || !other)
      return false;
    until = until < other ? until : other;
  } else {
    until = object_to_come(m, value);
  }
  *tp_map_put(&m->numbers, value, NULL) = until;
  work->n--;
  return !until;
}

/* Numbers are read far more often than addresses: what is known to be none is
 * remembered, so that each part of a merged number is looked at once. */
bool tp_memory_may_be_address(tp_memory *m, tp_expr value) {
  tp_vec_u32 work = {0};
  bool found = false;
  VEC_PUSH(&work, tp_expr_plain(m->sem.exprs, value));
  while (work.n && !found)
    if (number_until(m, VEC_LAST(&work)))
      work.n--;
    else
      found = is_top_address(m, &work);
  VEC_FREE(&work);
  return found;
}

/* The eight bytes around an offset of which a pointer may be made; false: the
 * scalar there is no part of one. */
static bool find_word(const tp_memory *m, tp_object o, int64_t offset,
                      unsigned size, int64_t *word) {
  const tp_cell *cell = tp_access_cell(m, o, offset);
  if (!m->objects.at[o].has_pointers || !cell)
    return false;
  *word = cell->size == 8 ? (int64_t)cell->offset : offset & ~INT64_C(7);
  bool is_whole = cell->offset == offset && cell->size == size;
  return cell->size == 1 || (cell->is_pointer && !is_whole);
}

bool tp_memory_is_in_pointer(tp_memory *m, tp_cells cells, tp_expr address,
                             unsigned size) {
  meaning of = find_meaning(m, address);
  bool found = false;
  for (uint32_t i = 0; i < of.at.n && !found; i++) {
    int64_t offset, word;
    tp_object o = tp_memory_object(m, of.at.at[i], &offset);
    if (!o || !find_word(m, o, offset, size, &word))
      continue;
    tp_expr value =
        tp_access_load(m, cells, tp_memory_address_bits(o, word), 8);
    found = value && tp_memory_may_be_address(m, value);
  }
  VEC_FREE(&of.at);
  return found;
}

/* ---- what objects point to ----------------------------------------------- */

/* Where the content of an object may be a pointer: cells of pointer type; in
 * an object without such, any eight bytes, of which only known ones count. */
typedef struct place {
  tp_object object;
  uint32_t index; /* of the next cell, or word */
  bool is_pointer;
  tp_expr value; /* 0: not known */
} place;

static bool next_place(tp_memory *m, tp_cells cells, place *p) {
  const tp_object_info *o = &m->objects.at[p->object];
  int64_t at = -1;
  p->is_pointer = o->has_pointers;
  while (o->has_pointers && at < 0 && p->index < o->n_cells) {
    const tp_cell *cell = &m->layouts.at[o->layout_first + p->index++];
    at = cell->is_pointer ? (int64_t)cell->offset : -1;
  }
  if (!o->has_pointers && p->index < TP_LIMIT_DECIDE_TABLE && o->n_cells &&
      UINT64_C(8) * p->index + 8 <= o->size)
    at = INT64_C(8) * p->index++;
  if (at < 0)
    return false;
  uint64_t bits = tp_memory_address_bits(p->object, at);
  p->value = tp_access_load(m, cells, bits, 8);
  return true;
}

/* Objects that the content of an object may point to; false: any. */
static bool add_pointees(tp_memory *m, tp_cells cells, tp_object id,
                         tp_vec_u32 *work) {
  place p = {.object = id};
  if (m->objects.at[id].has_pointers && !m->objects.at[id].n_cells)
    return false;
  while (next_place(m, cells, &p)) {
    if (!p.value && p.is_pointer)
      return false;
    if (!p.value)
      continue;
    meaning of = find_meaning(m, p.value);
    bool is_known = of.is_known;
    add_objects(m, &of, work);
    VEC_FREE(&of.at);
    if (!is_known && p.is_pointer)
      return false;
  }
  return true;
}

bool tp_memory_reached(tp_memory *m, tp_cells cells, tp_expr address,
                       tp_vec_u32 *out) {
  if (!address)
    return false;
  meaning start = find_meaning(m, address);
  tp_map seen = {0};
  bool ok = start.is_known;
  add_objects(m, &start, out);
  uint32_t kept = 0;
  for (uint32_t i = 0; ok && i < out->n; i++) {
    bool is_new;
    tp_map_put(&seen, out->at[i], &is_new);
    if (!is_new)
      continue;
    out->at[kept++] = out->at[i];
    ok = add_pointees(m, cells, out->at[kept - 1], out);
  }
  out->n = kept;
  VEC_FREE(&start.at);
  tp_map_free(&seen);
  return ok;
}

static void add_functions(const tp_memory *m, tp_expr value, tp_vec_u32 *out) {
  meaning of = find_meaning(m, value);
  for (uint32_t i = 0; i < of.at.n; i++)
    if (tp_memory_function_at(m, of.at.at[i]))
      VEC_PUSH(out, tp_memory_function_at(m, of.at.at[i]));
  VEC_FREE(&of.at);
}

void tp_memory_functions(tp_memory *m, tp_cells cells,
                         const tp_vec_u32 *objects, tp_vec_u32 *out) {
  for (uint32_t i = 0; i < objects->n; i++) {
    place p = {.object = objects->at[i]};
    while (next_place(m, cells, &p))
      if (p.value)
        add_functions(m, p.value, out);
  }
}
