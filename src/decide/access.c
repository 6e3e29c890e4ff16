/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads and stores. A constant address names its cells; one that may be several
 * is an if-then-else of loads, or a store into each with the others kept. */
#include "decide/access.h"

#include "base/limits.h"

/* ---- constant addresses -------------------------------------------------- */

/* The cell that holds the byte at offset; false if the object has none. */
static bool find_cell(const tp_memory *m, const tp_object_info *o,
                      int64_t offset, uint32_t *index) {
  const tp_cell *cell = m->layouts.at + o->layout_first;
  uint32_t low = 0, high = o->n_cells;
  while (low < high) {
    uint32_t mid = low + (high - low) / 2;
    if ((int64_t)cell[mid].offset + cell[mid].size <= offset)
      low = mid + 1;
    else
      high = mid;
  }
  *index = low;
  return low < o->n_cells && cell[low].offset <= offset;
}

const tp_cell *tp_access_cell(const tp_memory *m, tp_object id,
                              int64_t offset) {
  uint32_t index;
  const tp_object_info *o = &m->objects.at[id];
  return find_cell(m, o, offset, &index)
             ? &m->layouts.at[o->layout_first + index]
             : NULL;
}

static tp_expr cell_value(tp_memory *m, tp_cells cells, const tp_object_info *o,
                          uint32_t index) {
  if (o->is_open)
    return 0;
  if (o->is_constant)
    return m->constants.at[o->first_cell + index];
  return tp_store_read(m->store, cells, o->first_cell + index);
}

static tp_expr load_bytes(tp_memory *m, tp_cells cells, const tp_object_info *o,
                          int64_t offset, unsigned size) {
  tp_exprs *x = m->sem.exprs;
  const tp_cell *layout = m->layouts.at + o->layout_first;
  tp_expr out = 0;
  for (unsigned i = 0; i < size; i++) {
    uint32_t index;
    if (!find_cell(m, o, offset + i, &index))
      return 0;
    tp_expr value = cell_value(m, cells, o, index);
    if (!value)
      return 0;
    unsigned low = 8 * (unsigned)(offset + i - layout[index].offset);
    tp_expr byte = tp_expr_extract(x, value, low, 8);
    out = out ? tp_expr_concat(x, byte, out) : byte;
  }
  return out;
}

tp_expr tp_access_load(tp_memory *m, tp_cells cells, uint64_t address,
                       unsigned size) {
  int64_t offset;
  uint32_t index;
  tp_object id = tp_memory_object(m, address, &offset);
  const tp_object_info *o = &m->objects.at[id];
  if (!id || o->is_dead || !find_cell(m, o, offset, &index))
    return 0;
  const tp_cell *cell = &m->layouts.at[o->layout_first + index];
  if (cell->offset == offset && cell->size == size)
    return cell_value(m, cells, o, index);
  return load_bytes(m, cells, o, offset, size);
}

/* The cell with bytes [from, from+n) replaced by the low bytes of bits. */
static tp_expr patch(tp_memory *m, tp_expr old, unsigned from, unsigned n,
                     tp_expr bits, unsigned bits_from) {
  tp_exprs *x = m->sem.exprs;
  if (!old || !bits)
    return 0;
  unsigned width = tp_expr_width(x, old);
  tp_expr out = tp_expr_extract(x, bits, 8 * bits_from, 8 * n);
  if (from > 0)
    out = tp_expr_concat(x, out, tp_expr_extract(x, old, 0, 8 * from));
  if (8 * (from + n) < width)
    out = tp_expr_concat(
        x, tp_expr_extract(x, old, 8 * (from + n), width - 8 * (from + n)),
        out);
  return out;
}

/* bits 0: forget the bytes. */
static tp_cells store_constant(tp_memory *m, tp_cells cells, uint64_t address,
                               uint64_t size, tp_expr bits) {
  int64_t offset;
  tp_object id = tp_memory_object(m, address, &offset);
  const tp_object_info *o = &m->objects.at[id];
  if (!id || o->is_constant || o->is_dead)
    return cells;
  if (o->is_freed) /* its place may be another's by now */
    cells = tp_memory_forget_exposed(m, cells);
  for (uint64_t done = 0; done < size && o->n_cells;) {
    uint32_t index;
    int64_t at = offset + (int64_t)done;
    if (at >= (int64_t)o->size)
      break;
    if (!find_cell(m, o, at, &index)) {
      done++;
      continue;
    }
    const tp_cell *cell = &m->layouts.at[o->layout_first + index];
    unsigned from = (unsigned)(at - cell->offset);
    uint64_t n = cell->size - from;
    if (n > size - done)
      n = size - done;
    tp_expr old = cell_value(m, cells, o, index);
    tp_expr value =
        bits && n == cell->size
            ? tp_expr_extract(m->sem.exprs, bits, 8 * (unsigned)done,
                              8 * (unsigned)n)
            : patch(m, old, from, (unsigned)n, bits, (unsigned)done);
    cells = tp_store_assign(m->store, cells, o->first_cell + index, value);
    done += n;
  }
  return cells;
}

/* ---- any address --------------------------------------------------------- */

/* Where an address is named, that it is this one is said of its name. */
static tp_expr when_at(tp_memory *m, tp_expr address, const tp_target *t) {
  tp_exprs *x = m->sem.exprs;
  if (!t->address || tp_expr_plain(x, address) == address)
    return t->when;
  return tp_expr_eq(x, address, tp_expr_bv(x, 64, t->address));
}

/* The same, or that it is NULL: nothing goes on after that. */
static tp_expr when_at_or_null(tp_memory *m, tp_expr address,
                               const tp_target *t) {
  tp_exprs *x = m->sem.exprs;
  return tp_expr_or(x, when_at(m, address, t),
                    tp_expr_ult(x, address, tp_expr_bv(x, 64, TP_FIRST_PAGE)));
}

/* What lies at a named address that is none of those it may be: anything, to
 * who has to believe it. The walk knows better. */
static tp_expr elsewhere(tp_memory *m, unsigned size, tp_expr value) {
  tp_exprs *x = m->sem.exprs;
  tp_expr any = m->fresh(m->state, size);
  if (any)
    tp_expr_name(x, tp_expr_vars_end(x, any) - 1, value);
  return any;
}

/* A value that is read or written there, else `other`; 0: it can be nowhere
 * else, which is said of the name. NULL is taken for the first such place. */
static tp_expr only_when(tp_memory *m, tp_expr address, const tp_target *t,
                         tp_expr value, unsigned size, tp_expr other) {
  tp_exprs *x = m->sem.exprs;
  if (!value || (!other && tp_expr_plain(x, address) == address))
    return value;
  if (other)
    return tp_expr_ite(x, when_at(m, address, t), value, other);
  other = elsewhere(m, size, value);
  return other ? tp_expr_ite(x, when_at_or_null(m, address, t), value, other)
               : value;
}

static bool is_of_pointers(const tp_memory *m, const tp_target_list *targets) {
  for (uint32_t i = 0; i < targets->n; i++) {
    int64_t offset;
    tp_object o = tp_memory_object(m, targets->at[i].address, &offset);
    const tp_cell *cell = o ? tp_access_cell(m, o, offset) : NULL;
    if (cell && cell->is_pointer)
      return true;
  }
  return false;
}

/* What a pointer may be decides what a store through it changes: so places
 * outside of a table of them are left out where the way here excludes them. */
static void drop_excluded(tp_memory *m, tp_target_list *targets) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < targets->n; i++) {
    tp_target t = targets->at[i];
    if (t.address || !m->excludes || !m->excludes(m->state, t.when))
      targets->at[n++] = t;
  }
  targets->n = n;
}

tp_expr tp_memory_load(tp_memory *m, tp_cells cells, tp_expr address,
                       unsigned size) {
  tp_target only = {.when = tp_expr_bool(m->sem.exprs, true)};
  tp_expr plain = tp_expr_plain(m->sem.exprs, address);
  if (!address)
    return 0;
  if (tp_expr_constant(m->sem.exprs, plain, &only.address))
    return only_when(m, address, &only,
                     tp_access_load(m, cells, only.address, size), size, 0);
  tp_target_list targets = {0};
  tp_expr out = 0;
  if (tp_access_targets(m, plain, size, true, &targets)) {
    if (size == 8 && is_of_pointers(m, &targets))
      drop_excluded(m, &targets);
    for (uint32_t i = 0; i < targets.n; i++) {
      tp_expr value =
          targets.at[i].address
              ? tp_access_load(m, cells, targets.at[i].address, size)
              : m->fresh(m->state, size);
      if (!value) {
        out = 0;
        break;
      }
      out = only_when(m, address, &targets.at[i], value, size, out);
    }
  }
  VEC_FREE(&targets);
  return out;
}

tp_cells tp_memory_store(tp_memory *m, tp_cells cells, tp_expr address,
                         unsigned size, tp_expr value) {
  tp_target only = {.when = tp_expr_bool(m->sem.exprs, true)};
  tp_expr plain = tp_expr_plain(m->sem.exprs, address);
  if (address && tp_expr_constant(m->sem.exprs, plain, &only.address))
    return store_constant(m, cells, only.address, size,
                          only_when(m, address, &only, value, size, 0));
  tp_target_list targets = {0};
  if (!address || !tp_access_targets(m, plain, size, false, &targets)) {
    VEC_FREE(&targets);
    return tp_memory_forget_exposed(m, cells);
  }
  for (uint32_t i = 0; i < targets.n; i++) {
    tp_expr old = tp_access_load(m, cells, targets.at[i].address, size);
    tp_expr now =
        targets.n == 1 ? only_when(m, address, &targets.at[i], value, size, 0)
        : old && value
            ? tp_expr_ite(m->sem.exprs, when_at(m, address, &targets.at[i]),
                          value, old)
            : 0;
    cells = store_constant(m, cells, targets.at[i].address, size, now);
  }
  VEC_FREE(&targets);
  return cells;
}

tp_cells tp_memory_forget(tp_memory *m, tp_cells cells, tp_expr address,
                          uint64_t n) {
  tp_target_list targets = {0};
  address = tp_expr_plain(m->sem.exprs, address);
  if (!address || !tp_access_targets(m, address, 1, false, &targets)) {
    VEC_FREE(&targets);
    return tp_memory_forget_exposed(m, cells);
  }
  for (uint32_t i = 0; i < targets.n; i++)
    cells = store_constant(m, cells, targets.at[i].address, n, 0);
  VEC_FREE(&targets);
  return cells;
}

static tp_cells fill_at(tp_memory *m, tp_cells cells, uint64_t bits, uint64_t n,
                        tp_expr byte) {
  tp_expr eight = byte;
  for (int i = 1; i < 8; i++)
    eight = tp_expr_concat(m->sem.exprs, eight, byte);
  for (uint64_t done = 0; done < n;) {
    int64_t offset;
    uint32_t index;
    tp_object id = tp_memory_object(m, bits + done, &offset);
    const tp_object_info *o = &m->objects.at[id];
    unsigned size = 1;
    if (find_cell(m, o, offset, &index)) {
      const tp_cell *cell = &m->layouts.at[o->layout_first + index];
      if (cell->offset == offset && cell->size <= n - done)
        size = cell->size;
    }
    cells = store_constant(m, cells, bits + done, size,
                           tp_expr_extract(m->sem.exprs, eight, 0, 8 * size));
    done += size;
  }
  return cells;
}

/* The only place that an address may be, but for NULL: nothing goes on there.
 */
static bool find_only(tp_memory *m, tp_expr address, uint64_t *bits) {
  tp_target_list targets = {0};
  bool is_known = tp_access_targets(m, tp_expr_plain(m->sem.exprs, address), 1,
                                    false, &targets) &&
                  targets.n == 1 && targets.at[0].address;
  if (is_known)
    *bits = targets.at[0].address;
  VEC_FREE(&targets);
  return is_known;
}

tp_cells tp_memory_fill(tp_memory *m, tp_cells cells, tp_expr address,
                        uint64_t n, tp_expr byte) {
  uint64_t bits;
  if (!address || !byte || n > TP_LIMIT_DECIDE_FILL)
    return tp_memory_forget(m, cells, address, n);
  if (find_only(m, address, &bits))
    return fill_at(m, cells, bits, n, byte);
  tp_expr count = tp_expr_bv(m->sem.exprs, 64, n);
  return tp_memory_fill_some(m, &cells, address, count, byte)
             ? cells
             : tp_memory_forget(m, cells, address, n);
}

/* The cell that begins at an address, 1 where none does. */
static unsigned cell_size_at(const tp_memory *m, uint64_t address,
                             uint64_t most) {
  int64_t offset;
  uint32_t index;
  const tp_object_info *o =
      &m->objects.at[tp_memory_object(m, address, &offset)];
  if (!find_cell(m, o, offset, &index))
    return 1;
  const tp_cell *cell = &m->layouts.at[o->layout_first + index];
  return cell->offset == offset && cell->size <= most ? cell->size : 1;
}

unsigned tp_access_cell_size(tp_memory *m, tp_expr address, uint64_t most) {
  tp_target_list targets = {0};
  tp_expr plain = tp_expr_plain(m->sem.exprs, address);
  bool is_known = tp_access_targets(m, plain, 1, false, &targets) && targets.n;
  unsigned size = is_known ? cell_size_at(m, targets.at[0].address, most) : 1;
  VEC_FREE(&targets);
  return size;
}

/* Cells are copied as the first place that is meant has them. */
tp_cells tp_memory_copy(tp_memory *m, tp_cells cells, tp_expr to, tp_expr from,
                        uint64_t n) {
  tp_exprs *x = m->sem.exprs;
  tp_target_list targets = {0};
  if (!to || !from || n > TP_LIMIT_DECIDE_FILL ||
      !tp_access_targets(m, tp_expr_plain(x, from), 1, false, &targets) ||
      !targets.n) {
    VEC_FREE(&targets);
    return tp_memory_forget(m, cells, to, n);
  }
  if (n < 8 && tp_memory_is_in_pointer(m, cells, from, (unsigned)n)) {
    VEC_FREE(&targets);
    return tp_memory_forget(m, cells, to, n);
  }
  tp_cells before = cells; /* the areas may overlap */
  for (uint64_t done = 0; done < n;) {
    tp_expr by = tp_expr_bv(x, 64, done);
    unsigned size = cell_size_at(m, targets.at[0].address + done, n - done);
    tp_expr bits =
        tp_memory_load(m, before, tp_expr_bv_op(x, TP_BV_ADD, from, by), size);
    cells = tp_memory_store(m, cells, tp_expr_bv_op(x, TP_BV_ADD, to, by), size,
                            bits);
    done += size;
  }
  VEC_FREE(&targets);
  return cells;
}
