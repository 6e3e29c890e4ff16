/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What type.h promises of all types. */
#include "types/type.h"

#include "base/diag.h"

static void check_variant(const tp_types *types, tp_type_id t) {
  const tp_type *type = tp_type_get(types, t);
  TP_INVARIANT(type->unqualified < types->at.n,
               "a variant should be one of a type");
  const tp_type *plain = tp_type_get(types, type->unqualified);
  TP_INVARIANT(plain->kind == type->kind && plain->size == type->size,
               "a variant should be as large as the plain type");
  TP_INVARIANT(!plain->is_const && !plain->is_volatile && !plain->is_atomic,
               "a plain type should have no qualifiers");
}

static void check_parts(const tp_types *types, const tp_type *type) {
  TP_INVARIANT(type->base < types->at.n, "what it is made of should exist");
  for (uint32_t i = 0; type->kind == TP_T_FUNCTION && i < type->n; i++)
    TP_INVARIANT(types->params.at[type->first + i] < types->at.n,
                 "a parameter should have a type");
  for (uint32_t i = 0; type->kind == TP_T_RECORD && i < type->n; i++) {
    const tp_field *field = &types->fields.at[type->first + i];
    TP_INVARIANT(field->type < types->at.n, "a member should have a type");
    TP_INVARIANT(!type->is_complete || field->offset <= type->size,
                 "a member should lie in its record");
  }
}

void tp_types_check(const tp_types *types) {
  for (tp_type_id t = 0; t < types->at.n; t++) {
    check_variant(types, t);
    check_parts(types, tp_type_get(types, t));
  }
}
