/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Types are kept once: a maker writes down what it was asked for as a key, and
 * a type made before with an equal key is returned. Records and enums are made
 * fresh each time.
 *
 * Invariant: qualified and re-aligned variants of a type hang in a chain off
 * the plain one, so that completing a record completes its variants too.
 */
#include "types/type.h"

#include "types/index.h"
#include "base/diag.h"

/* Larger than any object a compiler accepts; keeps bit counts in 64 bits. */
#define MAX_SIZE (UINT64_C(1) << 60)
#define TYPE_VARIANT 100

enum { IS_CONST = 1, IS_VOLATILE = 2, IS_ATOMIC = 4 }; /* variants */
enum { IS_COMPLETE = 1, IS_VARIABLE = 2 };             /* arrays */
enum { IS_VARIADIC = 1, HAS_PROTOTYPE = 2 };           /* functions */

static tp_type_id push(tp_types *types, tp_type t, tp_type_key key) {
  tp_type_id id = types->at.n;
  if (!t.unqualified)
    t.unqualified = id;
  VEC_PUSH(&types->at, t);
  VEC_PUSH(&types->index->keys, key);
  VEC_PUSH(&types->index->same_hash, 0);
  VEC_PUSH(&types->index->variants, 0);
  return id;
}

static void push_basic(tp_types *types, tp_type_kind kind, uint64_t size,
                       uint8_t rank, bool is_signed) {
  tp_type t = {.kind = (uint8_t)kind,
               .size = size,
               .align = (uint32_t)size,
               .rank = rank,
               .is_signed = is_signed,
               .is_complete = kind != TP_T_VOID && kind != TP_T_UNKNOWN};
  push(types, t, (tp_type_key){0});
}

void tp_types_init(tp_types *types) {
  *types = (tp_types){.index = TP_NEW(struct tp_types_index)};
  push_basic(types, TP_T_UNKNOWN, 0, 0, false);
  push_basic(types, TP_T_VOID, 1, 0, false); /* 1: GNU's void arithmetic */
  push_basic(types, TP_T_BOOL, 1, 1, false);
  push_basic(types, TP_T_INT, 1, 2, true);
  push_basic(types, TP_T_INT, 1, 2, true);
  push_basic(types, TP_T_INT, 1, 2, false);
  push_basic(types, TP_T_INT, 2, 3, true);
  push_basic(types, TP_T_INT, 2, 3, false);
  push_basic(types, TP_T_INT, 4, 4, true);
  push_basic(types, TP_T_INT, 4, 4, false);
  push_basic(types, TP_T_INT, 8, 5, true);
  push_basic(types, TP_T_INT, 8, 5, false);
  push_basic(types, TP_T_INT, 8, 6, true);
  push_basic(types, TP_T_INT, 8, 6, false);
  push_basic(types, TP_T_FLOAT, 4, 0, true);
  push_basic(types, TP_T_FLOAT, 8, 0, true);
  push_basic(types, TP_T_OTHER, 16, 0, true);
  TP_INVARIANT(types->at.n == TP_TYPE_FIRST_MADE,
               "the basic types should have their fixed ids");
  types->at.at[TP_TYPE_CHAR].is_plain_char = 1;
  VEC_PUSH(&types->fields, (tp_field){0});
}

void tp_types_free(tp_types *types) {
  if (types->index) {
    tp_map_free(&types->index->by_hash);
    tp_map_free(&types->index->members);
    VEC_FREE(&types->index->keys);
    VEC_FREE(&types->index->same_hash);
    VEC_FREE(&types->index->variants);
    tp_free(types->index);
  }
  VEC_FREE(&types->at);
  VEC_FREE(&types->fields);
  VEC_FREE(&types->params);
  *types = (tp_types){0};
}

static uint64_t hash_of(const tp_type_key *k, const tp_type_id *params,
                        uint32_t n) {
  uint64_t hash = tp_hash_pair((uint64_t)k->made << 32 | k->base, k->count);
  hash = tp_hash_pair(hash, (uint64_t)k->flags << 32 | k->align);
  if (n)
    hash = tp_hash_pair(hash, tp_hash_bytes(params, n * sizeof *params));
  return hash == UINT64_MAX ? 0 : hash;
}

static bool has_key(const tp_types *types, tp_type_id t, const tp_type_key *k,
                    const tp_type_id *params, uint32_t n) {
  const tp_type_key *own = &types->index->keys.at[t];
  if (own->made != k->made || own->base != k->base || own->count != k->count ||
      own->flags != k->flags || own->align != k->align)
    return false;
  if (k->made != TP_T_FUNCTION)
    return true;
  const tp_type *f = tp_type_get(types, t);
  return f->n == n && (n == 0 || memcmp(types->params.at + f->first, params,
                                        n * sizeof *params) == 0);
}

/* The type with this key, or `made` entered under it. */
static tp_type_id intern(tp_types *types, tp_type_key key, tp_type made,
                         const tp_type_id *params, uint32_t n, bool *is_new) {
  bool absent;
  uint32_t *slot =
      tp_map_put(&types->index->by_hash, hash_of(&key, params, n), &absent);
  for (tp_type_id t = *slot; t; t = types->index->same_hash.at[t])
    if (has_key(types, t, &key, params, n))
      return *is_new = false, t;
  tp_type_id id = push(types, made, key);
  types->index->same_hash.at[id] = *slot;
  *slot = id;
  return *is_new = true, id;
}

tp_type_id tp_type_pointer(tp_types *types, tp_type_id to) {
  tp_type t = {.kind = TP_T_POINTER,
               .size = 8,
               .align = 8,
               .is_complete = 1,
               .is_variable = tp_type_get(types, to)->is_variable,
               .base = to};
  bool is_new;
  tp_type_key key = {.made = TP_T_POINTER, .base = to};
  return intern(types, key, t, NULL, 0, &is_new);
}

static tp_type_id array(tp_types *types, tp_type_id of, uint64_t count,
                        uint32_t flags) {
  tp_type element = *tp_type_get(types, of);
  tp_type t = {.kind = TP_T_ARRAY,
               .align = element.align,
               .is_complete = (flags & IS_COMPLETE) != 0,
               .is_variable = element.is_variable || flags & IS_VARIABLE,
               .is_const = element.is_const,
               .is_volatile = element.is_volatile,
               .is_atomic = element.is_atomic,
               .count = count,
               .base = of};
  bool fits = element.size == 0 || count <= MAX_SIZE / element.size;
  if (t.is_complete && !t.is_variable)
    t.size = fits ? count * element.size : MAX_SIZE;
  if (element.unqualified != of)
    t.unqualified = array(types, element.unqualified, count, flags);
  bool is_new;
  tp_type_key key = {TP_T_ARRAY, of, count, flags, 0};
  return intern(types, key, t, NULL, 0, &is_new);
}

tp_type_id tp_type_array(tp_types *types, tp_type_id of, uint64_t count,
                         bool is_complete) {
  return array(types, of, is_complete ? count : 0,
               is_complete ? IS_COMPLETE : 0);
}

tp_type_id tp_type_vla(tp_types *types, tp_type_id of) {
  return array(types, of, 0, IS_COMPLETE | IS_VARIABLE);
}

tp_type_id tp_type_function(tp_types *types, tp_type_id returns,
                            const tp_type_id *params, uint32_t n,
                            bool is_variadic, bool has_prototype) {
  tp_type t = {.kind = TP_T_FUNCTION,
               .size = 1, /* as GNU's sizeof says */
               .align = 1,
               .is_complete = 1,
               .is_variadic = is_variadic,
               .has_prototype = has_prototype,
               .base = returns,
               .first = types->params.n,
               .n = n};
  tp_type_key key = {.made = TP_T_FUNCTION,
                     .base = returns,
                     .flags = (is_variadic ? IS_VARIADIC : 0) |
                              (has_prototype ? HAS_PROTOTYPE : 0)};
  bool is_new;
  tp_type_id id = intern(types, key, t, params, n, &is_new);
  for (uint32_t i = 0; is_new && i < n; i++)
    VEC_PUSH(&types->params, params[i]);
  return id;
}

tp_type_id tp_type_other(tp_types *types, uint64_t size, uint32_t align) {
  tp_type t = {
      .kind = TP_T_OTHER, .size = size, .align = align, .is_complete = 1};
  tp_type_key key = {.made = TP_T_OTHER, .count = size, .align = align};
  bool is_new;
  return intern(types, key, t, NULL, 0, &is_new);
}

/* The plain type as the variant's key wants it. */
static tp_type variant_of(const tp_types *types, tp_type_id plain,
                          const tp_type_key *key) {
  tp_type t = *tp_type_get(types, plain);
  t.is_const |= (key->flags & IS_CONST) != 0;
  t.is_volatile |= (key->flags & IS_VOLATILE) != 0;
  t.is_atomic |= (key->flags & IS_ATOMIC) != 0;
  bool is_lock_free = t.size <= 16 && (t.size & (t.size - 1)) == 0;
  if (t.is_atomic && is_lock_free && t.size > t.align)
    t.align = (uint32_t)t.size;
  if (key->align)
    t.align = key->align;
  return t;
}

static tp_type_id variant(tp_types *types, tp_type_id of, uint32_t flags,
                          uint32_t align) {
  tp_type_key old = types->index->keys.at[of];
  tp_type_id plain = of;
  if (old.made == TYPE_VARIANT) {
    plain = old.base;
    flags |= old.flags;
    align = align ? align : old.align;
  }
  tp_type_key key = {TYPE_VARIANT, plain, 0, flags, align};
  bool is_new;
  tp_type_id id =
      intern(types, key, variant_of(types, plain, &key), NULL, 0, &is_new);
  if (is_new) {
    types->index->variants.at[id] = types->index->variants.at[plain];
    types->index->variants.at[plain] = id;
  }
  return id;
}

void tp_type_refresh_variants(tp_types *types, tp_type_id plain) {
  for (tp_type_id v = types->index->variants.at[plain]; v;
       v = types->index->variants.at[v])
    types->at.at[v] = variant_of(types, plain, &types->index->keys.at[v]);
}

static tp_type_id qualified(tp_types *types, tp_type_id of, uint32_t flags);

/* A qualified array is an array of qualified elements (C11 6.7.3 p9). The
 * recursion is as deep as the array has dimensions. */
static tp_type_id qualified_array(tp_types *types, tp_type_id of,
                                  uint32_t flags) {
  tp_type_key key = types->index->keys.at[of];
  uint32_t align = 0;
  if (key.made == TYPE_VARIANT) {
    align = key.align;
    key = types->index->keys.at[key.base];
  }
  tp_type_id element = qualified(types, key.base, flags);
  tp_type_id plain = array(types, element, key.count, key.flags);
  return align ? variant(types, plain, 0, align) : plain;
}

static tp_type_id qualified(tp_types *types, tp_type_id of, uint32_t flags) {
  uint8_t kind = tp_type_get(types, of)->kind;
  if (flags == 0 || kind == TP_T_UNKNOWN || kind == TP_T_FUNCTION)
    return of;
  if (kind == TP_T_ARRAY)
    return qualified_array(types, of, flags);
  return variant(types, of, flags, 0);
}

tp_type_id tp_type_qualified(tp_types *types, tp_type_id of, bool is_const,
                             bool is_volatile, bool is_atomic) {
  return qualified(types, of,
                   (is_const ? IS_CONST : 0) | (is_volatile ? IS_VOLATILE : 0) |
                       (is_atomic ? IS_ATOMIC : 0));
}

tp_type_id tp_type_aligned(tp_types *types, tp_type_id of, uint32_t align) {
  if (of == TP_TYPE_UNKNOWN || align == 0)
    return of;
  return variant(types, of, 0, align);
}

tp_type_id tp_type_record(tp_types *types, bool is_union, tp_name tag) {
  tp_type t = {
      .kind = TP_T_RECORD, .is_union = is_union, .align = 1, .tag = tag};
  return push(types, t, (tp_type_key){0});
}

tp_type_id tp_type_enum(tp_types *types, tp_type_id carrier, tp_name tag) {
  tp_type t = {.kind = TP_T_ENUM, .tag = tag};
  tp_type_id id = push(types, t, (tp_type_key){0});
  tp_type_set_carrier(types, id, carrier);
  return id;
}

void tp_type_set_carrier(tp_types *types, tp_type_id enumeration,
                         tp_type_id carrier) {
  tp_type *t = &types->at.at[tp_type_get(types, enumeration)->unqualified];
  const tp_type *c = tp_type_get(types, carrier);
  t->base = c->unqualified;
  t->size = c->size;
  t->align = c->align;
  t->rank = c->rank;
  t->is_signed = c->is_signed;
  t->is_complete = 1;
  tp_type_refresh_variants(types, (tp_type_id)(t - types->at.at));
}
