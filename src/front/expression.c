/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names, members, calls, casts and the like. */
#include "front/sema.h"

static const tp_type *type_at(const tp_sema *s, tp_type_id t) {
  return tp_type_get(&s->p->types, t);
}

static void set_flag(tp_sema *s, tp_node_id n, uint16_t flag) {
  tp_sema_at(s, n)->flags |= flag;
}

/* ---- Names ---- */

/* __func__ and its like: an array as long as the function's name. */
static tp_node_id function_name(tp_sema *s, tp_tok token) {
  uint64_t length = 0;
  if (s->func) {
    tp_name name = s->p->decls.at[s->p->funcs.at[s->func].decl].name;
    length = strlen(tp_names_text(s->p->names, name));
  }
  tp_type_id element =
      tp_type_qualified(&s->p->types, TP_TYPE_CHAR, true, false, false);
  tp_type_id type = tp_type_array(&s->p->types, element, length + 1, true);
  return tp_sema_node(s, TP_N_OPAQUE, type, token, token);
}

/* A name that nothing declares. Called, gcc takes it for a function. */
static tp_node_id undeclared(tp_sema *s, tp_tok token, bool is_callee) {
  const char *text =
      tp_names_text(s->p->names, tp_tok_at(&s->tokens, token)->aux);
  bool is_builtin = tp_text_starts(text, "__builtin_") ||
                    tp_text_starts(text, "__sync_") ||
                    tp_text_starts(text, "__atomic_");
  if (strcmp(text, "__func__") == 0 || strcmp(text, "__FUNCTION__") == 0 ||
      strcmp(text, "__PRETTY_FUNCTION__") == 0)
    return function_name(s, token);
  if (!is_callee && !is_builtin) {
    tp_sema_doubt(s, token);
    return tp_sema_opaque(s, TP_TYPE_UNKNOWN, token, token);
  }
  tp_type_id returns = tp_sema_builtin_type(s, text);
  if (!is_builtin && returns == TP_TYPE_UNKNOWN) {
    returns = TP_TYPE_INT;
    tp_sema_doubt(s, token);
  }
  tp_type_id type =
      tp_type_function(&s->p->types, returns, NULL, 0, false, false);
  tp_decl_id decl = tp_sema_implicit(s, token, type);
  s->p->decls.at[decl].is_system |= is_builtin;
  bool is_new;
  *tp_map_put(&s->implicit, decl, &is_new) = 1;
  return tp_sema_name(s, token, true);
}

tp_node_id tp_sema_name(tp_sema *s, tp_tok token, bool is_callee) {
  const tp_entry *e =
      tp_scope_find(&s->scope, tp_tok_at(&s->tokens, token)->aux);
  if (!e)
    return undeclared(s, token, is_callee);
  if (e->kind == ENTRY_CONSTANT)
    return tp_sema_int(s, e->value, e->type, token, token);
  if (e->kind == ENTRY_DUMMY)
    return tp_sema_node(s, TP_N_OPAQUE, e->type, token, token);
  if (e->kind != ENTRY_DECL) {
    tp_sema_doubt(s, token);
    return tp_sema_opaque(s, TP_TYPE_UNKNOWN, token, token);
  }
  tp_decl_id decl = e->decl;
  tp_node_id node = tp_sema_node(s, TP_N_NAME, e->type, token, token);
  tp_sema_at(s, node)->ref = decl;
  if (s->p->decls.at[decl].kind != TP_D_FUNCTION)
    set_flag(s, node, TP_F_LVALUE);
  return node;
}

/* ---- & and * ---- */

tp_node_id tp_sema_address(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id kid = tp_sema_part(s, f, FIELD_ARGUMENT);
  bool is_address = tp_tok_kind(&s->tokens, tree.begin) == TOK_AMP;
  tp_type_id type = TP_TYPE_UNKNOWN;
  if (!kid || s->values.n != f->base + 1)
    return tp_sema_broken(s, f);
  if (is_address) {
    tp_type_id to = tp_sema_at(s, kid)->type;
    tp_sema_take_address(s, kid);
    if (to != TP_TYPE_UNKNOWN)
      type = tp_type_pointer(&s->p->types, to);
  } else {
    const tp_type *pointer = type_at(s, tp_sema_use(s, kid));
    if (pointer->kind == TP_T_POINTER)
      type = pointer->base;
  }
  tp_node_id node = tp_sema_node(s, is_address ? TP_N_ADDR : TP_N_DEREF, type,
                                 tree.begin, tree.last);
  if (!is_address)
    set_flag(s, node, TP_F_LVALUE);
  tp_sema_set_kids(s, node, &kid, 1);
  return node;
}

/* ---- a[i] ---- */

tp_node_id tp_sema_subscript(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id kids[2] = {tp_sema_part(s, f, FIELD_ARGUMENT),
                        tp_sema_part(s, f, FIELD_INDEX)};
  if (!kids[0] || !kids[1] || s->values.n != f->base + 2)
    return tp_sema_broken(s, f);
  if (tp_type_is_integer(&s->p->types, tp_sema_at(s, kids[0])->type)) {
    tp_node_id first = kids[0];
    kids[0] = kids[1];
    kids[1] = first;
  }
  const tp_type *of = type_at(s, tp_sema_at(s, kids[0])->type);
  bool is_known = of->kind == TP_T_ARRAY || of->kind == TP_T_POINTER;
  tp_type_id type = is_known ? of->base : TP_TYPE_UNKNOWN;
  tp_sema_use(s, kids[1]);
  tp_node_id node = /* of a vector: a part of a variable, written or read */
      is_known ? tp_sema_node(s, TP_N_INDEX, type, tree.begin, tree.last)
               : tp_sema_opaque(s, type, tree.begin, tree.last);
  set_flag(s, node, TP_F_LVALUE);
  tp_sema_set_kids(s, node, kids, 2);
  return node;
}

/* ---- Members ---- */

/* One MEMBER for the field, and before it one for each anonymous member on the
 * way. 0 if the record has no such member. */
static tp_node_id member_path(tp_sema *s, tp_node_id record, tp_name name,
                              const tp_node *place) {
  for (;;) {
    const tp_node of = *tp_sema_at(s, record);
    uint32_t index = tp_type_member_index(&s->p->types, of.type, name);
    if (!index)
      return 0;
    const tp_field *field = &s->p->types.fields.at[index];
    const tp_type *outer = type_at(s, of.type);
    tp_type_id type = tp_type_qualified(
        &s->p->types, field->type, outer->is_const, outer->is_volatile, false);
    field = &s->p->types.fields.at[index];
    bool is_last = field->name == name;
    tp_node node = *place;
    node.kind = TP_N_MEMBER;
    node.type = type;
    node.ref = index;
    node.flags |= of.flags & TP_F_LVALUE;
    if (field->is_bitfield)
      node.flags |= TP_F_BITFIELD;
    if (of.kind == TP_N_DEREF && of.end == place->extra)
      node.flags |= TP_F_ARROW;
    node.extra = 0;
    node.first = record;
    if (!is_last)
      node.end = of.end;
    record = tp_tree_add(s->p, node);
    if (is_last)
      return record;
  }
}

/* p->f: the record that p points to. */
static tp_node_id pointed_record(tp_sema *s, tp_node_id pointer) {
  const tp_type *type = type_at(s, tp_sema_use(s, pointer));
  tp_type_id to = type->kind == TP_T_POINTER ? type->base : TP_TYPE_UNKNOWN;
  tp_node node = *tp_sema_at(s, pointer);
  node =
      (tp_node){.kind = TP_N_DEREF,
                .type = to,
                .begin = node.begin,
                .end = node.end,
                .flags = (uint16_t)(TP_F_LVALUE | (node.flags & TP_F_SYSTEM)),
                .first = pointer};
  tp_sema_at(s, pointer)->next = 0;
  return tp_tree_add(s->p, node);
}

tp_node_id tp_sema_member(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  uint32_t field = tp_tree_kid(s->tree, f->tree, FIELD_FIELD);
  tp_node_id record = tp_sema_part(s, f, FIELD_ARGUMENT);
  tp_tok token = field ? tp_sema_tree(s, field)->begin : 0;
  if (!record || !token || tp_tok_kind(&s->tokens, token) != TOK_IDENT)
    return tp_sema_broken(s, f);
  bool is_arrow = tp_tok_kind(&s->tokens, token - 1) == TOK_ARROW;
  if (is_arrow)
    record = pointed_record(s, record);
  tp_sema_at(s, record)->next = 0;
  tp_node place = {.begin = tp_tok_at(&s->tokens, tree.begin)->begin,
                   .end = tp_tok_at(&s->tokens, token)->end,
                   .flags = tp_sema_at(s, record)->flags & TP_F_SYSTEM,
                   .extra = is_arrow ? tp_sema_at(s, record)->end : 0};
  tp_node_id node =
      member_path(s, record, tp_tok_at(&s->tokens, token)->aux, &place);
  if (node)
    return node;
  node = tp_sema_opaque(s, TP_TYPE_UNKNOWN, tree.begin, tree.last);
  tp_sema_set_kids(s, node, &record, 1);
  return node;
}

/* ---- Calls ---- */

static tp_type_id returned_type(tp_sema *s, tp_node_id callee) {
  const tp_type *type = type_at(s, tp_sema_at(s, callee)->type);
  if (type->kind == TP_T_POINTER)
    type = type_at(s, type->base);
  if (type->kind != TP_T_FUNCTION)
    return TP_TYPE_UNKNOWN;
  return type_at(s, type->base)->unqualified;
}

tp_node_id tp_sema_call(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id callee = tp_sema_part(s, f, FIELD_FUNCTION);
  if (!callee || tree.is_bad || s->values.at[f->base].node != callee)
    return tp_sema_broken(s, f);
  tp_node_id builtin = tp_sema_builtin_call(s, f, callee);
  if (builtin)
    return builtin;
  for (uint32_t i = f->base + 1; i < s->values.n; i++)
    tp_sema_use(s, s->values.at[i].node);
  if (tp_sema_at(s, callee)->kind != TP_N_NAME)
    tp_sema_use(s, callee);
  tp_node_id node = tp_sema_node(s, TP_N_CALL, returned_type(s, callee),
                                 tree.begin, tree.last);
  tp_sema_set_values(s, node, f->base);
  return node;
}

/* ---- Casts, compound literals, sizeof ---- */

tp_node_id tp_sema_cast(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id kid = tp_sema_part(s, f, FIELD_VALUE);
  if (!kid || s->values.n != f->base + 1)
    return tp_sema_broken(s, f);
  tp_sema_use(s, kid);
  tp_type_id type = type_at(s, f->type)->unqualified;
  bool is_known = type_at(s, type)->kind != TP_T_RECORD; /* gcc: to a union */
  tp_node_id node =
      is_known ? tp_sema_node(s, TP_N_CAST, type, tree.begin, tree.last)
               : tp_sema_opaque(s, type, tree.begin, tree.last);
  tp_sema_set_kids(s, node, &kid, 1);
  return node;
}

tp_node_id tp_sema_compound(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id list = tp_sema_part(s, f, FIELD_VALUE);
  if (!list || tp_sema_at(s, list)->kind != TP_N_INIT_LIST)
    return tp_sema_broken(s, f);
  tp_type_id type = tp_sema_initialise(s, list, f->type);
  tp_node_id node = tp_sema_node(s, TP_N_COMPOUND, type, tree.begin, tree.last);
  set_flag(s, node, TP_F_LVALUE);
  tp_sema_set_kids(s, node, &list, 1);
  return node;
}

tp_node_id tp_sema_sizeof(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  uint32_t type_node = tp_tree_kid(s->tree, f->tree, FIELD_TYPE);
  tp_node_id kid = tp_sema_part(s, f, FIELD_VALUE);
  tp_type_id type =
      kid ? tp_sema_at(s, kid)->type : tp_sema_type_name(s, type_node);
  const tp_type *t = type_at(s, type);
  uint64_t size = t->size;
  bool is_known = t->kind != TP_T_UNKNOWN && (t->is_complete || size) &&
                  !(t->kind == TP_T_ARRAY && t->is_variable);
  if (t->kind == TP_T_VOID || t->kind == TP_T_FUNCTION)
    size = 1, is_known = true; /* as gcc has it */
  if (tp_tok_kind(&s->tokens, tree.begin) == TOK_ALIGNOF)
    size = t->align ? t->align : 1;
  if (!is_known)
    return tp_sema_opaque(s, TP_TYPE_ULONG, tree.begin, tree.last);
  return tp_sema_int(s, size, TP_TYPE_ULONG, tree.begin, tree.last);
}

/* ---- ( ... ) and , ---- */

static tp_type_id block_type(tp_sema *s, tp_node_id block) {
  tp_node_id value = tp_sema_last_value(s, block);
  return value ? tp_sema_use(s, value) : TP_TYPE_VOID;
}

tp_node_id tp_sema_parens(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  if (s->values.n != f->base + 1)
    return tp_sema_broken(s, f);
  tp_node_id kid = s->values.at[f->base].node;
  if (tp_sema_at(s, kid)->kind == TP_N_BLOCK) {
    tp_node_id node = tp_sema_node(s, TP_N_STMT_EXPR, block_type(s, kid),
                                   tree.begin, tree.last);
    tp_sema_set_kids(s, node, &kid, 1);
    return node;
  }
  set_flag(s, kid, TP_F_PARENS);
  return kid;
}

tp_node_id tp_sema_comma(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  if (s->values.n != f->base + 2)
    return tp_sema_broken(s, f);
  tp_type_id type = tp_sema_use(s, s->values.at[f->base + 1].node);
  tp_node_id node = tp_sema_node(s, TP_N_COMMA, type, tree.begin, tree.last);
  tp_sema_set_values(s, node, f->base);
  return node;
}
