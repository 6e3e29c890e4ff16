/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a type is cut into cells: its scalars in order. Unions, and types too
 * large to follow, are special: bytes, or nothing. */
#include "decide/layout.h"

#include "base/limits.h"

typedef struct todo {
  tp_type_id type;
  uint32_t offset;
} todo;

typedef VEC(todo) todo_list;

/* Of a union, or of a struct with bit-fields, in which pointers may lie. */
static bool add_bytes(tp_cell_list *out, uint32_t offset, uint64_t n,
                      bool has_pointers) {
  if (out->n + n > TP_LIMIT_DECIDE_CELLS)
    return false;
  for (uint64_t i = 0; i < n; i++) {
    bool is_pointer = has_pointers && i % 8 == 0 && i + 8 <= n;
    VEC_PUSH(out, (tp_cell){offset + (uint32_t)i, 1, is_pointer});
  }
  return true;
}

/* A struct's members last first, so that the first is taken next. Bit-fields
 * share bytes: these become byte cells of their own. */
static bool push_members(const tp_program *p, const tp_type *t, uint32_t base,
                         todo_list *work) {
  for (uint32_t i = t->n; i-- > 0;) {
    const tp_field *f = &p->types.fields.at[t->first + i];
    if (f->is_bitfield)
      return false;
    VEC_PUSH(work, (todo){f->type, base + f->offset});
  }
  return true;
}

/* Whether it has a pointer somewhere inside. */
static bool has_pointers(const tp_program *p, tp_type_id type) {
  tp_vec_u32 work = {0};
  bool found = false;
  VEC_PUSH(&work, type);
  while (work.n && !found) {
    const tp_type *t = tp_type_get(&p->types, VEC_POP(&work));
    found = t->kind == TP_T_POINTER || t->kind == TP_T_UNKNOWN;
    if (t->kind == TP_T_ARRAY)
      VEC_PUSH(&work, t->base);
    for (uint32_t i = 0; t->kind == TP_T_RECORD && i < t->n; i++)
      VEC_PUSH(&work, p->types.fields.at[t->first + i].type);
  }
  VEC_FREE(&work);
  return found;
}

static bool push_elements(const tp_program *p, const tp_type *t, uint32_t base,
                          todo_list *work) {
  uint64_t size = tp_type_get(&p->types, t->base)->size;
  if (!t->is_complete || t->is_variable || t->count > TP_LIMIT_DECIDE_CELLS)
    return false;
  for (uint64_t i = t->count; i-- > 0;)
    VEC_PUSH(work, (todo){t->base, base + (uint32_t)(i * size)});
  return true;
}

static bool add_type(const tp_program *p, todo_list *work, tp_cell_list *out) {
  todo next = VEC_POP(work);
  const tp_type *t = tp_type_get(&p->types, next.type);
  if (out->n + work->n > TP_LIMIT_DECIDE_CELLS)
    return false;
  switch (t->kind) {
  case TP_T_RECORD:
    if (t->is_union || !push_members(p, t, next.offset, work))
      return add_bytes(out, next.offset, t->size, has_pointers(p, next.type));
    return true;
  case TP_T_ARRAY:
    return push_elements(p, t, next.offset, work);
  case TP_T_UNKNOWN:
  case TP_T_VOID:
  case TP_T_FUNCTION:
    return false;
  case TP_T_OTHER:
    return add_bytes(out, next.offset, t->size, false);
  default:
    VEC_PUSH(out,
             (tp_cell){next.offset, (uint8_t)t->size, t->kind == TP_T_POINTER});
    return true;
  }
}

bool tp_layout_cells(const tp_program *p, tp_type_id type, tp_cell_list *out) {
  todo_list work = {0};
  VEC_PUSH(&work, (todo){type, 0});
  bool ok = true;
  while (ok && work.n)
    ok = add_type(p, &work, out);
  VEC_FREE(&work);
  return ok;
}
