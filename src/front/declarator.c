/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Declarators: from the outermost part to the name, each part wraps the type;
 * so `*x[3]` around int is an array of 3 pointers to int.
 */
#include "front/sema.h"

static bool is_declarator(uint8_t kind) {
  return kind >= TREE_INIT_DECLARATOR && kind <= TREE_PARENS;
}

uint32_t tp_sema_first_declarator(const tp_sema *s, uint32_t tree) {
  return tp_tree_kid(s->tree, tree, FIELD_DECLARATOR);
}

/* The declarator inside a part of one; 0 if this part is abstract. */
static uint32_t inner_declarator(const tp_sema *s, uint32_t tree) {
  uint32_t kid = tp_tree_kid(s->tree, tree, FIELD_DECLARATOR);
  if (kid || tp_sema_tree(s, tree)->kind != TREE_PARENS)
    return kid;
  for (kid = tp_sema_tree(s, tree)->first; kid;
       kid = tp_sema_tree(s, kid)->next)
    if (is_declarator(tp_sema_tree(s, kid)->kind) ||
        tp_sema_tree(s, kid)->kind == TREE_NAME)
      return kid;
  return 0;
}

/* const and volatile behind a *. */
static tp_type_id pointer_to(tp_sema *s, tp_tok star, tp_type_id to) {
  bool is_const = false, is_volatile = false, is_atomic = false;
  for (tp_tok i = star + 1; tp_tok_at(&s->tokens, i)->flags & TOK_F_HIDDEN;
       i++) {
    uint8_t kind = tp_tok_kind(&s->tokens, i);
    is_const |= kind == TOK_CONST;
    is_volatile |= kind == TOK_VOLATILE;
    is_atomic |= kind == TOK_ATOMIC;
  }
  return tp_type_qualified(&s->p->types, tp_type_pointer(&s->p->types, to),
                           is_const, is_volatile, is_atomic);
}

tp_type_id tp_sema_old_pointers(tp_sema *s, tp_tok declarator,
                                tp_type_id type) {
  tp_tok first = declarator;
  while (first > s->piece &&
         tp_tok_at(&s->tokens, first - 1)->flags & TOK_F_HIDDEN)
    first--;
  for (tp_tok i = first; i < declarator; i++)
    if (tp_tok_kind(&s->tokens, i) == TOK_STAR)
      type = pointer_to(s, i, type);
  return type;
}

static tp_type_id array_of(tp_sema *s, uint32_t tree, tp_type_id of) {
  tp_types *types = &s->p->types;
  uint32_t size = tp_tree_kid(s->tree, tree, FIELD_SIZE);
  uint64_t count = 0;
  if (!size) {
    /* [] or [*] */
    tp_tok last = tp_sema_tree(s, tree)->last;
    bool is_star = last && tp_tok_kind(&s->tokens, last - 1) == TOK_STAR;
    return is_star ? tp_type_vla(types, of)
                   : tp_type_array(types, of, 0, false);
  }
  if (tp_sema_tree(s, size)->kind == TREE_OTHER) /* [*] */
    return tp_type_vla(types, of);
  tp_node_id node = tp_sema_build(s, size);
  if (node && tp_node_constant(s->p, node, &count))
    return tp_type_array(types, of, count, true);
  if (node && tp_sema_at(s, node)->type == TP_TYPE_UNKNOWN)
    return TP_TYPE_UNKNOWN;
  VEC_PUSH(&s->sizes, node);
  return tp_type_vla(types, of);
}

/* ---- Parameters ---- */

/* Parameters are never arrays or functions. */
static tp_type_id adjusted(tp_sema *s, tp_type_id type) {
  return tp_sema_decay(s, type);
}

static tp_parameter parameter(tp_sema *s, uint32_t tree) {
  tp_tree_node node = *tp_sema_tree(s, tree);
  uint32_t inner = tp_sema_first_declarator(s, tree);
  tp_specifiers specs;
  tp_declarator d;
  tp_tok to = inner ? tp_sema_tree(s, inner)->begin : node.last + 1;
  tp_sema_specifiers(s, tree, to, &specs);
  tp_sema_declarator(s, inner, specs.type, &d);
  tp_parameter out = {.name = d.name,
                      .type = adjusted(s, d.type),
                      .is_register = specs.is_register,
                      .begin = node.begin,
                      .last = node.last};
  tp_declarator_free(&d);
  if (out.name)
    tp_scope_add(&s->scope,
                 (tp_entry){.name = tp_tok_at(&s->tokens, out.name)->aux,
                            .kind = ENTRY_DUMMY,
                            .type = out.type});
  return out;
}

/* A name in an old-style list: the grammar may take it for a type. */
static bool is_old_name(const tp_sema *s, uint32_t tree) {
  const tp_tree_node *node = tp_sema_tree(s, tree);
  if (node->kind == TREE_NAME)
    return true;
  uint32_t type = tp_tree_kid(s->tree, tree, FIELD_TYPE);
  return node->kind == TREE_PARAMETER && type &&
         tp_sema_tree(s, type)->kind == TREE_NAME;
}

static tp_type_id callable(tp_sema *s, uint32_t tree, tp_type_id returns,
                           tp_declarator *d) {
  uint32_t list = tp_tree_kid(s->tree, tree, FIELD_PARAMETERS);
  bool is_variadic = false, has_prototype = false;
  VEC(tp_type_id) types = {0};
  VEC_CLEAR(&d->params);
  tp_scope_push(&s->scope);
  for (uint32_t kid = list ? tp_sema_tree(s, list)->first : 0; kid;
       kid = tp_sema_tree(s, kid)->next) {
    uint8_t kind = tp_sema_tree(s, kid)->kind;
    if (kind == TREE_VARIADIC)
      is_variadic = true;
    else if (is_old_name(s, kid)) { /* its type comes later */
      tp_tok name = tp_sema_tree(s, kid)->begin;
      VEC_PUSH(&d->params, (tp_parameter){.name = name,
                                          .type = TP_TYPE_INT,
                                          .begin = name,
                                          .last = name});
    } else if (kind == TREE_PARAMETER) {
      tp_parameter p = parameter(s, kid);
      has_prototype = true;
      VEC_PUSH(&d->params, p);
      VEC_PUSH(&types, tp_type_get(&s->p->types, p.type)->unqualified);
    }
  }
  tp_scope_pop(&s->scope);
  if (types.n == 1 && types.at[0] == TP_TYPE_VOID) {
    VEC_CLEAR(&types);
    VEC_CLEAR(&d->params);
  }
  tp_type_id type = tp_type_function(&s->p->types, returns, types.at, types.n,
                                     is_variadic, has_prototype || is_variadic);
  VEC_FREE(&types);
  return type;
}

/* ---- The whole ---- */

void tp_sema_declarator(tp_sema *s, uint32_t tree, tp_type_id base,
                        tp_declarator *out) {
  memset(out, 0, sizeof *out);
  out->type = base;
  if (!tree)
    return;
  out->begin = tp_sema_tree(s, tree)->begin;
  out->last = tp_sema_last(s, tp_sema_tree(s, tree)->last);
  if (s->nesting >= TP_SEMA_NESTING) {
    out->type = TP_TYPE_UNKNOWN;
    return;
  }
  s->nesting++;
  while (tree) {
    tp_tree_node node = *tp_sema_tree(s, tree);
    if (node.kind == TREE_NAME) {
      if (tp_tok_kind(&s->tokens, node.begin) == TOK_IDENT)
        out->name = node.begin;
      break;
    }
    out->is_function = node.kind == TREE_CALLABLE ||
                       (node.kind == TREE_PARENS && out->is_function);
    if (node.kind == TREE_POINTER)
      out->type = pointer_to(s, node.begin, out->type);
    else if (node.kind == TREE_ARRAY)
      out->type = array_of(s, tree, out->type);
    else if (node.kind == TREE_CALLABLE)
      out->type = callable(s, tree, out->type, out);
    tree = inner_declarator(s, tree);
  }
  s->nesting--;
}

void tp_declarator_free(tp_declarator *d) {
  VEC_FREE(&d->params);
}

tp_type_id tp_sema_type_name(tp_sema *s, uint32_t tree) {
  tp_specifiers specs;
  tp_declarator d;
  if (!tree)
    return TP_TYPE_UNKNOWN;
  uint32_t inner = tp_sema_first_declarator(s, tree);
  tp_tok to = inner ? tp_sema_tree(s, inner)->begin
                    : tp_sema_last(s, tp_sema_tree(s, tree)->last) + 1;
  while (!inner && tp_tok_at(&s->tokens, to)->flags & TOK_F_HIDDEN)
    to++;
  tp_sema_specifiers(s, tree, to, &specs);
  tp_sema_declarator(s, inner, specs.type, &d);
  tp_type_id type = d.type;
  tp_declarator_free(&d);
  return type;
}
