/* Loads and stores. A constant address names its cells; an if-then-else of
 * addresses is an if-then-else of loads, or a store into each with the others
 * kept; base + symbolic offset inside one object runs over its cells. */
#include "decide/memory.h"
#include "expr/node.h"

#define MAX_TARGETS 32 /* of a pointer that may be one of several */
#define MAX_FILL (1u << 16)
#define MAX_TABLE 1024 /* cells a symbolic index runs over */

/* ---- constant addresses -----------------------------------------------------
 */

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

static tp_expr cell_value(const tp_memory *m, tp_cells cells,
                          const tp_object_info *o, uint32_t index) {
  if (o->is_open)
    return 0;
  if (o->is_constant)
    return m->constants.at[o->first_cell + index];
  return tp_store_get(m->store, cells, o->first_cell + index);
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

static tp_expr load_constant(tp_memory *m, tp_cells cells, uint64_t address,
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
  for (uint64_t done = 0; done < size;) {
    uint32_t index;
    int64_t at = offset + (int64_t)done;
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
    cells = tp_store_set(m->store, cells, o->first_cell + index, value);
    done += n;
  }
  return cells;
}

/* ---- addresses that are not constant
 * ------------------------------------------ */

typedef struct target {
  tp_expr when; /* truth value: the address is this one */
  uint64_t address;
} target;

typedef VEC(target) target_list;

/* base + something, base inside one object: all cells of that size there. */
static bool add_indexed(tp_memory *m, tp_expr address, uint64_t base,
                        unsigned size, tp_expr when, target_list *out) {
  tp_exprs *x = m->sem.exprs;
  int64_t offset;
  tp_object id = tp_memory_object(m, base, &offset);
  if (!id || m->objects.at[id].is_dead)
    return false;
  tp_object_info o = m->objects.at[id];
  if (o.n_cells == 0 || o.n_cells > MAX_TABLE)
    return false;
  for (uint32_t i = 0; i < o.n_cells; i++) {
    const tp_cell *cell = &m->layouts.at[o.layout_first + i];
    if (cell->size != size)
      continue;
    tp_expr here = tp_memory_address(m, id, cell->offset);
    uint64_t bits;
    tp_expr is_here = tp_expr_and(x, when, tp_expr_eq(x, address, here));
    tp_expr_constant(x, here, &bits);
    if (tp_expr_constant(x, is_here, &(uint64_t){0}) &&
        is_here == tp_expr_bool(x, false))
      continue;
    VEC_PUSH(out, (target){is_here, bits});
  }
  return true;
}

/* The constant part of an address that is a sum, 0 if there is none. */
static uint64_t base_of(const tp_exprs *x, tp_expr address) {
  const tp_expr_node *n = tp_expr_get(x, address);
  uint64_t bits;
  while (n->op == TP_E_BV && n->aux == TP_BV_ADD) {
    if (tp_expr_constant(x, n->a, &bits) || tp_expr_constant(x, n->b, &bits))
      return bits;
    const tp_expr_node *a = tp_expr_get(x, n->a);
    n = a->op == TP_E_BV && a->aux == TP_BV_ADD ? a : tp_expr_get(x, n->b);
  }
  return 0;
}

/* All addresses that it can be; false: it may be any. */
static bool find_targets(tp_memory *m, tp_expr address, unsigned size,
                         target_list *out) {
  tp_exprs *x = m->sem.exprs;
  target_list work = {0};
  bool ok = true;
  VEC_PUSH(&work, (target){tp_expr_bool(x, true), address});
  while (ok && work.n) {
    target t = VEC_POP(&work);
    tp_expr e = (tp_expr)t.address;
    uint64_t bits;
    tp_expr_node n = *tp_expr_get(x, e);
    if (tp_expr_constant(x, e, &bits)) {
      if (bits) /* nothing goes on after an access through NULL */
        VEC_PUSH(out, (target){t.when, bits});
    } else if (n.op == TP_E_ITE) {
      tp_expr no = tp_expr_not(x, n.a);
      VEC_PUSH(&work, (target){tp_expr_and(x, t.when, n.a), n.b});
      VEC_PUSH(&work, (target){tp_expr_and(x, t.when, no), n.c});
    } else {
      uint64_t base = base_of(x, e);
      ok = base && add_indexed(m, e, base, size, t.when, out);
    }
    ok = ok && work.n <= MAX_TARGETS && out->n <= MAX_TABLE;
  }
  VEC_FREE(&work);
  return ok;
}

tp_expr tp_memory_load(tp_memory *m, tp_cells cells, tp_expr address,
                       unsigned size) {
  uint64_t bits;
  if (!address)
    return 0;
  if (tp_expr_constant(m->sem.exprs, address, &bits))
    return load_constant(m, cells, bits, size);
  target_list targets = {0};
  tp_expr out = 0;
  if (find_targets(m, address, size, &targets)) {
    for (uint32_t i = 0; i < targets.n; i++) {
      tp_expr value = load_constant(m, cells, targets.at[i].address, size);
      if (!value) {
        out = 0;
        break;
      }
      out = out ? tp_expr_ite(m->sem.exprs, targets.at[i].when, value, out)
                : value;
    }
  }
  VEC_FREE(&targets);
  return out;
}

tp_cells tp_memory_store(tp_memory *m, tp_cells cells, tp_expr address,
                         unsigned size, tp_expr value) {
  uint64_t bits;
  if (address && tp_expr_constant(m->sem.exprs, address, &bits))
    return store_constant(m, cells, bits, size, value);
  target_list targets = {0};
  if (!address || !find_targets(m, address, size, &targets)) {
    VEC_FREE(&targets);
    return tp_memory_forget_exposed(m, cells);
  }
  for (uint32_t i = 0; i < targets.n; i++) {
    tp_expr old = load_constant(m, cells, targets.at[i].address, size);
    tp_expr now =
        old && value ? tp_expr_ite(m->sem.exprs, targets.at[i].when, value, old)
                     : 0;
    cells = store_constant(m, cells, targets.at[i].address, size, now);
  }
  VEC_FREE(&targets);
  return cells;
}

tp_cells tp_memory_forget(tp_memory *m, tp_cells cells, tp_expr address,
                          uint64_t n) {
  target_list targets = {0};
  if (!address || !find_targets(m, address, 1, &targets)) {
    VEC_FREE(&targets);
    return tp_memory_forget_exposed(m, cells);
  }
  for (uint32_t i = 0; i < targets.n; i++)
    cells = store_constant(m, cells, targets.at[i].address, n, 0);
  VEC_FREE(&targets);
  return cells;
}

tp_cells tp_memory_fill(tp_memory *m, tp_cells cells, tp_expr address,
                        uint64_t n, tp_expr byte) {
  uint64_t bits;
  if (!address || !byte || n > MAX_FILL ||
      !tp_expr_constant(m->sem.exprs, address, &bits))
    return tp_memory_forget(m, cells, address, n);
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

/* Objects that the content of o points to, as far as it is constant. */
static void add_pointees(tp_memory *m, tp_cells cells, tp_object id,
                         tp_vec_u32 *work) {
  tp_object_info o = m->objects.at[id];
  for (uint32_t i = 0; i < o.n_cells && i < MAX_TABLE; i++) {
    tp_expr value = cell_value(m, cells, &o, i);
    uint64_t bits;
    int64_t offset;
    if (m->layouts.at[o.layout_first + i].size != 8 || !value ||
        !tp_expr_constant(m->sem.exprs, value, &bits))
      continue;
    tp_object next = tp_memory_object(m, bits, &offset);
    if (next)
      VEC_PUSH(work, next);
  }
}

tp_cells tp_memory_forget_reached(tp_memory *m, tp_cells cells,
                                  tp_expr address) {
  target_list targets = {0};
  tp_vec_u32 work = {0};
  if (!address || !find_targets(m, address, 1, &targets)) {
    VEC_FREE(&targets);
    return tp_memory_forget_exposed(m, cells);
  }
  for (uint32_t i = 0; i < targets.n; i++) {
    int64_t offset;
    tp_object o = tp_memory_object(m, targets.at[i].address, &offset);
    if (o)
      VEC_PUSH(&work, o);
  }
  for (uint32_t done = 0; work.n && done < MAX_TABLE; done++) {
    tp_object o = VEC_POP(&work);
    add_pointees(m, cells, o, &work);
    cells = tp_memory_forget_object(m, cells, o);
  }
  if (work.n)
    cells = tp_memory_forget_exposed(m, cells);
  VEC_FREE(&work);
  VEC_FREE(&targets);
  return cells;
}

tp_cells tp_memory_copy(tp_memory *m, tp_cells cells, tp_expr to, tp_expr from,
                        uint64_t n) {
  uint64_t target_bits, source;
  int64_t offset;
  uint32_t index;
  tp_exprs *x = m->sem.exprs;
  if (!to || !from || !tp_expr_constant(x, to, &target_bits) ||
      !tp_expr_constant(x, from, &source))
    return tp_memory_forget(m, cells, to, n);
  tp_object id = tp_memory_object(m, source, &offset);
  if (!id)
    return tp_memory_forget(m, cells, to, n);
  tp_cells before = cells; /* the areas may overlap */
  for (uint64_t done = 0; done < n;) {
    const tp_object_info *o = &m->objects.at[id];
    unsigned size = 1;
    if (find_cell(m, o, offset + (int64_t)done, &index)) {
      const tp_cell *cell = &m->layouts.at[o->layout_first + index];
      if (cell->offset == offset + (int64_t)done && cell->size <= n - done)
        size = cell->size;
    }
    tp_expr bits = load_constant(m, before, source + done, size);
    cells = store_constant(m, cells, target_bits + done, size, bits);
    done += size;
  }
  return cells;
}
