/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects and addresses. Address constants: object << 32 | (1 << 30) + offset,
 * all above 1 << 32; functions have the top bit set. */
#include "decide/memory.h"

#include "base/diag.h"

#include "decide/layout.h"

#define OFFSET_ZERO (INT64_C(1) << 30)
#define FUNCTION_BIT (UINT64_C(1) << 63)

void tp_memory_init(tp_memory *m, const tp_program *p, tp_exprs *x) {
  *m = (tp_memory){.sem = {.program = p, .exprs = x}, .store = tp_store_new()};
  VEC_PUSH(&m->objects, (tp_object_info){0});
}

void tp_memory_free(tp_memory *m) {
  tp_store_free(m->store);
  VEC_FREE(&m->objects);
  VEC_FREE(&m->layouts);
  VEC_FREE(&m->layout_ranges);
  VEC_FREE(&m->layout_pointers);
  VEC_FREE(&m->constants);
  VEC_FREE(&m->exposed);
  VEC_FREE(&m->named);
  VEC_FREE(&m->kept);
  tp_map_free(&m->layout_of);
  tp_map_free(&m->numbers);
}

/* The layout of a type, made once. */
static void find_layout(tp_memory *m, tp_type_id type, tp_object_info *o) {
  bool is_new;
  uint32_t *slot = tp_map_put(&m->layout_of, type, &is_new);
  if (is_new) {
    *slot = m->layout_ranges.n;
    tp_cell_list cells = {0};
    bool ok = tp_layout_cells(m->sem.program, type, &cells);
    uint64_t n = ok ? cells.n : 0;
    bool has_pointers = !ok;
    VEC_PUSH(&m->layout_ranges, (uint64_t)m->layouts.n << 32 | n);
    for (uint64_t i = 0; i < n; i++) {
      VEC_PUSH(&m->layouts, cells.at[i]);
      has_pointers = has_pointers || cells.at[i].is_pointer;
    }
    VEC_PUSH(&m->layout_pointers, has_pointers);
    VEC_FREE(&cells);
  }
  uint64_t range = m->layout_ranges.at[*slot];
  o->layout_first = (uint32_t)(range >> 32);
  o->n_cells = (uint32_t)range;
  o->has_pointers = m->layout_pointers.at[*slot];
}

static tp_object add_object(tp_memory *m, tp_object_info o) {
  uint32_t *next = o.is_block ? &m->next_heap_cell : &m->next_cell;
  o.first_cell = *next + (o.is_block ? TP_STORE_HEAP : 0);
  *next += o.n_cells + o.is_block;
  o.is_open = m->is_shared && o.is_exposed;
  VEC_PUSH(&m->objects, o);
  tp_object id = m->objects.n - 1;
  if (o.is_exposed && o.n_cells)
    VEC_PUSH(&m->exposed, id);
  return id;
}

/* Objects are made in the order of their cells; those of a call that is over
 * give theirs back. */
void tp_memory_check(const tp_memory *m, tp_cells cells) {
  uint32_t end = 0, heap_end = TP_STORE_HEAP;
  for (tp_object o = 1; o < m->objects.n; o++) {
    const tp_object_info *info = &m->objects.at[o];
    uint32_t *behind = info->is_block ? &heap_end : &end;
    uint32_t last = info->first_cell + info->n_cells + info->is_block;
    TP_INVARIANT(!info->is_constant || last <= m->constants.n,
                 "constants should be kept");
    if (info->is_dead || info->is_constant || !info->n_cells)
      continue;
    TP_INVARIANT(info->first_cell >= *behind,
                 "objects that live should not share cells");
    *behind = last;
  }
  TP_INVARIANT(end <= m->next_cell &&
                   heap_end <= TP_STORE_HEAP + m->next_heap_cell,
               "new objects should have cells of their own");
  tp_store_check(m->store, cells, tp_exprs_count(m->sem.exprs));
}

tp_object tp_memory_add(tp_memory *m, tp_type_id type, bool is_exposed) {
  tp_object_info o = {.size = tp_type_get(&m->sem.program->types, type)->size,
                      .is_exposed = is_exposed};
  find_layout(m, type, &o);
  return add_object(m, o);
}

tp_object tp_memory_add_opaque(tp_memory *m, bool is_exposed) {
  m->wild++;
  return add_object(
      m, (tp_object_info){.is_exposed = is_exposed, .has_pointers = true});
}

/* As many elements as fit, then bytes. */
static void find_block_layout(tp_memory *m, tp_type_id element,
                              tp_object_info *o) {
  const tp_program *p = m->sem.program;
  uint64_t step = element ? tp_type_get(&p->types, element)->size : 0;
  tp_cell_list cells = {0};
  bool ok = step && tp_layout_cells(p, element, &cells);
  uint64_t at = 0;
  o->layout_first = m->layouts.n;
  for (; ok && at + step <= o->size; at += step)
    for (uint32_t i = 0; i < cells.n; i++) {
      tp_cell cell = cells.at[i];
      cell.offset += (uint32_t)at;
      VEC_PUSH(&m->layouts, cell);
    }
  for (; at < o->size; at++) {
    bool is_pointer = at % 8 == 0 && at + 8 <= o->size;
    VEC_PUSH(&m->layouts, (tp_cell){(uint32_t)at, 1, is_pointer});
  }
  o->n_cells = m->layouts.n - o->layout_first;
  for (uint32_t i = 0; i < o->n_cells; i++)
    o->has_pointers |= m->layouts.at[o->layout_first + i].is_pointer;
  VEC_FREE(&cells);
}

tp_object tp_memory_add_block(tp_memory *m, tp_type_id element, uint64_t size) {
  tp_object_info o = {.size = size,
                      .is_block = true,
                      .is_exposed = true,
                      .has_pointers = size == 0};
  m->wild++;
  find_block_layout(m, element, &o);
  if (TP_STORE_COUNTERS - TP_STORE_HEAP - m->next_heap_cell <= o.n_cells)
    return tp_memory_add_opaque(m, true);
  return add_object(m, o);
}

tp_object tp_memory_add_string(tp_memory *m, const char *bytes, uint32_t n,
                               unsigned char_size) {
  tp_object_info o = {.size = n + 1, .is_constant = true, .is_string = true};
  if (char_size == 1) {
    o.n_cells = n + 1;
    o.layout_first = m->layouts.n;
    for (uint32_t i = 0; i <= n; i++)
      VEC_PUSH(&m->layouts, (tp_cell){i, 1, 0});
  }
  VEC_PUSH(&m->objects, o);
  tp_object id = m->objects.n - 1;
  m->objects.at[id].first_cell = m->constants.n;
  for (uint32_t i = 0; i < o.n_cells; i++)
    VEC_PUSH(&m->constants,
             tp_expr_bv(m->sem.exprs, 8, i < n ? (unsigned char)bytes[i] : 0));
  return id;
}

void tp_memory_make_constant(tp_memory *m, tp_cells cells, tp_object o) {
  tp_object_info *info = &m->objects.at[o];
  uint32_t first = m->constants.n;
  for (uint32_t i = 0; i < info->n_cells; i++)
    VEC_PUSH(&m->constants,
             tp_store_get(m->store, cells, info->first_cell + i));
  info->first_cell = first;
  info->is_constant = true;
}

uint64_t tp_memory_address_bits(tp_object o, int64_t offset) {
  return ((uint64_t)o << 32) + (uint64_t)(OFFSET_ZERO + offset);
}

tp_expr tp_memory_address(tp_memory *m, tp_object o, int64_t offset) {
  return tp_expr_bv(m->sem.exprs, 64, tp_memory_address_bits(o, offset));
}

tp_object tp_memory_object(const tp_memory *m, uint64_t address,
                           int64_t *offset) {
  uint64_t o = address >> 32;
  *offset = (int64_t)(address & 0xffffffff) - OFFSET_ZERO;
  return o < m->objects.n ? (tp_object)o : 0;
}

tp_expr tp_memory_function(tp_memory *m, tp_decl_id d) {
  return tp_expr_bv(m->sem.exprs, 64, FUNCTION_BIT | d);
}

tp_decl_id tp_memory_function_at(const tp_memory *m, uint64_t address) {
  uint64_t d = address & ~FUNCTION_BIT;
  if (!(address & FUNCTION_BIT) || d >= m->sem.program->decls.n)
    return 0;
  return (tp_decl_id)d;
}

tp_cells tp_memory_forget_object(tp_memory *m, tp_cells cells, tp_object o) {
  const tp_object_info *info = &m->objects.at[o];
  if (info->is_constant)
    return cells;
  return tp_store_clear(m->store, cells, info->first_cell, info->n_cells);
}

static uint32_t life_cell(const tp_memory *m, tp_object o) {
  return m->objects.at[o].first_cell + m->objects.at[o].n_cells;
}

/* What runs beside may free any. */
tp_expr tp_memory_life(tp_memory *m, tp_cells cells, tp_object o) {
  if (m->is_shared)
    return 0;
  return tp_store_read(m->store, cells, life_cell(m, o));
}

tp_cells tp_memory_set_life(tp_memory *m, tp_cells cells, tp_object o,
                            tp_expr life) {
  return life ? tp_store_set(m->store, cells, life_cell(m, o), life)
              : tp_store_clear(m->store, cells, life_cell(m, o), 1);
}

tp_cells tp_memory_forget_lives(tp_memory *m, tp_cells cells) {
  for (tp_object o = 1; m->next_heap_cell && o < m->objects.n; o++)
    if (m->objects.at[o].is_block)
      cells = tp_memory_set_life(m, cells, o, 0);
  return cells;
}

tp_cells tp_memory_forget_blocks(tp_memory *m, tp_cells cells,
                                 tp_object first) {
  for (tp_object o = first; o < m->objects.n; o++)
    if (m->objects.at[o].is_block) {
      cells = tp_memory_forget_object(m, cells, o);
      cells = tp_memory_set_life(m, cells, o, 0);
    }
  return cells;
}

tp_cells tp_memory_nothing(tp_memory *m) {
  return m->next_heap_cell ? tp_memory_forget_blocks(m, 0, 1) : 0;
}

void tp_memory_leave(tp_memory *m, tp_object first, uint32_t exposed) {
  uint32_t n = exposed;
  for (tp_object o = first; o < m->objects.n; o++)
    m->objects.at[o].is_dead =
        !m->objects.at[o].is_constant && !m->objects.at[o].is_block;
  for (uint32_t i = exposed; i < m->exposed.n; i++)
    if (m->objects.at[m->exposed.at[i]].is_block)
      m->exposed.at[n++] = m->exposed.at[i];
  m->exposed.n = n;
}

tp_cells tp_memory_forget_exposed(tp_memory *m, tp_cells cells) {
  m->wild++;
  for (uint32_t i = 0; i < m->exposed.n; i++)
    cells = tp_memory_forget_object(m, cells, m->exposed.at[i]);
  for (tp_object o = 1; m->has_dangling && o < m->objects.n; o++)
    if (!m->objects.at[o].is_dead)
      cells = tp_memory_forget_object(m, cells, o);
  return cells;
}

tp_cells tp_memory_forget_shared(tp_memory *m, tp_cells cells) {
  cells = tp_memory_forget_exposed(m, cells);
  cells = tp_memory_forget_lives(m, cells);
  for (uint32_t i = 0; i < m->named.n; i++)
    cells = tp_memory_forget_object(m, cells, m->named.at[i]);
  return cells;
}
