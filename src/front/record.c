/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bodies of struct, union and enum. Members are collected, then type.c
 * lays them out. A tag with a body makes a type in the innermost scope; a tag
 * alone names the one in sight, or an incomplete one.
 */
#include "front/sema.h"

typedef struct members {
  VEC(tp_field) fields;
  VEC(uint32_t) aligns;
} members;

/* Attributes right behind the keyword or behind the closing brace. */
static void record_attributes(tp_sema *s, tp_tok keyword, tp_tok last,
                              tp_attributes *out) {
  tp_attributes behind;
  tp_tok to = keyword + 1;
  while (tp_tok_at(&s->tokens, to)->flags & TOK_F_HIDDEN ||
         tp_tok_kind(&s->tokens, to) == TOK_IDENT)
    to++;
  tp_sema_attributes(s, keyword + 1, to, out);
  tp_sema_trailing(s, last, &behind);
  out->is_packed |= behind.is_packed;
  if (behind.align > out->align)
    out->align = behind.align;
}

/* The tag's type, made if there is none (in this scope, for a body). */
static tp_type_id tagged_type(tp_sema *s, uint32_t tree, bool has_body) {
  tp_tok keyword = tp_sema_tree(s, tree)->begin;
  uint8_t kind = tp_tok_kind(&s->tokens, keyword);
  uint32_t name_node = tp_tree_kid(s->tree, tree, FIELD_NAME);
  tp_name tag = 0;
  if (name_node)
    tag = tp_tok_at(&s->tokens, tp_sema_tree(s, name_node)->begin)->aux;
  const tp_entry *e = tag ? tp_scope_find_tag(&s->scope, tag) : NULL;
  if (e && (!has_body || tp_scope_is_inner(&s->scope, e)))
    return e->type;
  tp_type_id type = kind == TOK_ENUM
                        ? tp_type_enum(&s->p->types, TP_TYPE_UINT, tag)
                        : tp_type_record(&s->p->types, kind == TOK_UNION, tag);
  if (tag)
    tp_scope_add(&s->scope,
                 (tp_entry){.name = tag, .kind = ENTRY_TAG, .type = type});
  return type;
}

/* ---- Members ---- */

static void add_member(tp_sema *s, members *m, const tp_specifiers *specs,
                       uint32_t declarator, uint32_t bits) {
  tp_declarator d;
  tp_attributes a = {0};
  tp_field field = {0};
  uint64_t width = 0;
  tp_sema_declarator(s, declarator, specs->type, &d);
  if (d.name)
    field.name = tp_tok_at(&s->tokens, d.name)->aux;
  field.type = d.type;
  if (bits) {
    tp_tok behind = tp_sema_tree(s, bits)->last;
    uint32_t value = tp_sema_tree(s, bits)->first;
    tp_node_id node = value ? tp_sema_build(s, value) : 0;
    field.is_bitfield = node && tp_node_constant(s->p, node, &width) &&
                        width <= 64 &&
                        tp_type_is_integer(&s->p->types, field.type);
    field.bit_width = (uint8_t)width;
    if (!field.is_bitfield)
      field.type = TP_TYPE_UNKNOWN;
    tp_sema_trailing(s, tp_sema_last(s, behind), &a);
  } else if (declarator)
    tp_sema_trailing(s, d.last, &a);
  field.type = tp_sema_attributed(s, field.type, &a);
  uint32_t align = a.align > specs->align ? a.align : specs->align;
  if (a.is_packed || specs->is_packed)
    align |= TP_FIELD_PACKED;
  VEC_PUSH(&m->fields, field);
  VEC_PUSH(&m->aligns, align);
  tp_declarator_free(&d);
}

static bool is_record(const tp_sema *s, tp_type_id type) {
  return tp_type_get(&s->p->types, type)->kind == TP_T_RECORD;
}

/* One declaration of members: int a, *b, c : 3; */
static void member_declaration(tp_sema *s, members *m, uint32_t tree) {
  tp_specifiers specs;
  uint32_t first = tp_sema_first_declarator(s, tree);
  tp_tok to =
      first ? tp_sema_tree(s, first)->begin : tp_sema_tree(s, tree)->last + 1;
  tp_sema_specifiers(s, tree, to, &specs);
  if (!first && is_record(s, specs.type))
    add_member(s, m, &specs, 0, 0); /* an anonymous struct or union */
  for (uint32_t kid = first; kid; kid = tp_sema_tree(s, kid)->next) {
    if (tp_sema_tree(s, kid)->field != FIELD_DECLARATOR)
      continue;
    uint32_t next = tp_sema_tree(s, kid)->next;
    bool has_bits = next && tp_sema_tree(s, next)->kind == TREE_BITS;
    add_member(s, m, &specs, kid, has_bits ? next : 0);
  }
}

tp_type_id tp_sema_record(tp_sema *s, uint32_t tree) {
  tp_tree_node node = *tp_sema_tree(s, tree);
  uint32_t body = tp_tree_kid(s->tree, tree, FIELD_BODY);
  tp_type_id type = tagged_type(s, tree, body != 0);
  members m = {0};
  tp_attributes a;
  const tp_type *known = tp_type_get(&s->p->types, type);
  if (!body || known->is_complete || known->kind != TP_T_RECORD ||
      s->nesting >= TP_SEMA_NESTING)
    return type;
  s->nesting++;
  for (uint32_t kid = tp_sema_tree(s, body)->first; kid;
       kid = tp_sema_tree(s, kid)->next)
    if (tp_sema_tree(s, kid)->kind == TREE_FIELD)
      member_declaration(s, &m, kid);
  s->nesting--;
  record_attributes(s, node.begin, node.last, &a);
  uint32_t pack =
      tp_tokens_pack(&s->tokens, tp_tok_at(&s->tokens, node.last)->begin);
  if (tp_sema_tree(s, body)->is_bad) /* the layout is anyone's guess */
    VEC_PUSH(&m.fields, (tp_field){.type = TP_TYPE_UNKNOWN});
  VEC_RESIZE(&m.aligns, m.fields.n);
  tp_type_set_fields_capped(&s->p->types, type, m.fields.at, m.aligns.at,
                            m.fields.n, a.is_packed, a.align, pack);
  VEC_FREE(&m.fields);
  VEC_FREE(&m.aligns);
  return type;
}

/* ---- Enums ---- */

typedef struct enumeration {
  bool has_negative, is_wide, is_huge; /* beyond int, beyond unsigned int */
  int64_t lowest;                      /* of the negative ones */
  uint64_t highest;                    /* of the others */
  int64_t next;
  bool next_is_unsigned;
} enumeration;

/* C11 6.7.2.2 and gcc: constants that fit have type int. */
static void add_constant(tp_sema *s, tp_name name, tp_type_id type,
                         enumeration *e) {
  int64_t v = e->next;
  bool fits = v >= INT32_MIN && v <= INT32_MAX && !e->next_is_unsigned;
  if (v < 0 && !e->next_is_unsigned) {
    e->has_negative = true;
    e->lowest = v < e->lowest ? v : e->lowest;
  } else if ((uint64_t)v > e->highest)
    e->highest = (uint64_t)v;
  e->is_wide |= !fits;
  e->is_huge |= !fits && (v < INT32_MIN || v > (int64_t)UINT32_MAX ||
                          e->next_is_unsigned);
  tp_scope_add(&s->scope, (tp_entry){.name = name,
                                     .kind = ENTRY_CONSTANT,
                                     .type = fits ? TP_TYPE_INT : type,
                                     .value = (uint64_t)v});
  VEC_PUSH(&s->p->constants, ((tp_enum_constant){type, name, (uint64_t)v}));
  if (v == INT64_MAX)
    e->next_is_unsigned = true;
  e->next = (int64_t)((uint64_t)v + 1);
}

static void enumerator(tp_sema *s, uint32_t tree, tp_type_id type,
                       enumeration *e) {
  uint32_t name_node = tp_tree_kid(s->tree, tree, FIELD_NAME);
  uint32_t value_node = tp_tree_kid(s->tree, tree, FIELD_VALUE);
  uint64_t value;
  if (!name_node)
    return;
  tp_name name = tp_tok_at(&s->tokens, tp_sema_tree(s, name_node)->begin)->aux;
  if (value_node) {
    tp_node_id node = tp_sema_build(s, value_node);
    if (!node || !tp_node_constant(s->p, node, &value)) {
      tp_scope_add(&s->scope, (tp_entry){.name = name, .kind = ENTRY_DUMMY});
      return;
    }
    e->next = (int64_t)value;
    e->next_is_unsigned =
        e->next < 0 &&
        !tp_type_is_signed(&s->p->types, tp_sema_at(s, node)->type);
  }
  add_constant(s, name, type, e);
}

/* packed: the smallest type that fits. */
static tp_type_id packed_carrier(const enumeration *e) {
  static const tp_type_id types[] = {TP_TYPE_SCHAR, TP_TYPE_SHORT, TP_TYPE_INT,
                                     TP_TYPE_LONG};
  for (uint32_t i = 0; i < 3; i++) {
    uint32_t bits = 8u << i;
    uint64_t most = (UINT64_C(1) << (bits - e->has_negative)) - 1;
    if (e->highest <= most && (!e->has_negative || ~e->lowest <= (int64_t)most))
      return types[i] + !e->has_negative; /* the unsigned one follows */
  }
  return types[3] + !e->has_negative;
}

static tp_type_id carrier_of(const enumeration *e) {
  if (e->is_huge || (e->is_wide && e->has_negative))
    return e->has_negative ? TP_TYPE_LONG : TP_TYPE_ULONG;
  return e->has_negative ? TP_TYPE_INT : TP_TYPE_UINT;
}

tp_type_id tp_sema_enum(tp_sema *s, uint32_t tree) {
  tp_tree_node node = *tp_sema_tree(s, tree);
  uint32_t body = tp_tree_kid(s->tree, tree, FIELD_BODY);
  tp_type_id type = tagged_type(s, tree, body != 0);
  enumeration e = {0};
  tp_attributes a;
  if (!body || s->nesting >= TP_SEMA_NESTING)
    return type;
  s->nesting++;
  for (uint32_t kid = tp_sema_tree(s, body)->first; kid;
       kid = tp_sema_tree(s, kid)->next)
    if (tp_sema_tree(s, kid)->kind == TREE_ENUMERATOR)
      enumerator(s, kid, type, &e);
  s->nesting--;
  record_attributes(s, node.begin, node.last, &a);
  if (tp_type_get(&s->p->types, type)->kind != TP_T_ENUM)
    return TP_TYPE_UNKNOWN;
  bool is_packed = a.is_packed || s->has_short_enums;
  tp_type_set_carrier(&s->p->types, type,
                      is_packed ? packed_carrier(&e) : carrier_of(&e));
  return type;
}
