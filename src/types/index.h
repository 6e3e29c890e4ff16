/* SPDX-License-Identifier: GPL-3.0-or-later */
/* types/index.h - what type.c and layout.c share: how types are found again.
 */
#ifndef TP_TYPES_INDEX_H
#define TP_TYPES_INDEX_H

#include "types/type.h"
#include "base/map.h"

/* What was asked of the maker of a type; equal keys (and, for functions, equal
 * parameters) give the same type. Made: 0 for types that are never shared. */
typedef struct tp_type_key {
  uint32_t made; /* tp_type_kind, or TYPE_VARIANT */
  tp_type_id base;
  uint64_t count; /* array: elements, other: size */
  uint32_t flags; /* of the maker */
  uint32_t align; /* other, variant (0: not changed) */
} tp_type_key;

struct tp_types_index {
  tp_map by_hash;        /* hash of the key -> the last type with it */
  VEC(tp_type_key) keys; /* these three by tp_type_id */
  VEC(tp_type_id) same_hash;
  VEC(tp_type_id) variants; /* plain type -> its variants, a chain */
  tp_map members;           /* record << 32 | name -> direct field */
};

/* Give all variants of a plain type the size and content it has now. */
void tp_type_refresh_variants(tp_types *types, tp_type_id plain);

#endif
