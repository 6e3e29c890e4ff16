/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/scope.h - which name means what, here and now.
 *
 * Ordinary names (variables, functions, typedefs, enum constants) and tags in
 * nested scopes. Looking up is one array access; leaving a scope undoes what
 * was entered in it.
 */
#ifndef TP_FRONT_SCOPE_H
#define TP_FRONT_SCOPE_H

#include "ast/ast.h"

typedef enum tp_entry_kind {
  ENTRY_NONE,
  ENTRY_DECL,     /* variable, parameter, function: decl */
  ENTRY_TYPEDEF,  /* type */
  ENTRY_CONSTANT, /* of an enum: type, value */
  ENTRY_DUMMY,    /* a parameter in a prototype: only its type is known */
  ENTRY_TAG       /* struct, union, enum: type */
} tp_entry_kind;

typedef struct tp_entry {
  tp_name name;
  uint8_t kind;
  tp_type_id type;
  tp_decl_id decl;
  uint64_t value;
  uint32_t hides; /* the entry that this one hides, 0 if none */
} tp_entry;

typedef struct tp_scope {
  VEC(tp_entry) entries; /* from 1 */
  tp_vec_u32 names;      /* by tp_name: entry */
  tp_vec_u32 tags;
  tp_vec_u32 marks; /* entries.n where each open scope begins */
} tp_scope;

void tp_scope_init(tp_scope *s);
void tp_scope_free(tp_scope *s);
/* Forget everything: a new unit. */
void tp_scope_reset(tp_scope *s);
void tp_scope_push(tp_scope *s);
void tp_scope_pop(tp_scope *s);
/* NULL if the name means nothing. Valid until the next tp_scope_add. */
tp_entry *tp_scope_find(const tp_scope *s, tp_name name);
tp_entry *tp_scope_find_tag(const tp_scope *s, tp_name name);
/* Whether the entry belongs to the innermost scope. */
bool tp_scope_is_inner(const tp_scope *s, const tp_entry *e);
bool tp_scope_is_file(const tp_scope *s);
/* Enter a name (or tag) into the innermost scope; entry.hides is set here. */
void tp_scope_add(tp_scope *s, tp_entry entry);

#endif
