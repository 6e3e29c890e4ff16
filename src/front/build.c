/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees to typed nodes: the walk.
 *
 * A stack of frames, one for each tree node whose kids are being built, and a
 * stack of values, the kids that are finished. Entering a node may declare
 * things and open scopes; leaving it makes its node from its kids' values. So
 * nesting of any depth is no matter. Only pieces that are set apart (types,
 * array sizes, _Generic ...) nest by recursion, up to TP_SEMA_NESTING.
 */
#include "front/sema.h"

tp_node_id tp_sema_part(const tp_sema *s, const tp_build_frame *f,
                        tp_tree_field field) {
  for (uint32_t i = f->base; i < s->values.n; i++)
    if (s->values.at[i].field == field)
      return s->values.at[i].node;
  return 0;
}

tp_node_id tp_sema_broken(tp_sema *s, const tp_build_frame *f) {
  const tp_tree_node *tree = tp_sema_tree(s, f->tree);
  tp_node_id node = tp_sema_opaque(s, TP_TYPE_UNKNOWN, tree->begin, tree->last);
  tp_sema_set_values(s, node, f->base);
  return node;
}

void tp_sema_set_values(tp_sema *s, tp_node_id node, uint32_t from) {
  tp_node_id *link = &tp_sema_at(s, node)->first;
  for (uint32_t i = from; i < s->values.n; i++) {
    *link = s->values.at[i].node;
    link = &tp_sema_at(s, *link)->next;
  }
  *link = 0;
}

/* Whether a kid is built by the walk; the others are read by the handler of
 * the parent. */
static bool is_part(const tp_tree_node *parent, const tp_tree_node *kid) {
  if (kid->kind == TREE_OTHER)
    return false;
  switch (parent->kind) {
  case TREE_FUNCTION:
    return kid->field == FIELD_BODY;
  case TREE_INIT_DECLARATOR:
  case TREE_PAIR:
    return kid->field == FIELD_VALUE;
  case TREE_DECLARATION:
    return kid->field == FIELD_DECLARATOR || kid->kind == TREE_ERROR;
  default:
    return kid->field != FIELD_TYPE && kid->field != FIELD_FIELD &&
           kid->field != FIELD_LABEL && kid->field != FIELD_OPERATOR &&
           kid->field != FIELD_PARAMETERS;
  }
}

static const tp_build_frame *outer_frame(const tp_sema *s) {
  return s->frames.n > 1 ? &s->frames.at[s->frames.n - 2] : NULL;
}

static tp_node_id operand(tp_sema *s, const tp_tree_node *tree) {
  const tp_token *token = tp_tok_at(&s->tokens, tree->begin);
  if (tree->is_bad)
    return tp_sema_opaque(s, TP_TYPE_UNKNOWN, tree->begin, tree->last);
  switch (token->kind) {
  case TOK_IDENT:
    return tp_sema_name(s, tree->begin, tree->field == FIELD_FUNCTION);
  case TOK_NUMBER:
  case TOK_CHAR:
  case TOK_STRING:
    return tp_sema_literal(s, tree->begin);
  default:
    return tp_sema_group(s, tree->begin);
  }
}

/* struct S { ... }; as a statement: nothing happens when it runs. */
static tp_node_id empty_declaration(tp_sema *s, uint32_t t) {
  tp_tree_node tree = *tp_sema_tree(s, t);
  if (tree.kind == TREE_RECORD)
    tp_sema_record(s, t);
  else if (tree.kind == TREE_ENUM)
    tp_sema_enum(s, t);
  return tp_sema_node(s, TP_N_DECL, TP_TYPE_UNKNOWN, tree.begin, tree.last);
}

static bool is_declared(const tp_sema *s, const tp_tree_node *tree) {
  const tp_build_frame *outer = outer_frame(s);
  return outer && tree->field == FIELD_DECLARATOR &&
         tp_sema_tree(s, outer->tree)->kind == TREE_DECLARATION;
}

/* What has to be known before the kids. Returns the node if there is nothing
 * to walk into. */
static tp_node_id enter(tp_sema *s, tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_build_frame outer = outer_frame(s) ? *outer_frame(s) : (tp_build_frame){0};
  uint32_t sizes = s->sizes.n;
  switch (tree.kind) {
  case TREE_NAME:
    return is_declared(s, &tree) ? tp_sema_plain_declarator(s, f->tree, &outer)
                                 : operand(s, &tree);
  case TREE_POINTER:
  case TREE_CALLABLE:
  case TREE_ARRAY:
  case TREE_PARENS:
    return is_declared(s, &tree)
               ? tp_sema_plain_declarator(s, f->tree, &outer)
               : tp_sema_opaque(s, TP_TYPE_UNKNOWN, tree.begin, tree.last);
  case TREE_OPERAND:
    return operand(s, &tree);
  case TREE_RECORD:
  case TREE_ENUM:
  case TREE_TYPE:
    return empty_declaration(s, f->tree);
  case TREE_FUNCTION:
    return tp_sema_enter_function(s, f);
  case TREE_DECLARATION:
    tp_sema_enter_declaration(s, f);
    return 0;
  case TREE_INIT_DECLARATOR:
    tp_sema_enter_init(s, f, &outer);
    return 0;
  case TREE_CAST:
  case TREE_LITERAL:
    f->type = tp_sema_type_name(s, tp_tree_kid(s->tree, f->tree, FIELD_TYPE));
    tp_sema_drop_sizes(s, sizes, "size in a type", tree.begin);
    return 0;
  default:
    tp_sema_enter_statement(s, f);
    return 0;
  }
}

static tp_node_id leave_expression(tp_sema *s, const tp_build_frame *f,
                                   const tp_tree_node *tree) {
  switch (tree->kind) {
  case TREE_COMMA:
    return tp_sema_comma(s, f);
  case TREE_CONDITIONAL:
    return tp_sema_conditional(s, f);
  case TREE_ASSIGNMENT:
    return tp_sema_assignment(s, f);
  case TREE_ADDRESS:
    return tp_sema_address(s, f);
  case TREE_UNARY:
    return tp_sema_unary(s, f);
  case TREE_BINARY:
    return tp_sema_binary(s, f);
  case TREE_UPDATE:
    return tp_sema_update(s, f);
  case TREE_CAST:
    return tp_sema_cast(s, f);
  case TREE_SIZEOF:
    return tp_sema_sizeof(s, f);
  case TREE_SUBSCRIPT:
    return tp_sema_subscript(s, f);
  case TREE_CALL:
    return tp_sema_call(s, f);
  case TREE_MEMBER:
    return tp_sema_member(s, f);
  case TREE_LITERAL:
    return tp_sema_compound(s, f);
  case TREE_PAREN_VALUE:
    return tp_sema_parens(s, f);
  case TREE_LIST:
    return tp_sema_list(s, f);
  case TREE_PAIR:
    return tp_sema_pair(s, f);
  default:
    return 0;
  }
}

static tp_node_id leave(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id node = 0;
  switch (tree.kind) {
  case TREE_FUNCTION:
    return tp_sema_leave_function(s, f);
  case TREE_DECLARATION:
    return tp_sema_leave_declaration(s, f);
  case TREE_INIT_DECLARATOR:
    return tp_sema_leave_init(s, f);
  case TREE_ERROR:
    break;
  default:
    node = tree.kind >= TREE_COMMA ? leave_expression(s, f, &tree)
                                   : tp_sema_statement(s, f);
  }
  return node ? node : tp_sema_broken(s, f);
}

/* Its kids' values become its parent's. */
static bool is_transparent(uint8_t kind) {
  return kind == TREE_ARGUMENTS || kind == TREE_ELSE;
}

static void finish(tp_sema *s, uint32_t base, tp_node_id node) {
  uint8_t field = tp_sema_tree(s, VEC_LAST(&s->frames).tree)->field;
  s->values.n = base;
  s->frames.n--;
  if (node)
    VEC_PUSH(&s->values, (tp_built){node, field});
}

/* One step of the walk. */
static void step(tp_sema *s) {
  tp_build_frame f = VEC_LAST(&s->frames);
  const tp_tree_node *tree = tp_sema_tree(s, f.tree);
  if (!f.is_entered) {
    f.is_entered = 1;
    f.kid = tree->first;
    tp_node_id node = enter(s, &f);
    VEC_LAST(&s->frames) = f;
    if (node)
      finish(s, f.base, node);
  } else if (f.kid) {
    const tp_tree_node *kid = tp_sema_tree(s, f.kid);
    VEC_LAST(&s->frames).kid = kid->next;
    if (is_part(tree, kid))
      VEC_PUSH(&s->frames,
               (tp_build_frame){.tree = f.kid, .base = s->values.n});
  } else if (is_transparent(tree->kind)) {
    for (uint32_t i = f.base; i < s->values.n; i++)
      s->values.at[i].field = tree->field;
    s->frames.n--;
  } else
    finish(s, f.base, leave(s, &f));
}

tp_node_id tp_sema_build(tp_sema *s, uint32_t tree) {
  uint32_t bottom = s->frames.n, values = s->values.n;
  VEC_PUSH(&s->frames, (tp_build_frame){.tree = tree, .base = values});
  while (s->frames.n > bottom)
    step(s);
  tp_node_id node = s->values.n > values ? s->values.at[values].node : 0;
  s->values.n = values;
  return node;
}

/* ---- Pieces set apart ---- */

static bool is_typedef(void *state, tp_name name) {
  const tp_sema *s = state;
  const tp_entry *e = tp_scope_find(&s->scope, name);
  return e && e->kind == ENTRY_TYPEDEF;
}

tp_tok tp_sema_shape(tp_sema *s, tp_shape *shape, tp_tok from, tp_tok to,
                     tp_shape_mode mode) {
  return tp_shape_make(shape, &s->tokens, from, to, mode, is_typedef, s);
}

bool tp_sema_starts_type(tp_sema *s, tp_tok i) {
  while (tp_tok_kind(&s->tokens, i) == TOK_EXTENSION)
    i++;
  const tp_token *token = tp_tok_at(&s->tokens, i);
  return (token->kind >= TOK_TYPEDEF && token->kind <= TOK_ATTRIBUTE) ||
         (token->kind == TOK_IDENT && is_typedef(s, token->aux));
}

/* The value field of the only declaration of a VALUE or TYPE shape. */
static uint32_t find_apart(const tp_tree *tree) {
  uint32_t node = tree->at.n ? tree->at.at[0].first : 0;
  if (!node || tree->at.at[0].is_bad)
    return 0;
  node = tp_tree_kid(tree, node, FIELD_DECLARATOR);
  return node ? tp_tree_kid(tree, node, FIELD_VALUE) : 0;
}

/* Build (or read as a type) the tokens; 0 if they are not understood. */
static uint32_t apart(tp_sema *s, tp_tok from, tp_tok to, tp_shape_mode mode) {
  const tp_tree *outer_tree = s->tree;
  tp_tok outer_piece = s->piece;
  tp_shape shape = {0};
  tp_tree tree = {0};
  uint32_t result = 0;
  if (from >= to || s->nesting >= TP_SEMA_NESTING)
    return 0;
  s->nesting++;
  tp_sema_shape(s, &shape, from, to, mode);
  tp_tree_parse(&tree, s->parser, &shape);
  s->tree = &tree;
  s->piece = from;
  uint32_t node = find_apart(&tree);
  if (node && mode == TP_SHAPE_VALUE)
    result = tp_sema_build(s, node);
  else if (node)
    result = tp_sema_type_name(s, tp_tree_kid(&tree, node, FIELD_TYPE));
  else
    tp_sema_doubt(s, from);
  s->tree = outer_tree;
  s->piece = outer_piece;
  s->nesting--;
  tp_tree_free(&tree);
  tp_shape_free(&shape);
  return result;
}

tp_node_id tp_sema_value_of(tp_sema *s, tp_tok from, tp_tok to) {
  tp_node_id node = 0;
  if (to == from + 1) { /* most cases of a switch */
    uint8_t kind = tp_tok_kind(&s->tokens, from);
    if (kind == TOK_NUMBER || kind == TOK_CHAR)
      node = tp_sema_literal(s, from);
    else if (kind == TOK_IDENT)
      node = tp_sema_name(s, from, false);
  }
  if (!node)
    node = apart(s, from, to, TP_SHAPE_VALUE);
  return node ? node
              : tp_sema_opaque(s, TP_TYPE_UNKNOWN, from,
                               to > from ? to - 1 : from);
}

tp_type_id tp_sema_type_of(tp_sema *s, tp_tok from, tp_tok to) {
  uint32_t sizes = s->sizes.n;
  tp_type_id type = apart(s, from, to, TP_SHAPE_TYPE);
  tp_sema_drop_sizes(s, sizes, "size in a type", from);
  return type;
}
