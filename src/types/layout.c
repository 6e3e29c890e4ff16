/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the members of a struct or union lie, by the x86-64 System V ABI with
 * GNU's attributes, and how a member is found by its name.
 *
 * A record is laid out in bits from its start. A bit-field may not cross a
 * boundary of its declared type's size unless it is packed; one of width 0
 * goes to the next such boundary. Under #pragma pack nothing is moved so.
 * regress/unit/test_layout.c compares all of this with gcc and clang.
 */
#include "types/type.h"

#include "types/index.h"

typedef struct layout {
  uint64_t bits; /* next free bit; of a union: size of the largest member */
  uint32_t align;
  uint32_t max_align;
  bool is_union, is_packed;
} layout;

static uint64_t round_up(uint64_t x, uint64_t unit) {
  return unit > 1 ? (x + unit - 1) / unit * unit : x;
}

static uint32_t capped(uint32_t align, uint32_t max_align) {
  return max_align && align > max_align ? max_align : align;
}

static uint32_t larger(uint32_t a, uint32_t b) {
  return a > b ? a : b;
}

/* Place `width` bits at the next multiple of `align` bytes; the first bit. */
static uint64_t take(layout *l, uint64_t width, uint32_t align) {
  if (l->is_union) {
    l->bits = width > l->bits ? width : l->bits;
    return 0;
  }
  uint64_t begin = round_up(l->bits, (uint64_t)align * 8);
  l->bits = begin + width;
  return begin;
}

static uint64_t place_plain(layout *l, const tp_type *type, uint32_t user,
                            bool is_packed) {
  uint32_t align = larger(is_packed ? 1 : type->align, user);
  align = capped(align, l->max_align);
  l->align = larger(l->align, align);
  return take(l, type->size * 8, align);
}

/* Whether width bits from `begin` cross a boundary of the carrier. */
static bool crosses(uint64_t begin, uint32_t width, const tp_type *carrier) {
  uint64_t align = (uint64_t)carrier->align * 8;
  uint64_t spans = (begin % align + width + align - 1) / align;
  return spans > carrier->size * 8 / align;
}

static uint64_t place_bits(layout *l, const tp_field *field,
                           const tp_type *carrier, uint32_t user,
                           bool is_packed) {
  uint32_t width = field->bit_width;
  if (width == 0) /* neither packed nor the pragma matter */
    return take(l, 0, larger(carrier->align, user));
  user = capped(user, l->max_align);
  /* Under the pragma packed does not lower what a bit-field asks of the
   * record's alignment: an oddity both compilers share. */
  uint32_t align = l->max_align ? capped(carrier->align, l->max_align)
                   : is_packed  ? 1
                                : carrier->align;
  if (field->name)
    l->align = larger(l->align, larger(align, user));
  uint64_t begin = user ? round_up(l->bits, (uint64_t)user * 8) : l->bits;
  bool may_cross = is_packed || l->max_align || l->is_union;
  if (!may_cross && crosses(begin, width, carrier))
    user = larger(user, carrier->align);
  if (user)
    return take(l, width, user);
  if (l->is_union)
    return take(l, width, 1);
  l->bits += width;
  return begin;
}

static void place_field(layout *l, const tp_types *types, tp_field *field,
                        uint32_t attribute) {
  const tp_type *type = tp_type_get(types, field->type);
  bool is_packed = l->is_packed || attribute & TP_FIELD_PACKED;
  uint32_t user = attribute & ~TP_FIELD_PACKED;
  uint64_t begin = field->is_bitfield
                       ? place_bits(l, field, type, user, is_packed)
                       : place_plain(l, type, user, is_packed);
  field->offset = (uint32_t)(begin / 8);
  field->bit_offset = field->is_bitfield ? begin % 8 : 0;
  if (!field->is_bitfield)
    field->bit_width = 0;
  if (begin / 8 > UINT32_MAX) { /* nobody can follow it there */
    field->type = TP_TYPE_UNKNOWN;
    field->offset = 0;
  }
}

/* Enter every name that is found in `record` through the direct field. */
static void enter_names(tp_types *types, tp_type_id record, uint32_t direct) {
  tp_vec_u32 inside = {0}; /* fields whose names are still to be entered */
  VEC_PUSH(&inside, direct);
  while (inside.n) {
    const tp_field *f = &types->fields.at[VEC_POP(&inside)];
    const tp_type *type = tp_type_get(types, f->type);
    if (f->name) {
      uint64_t key = (uint64_t)record << 32 | f->name;
      bool is_new;
      uint32_t *index = tp_map_put(&types->index->members, key, &is_new);
      *index = is_new ? direct : *index;
    } else if (type->kind == TP_T_RECORD) {
      for (uint32_t i = 0; i < type->n; i++)
        VEC_PUSH(&inside, type->first + i);
    }
  }
  VEC_FREE(&inside);
}

/* Without these the place of what follows can't be told. */
static bool has_known_size(const tp_types *types, const tp_field *f,
                           bool is_last) {
  const tp_type *type = tp_type_get(types, f->type);
  if (type->kind == TP_T_UNKNOWN || type->kind == TP_T_VOID)
    return false;
  if (type->kind == TP_T_ARRAY && type->is_variable)
    return false;
  bool is_flexible = type->kind == TP_T_ARRAY && !type->is_complete;
  return type->is_complete || (is_flexible && is_last);
}

void tp_type_set_fields_capped(tp_types *types, tp_type_id record,
                               const tp_field *fields,
                               const uint32_t *field_align, uint32_t n,
                               bool is_packed, uint32_t min_align,
                               uint32_t max_align) {
  record = tp_type_get(types, record)->unqualified;
  bool is_union = tp_type_get(types, record)->is_union;
  layout l = {0, 1, max_align, is_union, is_packed};
  bool is_known = true;
  uint32_t first = types->fields.n;
  for (uint32_t i = 0; i < n; i++) {
    tp_field f = fields[i];
    is_known &= has_known_size(types, &f, i + 1 == n || is_union);
    place_field(&l, types, &f, field_align ? field_align[i] : 0);
    VEC_PUSH(&types->fields, f);
    enter_names(types, record, first + i);
  }
  tp_type *t = &types->at.at[record];
  t->first = first;
  t->n = n;
  t->align = larger(l.align, min_align);
  t->is_complete = is_known;
  t->is_variable = !is_known;
  t->size = is_known ? round_up((l.bits + 7) / 8, t->align) : 0;
  tp_type_refresh_variants(types, record);
}

void tp_type_set_fields(tp_types *types, tp_type_id record,
                        const tp_field *fields, const uint32_t *field_align,
                        uint32_t n, bool is_packed, uint32_t min_align) {
  tp_type_set_fields_capped(types, record, fields, field_align, n, is_packed,
                            min_align, 0);
}

uint32_t tp_type_member_index(const tp_types *types, tp_type_id record,
                              tp_name name) {
  record = tp_type_get(types, record)->unqualified;
  const uint32_t *index =
      tp_map_get(&types->index->members, (uint64_t)record << 32 | name);
  return index ? *index : 0;
}

bool tp_type_member(const tp_types *types, tp_type_id record, tp_name name,
                    tp_field *out) {
  uint32_t offset = 0;
  for (;;) {
    uint32_t index = tp_type_member_index(types, record, name);
    if (!index || !name)
      return false;
    const tp_field *f = &types->fields.at[index];
    offset += f->offset;
    if (f->name == name) {
      *out = *f;
      out->offset = offset;
      return true;
    }
    record = f->type;
  }
}
