/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements, labels and cases. */
#include "front/sema.h"

/* ---- Scopes ---- */

void tp_sema_enter_statement(tp_sema *s, tp_build_frame *f) {
  uint8_t kind = tp_sema_tree(s, f->tree)->kind;
  if (kind == TREE_BLOCK || kind == TREE_FOR)
    tp_scope_push(&s->scope);
  if (kind == TREE_WHILE)
    f->extra = s->open_cases.n;
}

/* ---- Labels ---- */

static uint32_t label_of(tp_sema *s, tp_name name) {
  bool is_new;
  uint32_t *label = tp_map_put(&s->labels, name, &is_new);
  if (is_new) {
    *label = s->p->labels.n;
    VEC_PUSH(&s->p->labels, (tp_label){.name = name, .func = s->func});
  }
  return *label;
}

tp_node_id tp_sema_label_address(tp_sema *s, tp_tok token) {
  uint32_t label = label_of(s, tp_tok_at(&s->tokens, token + 1)->aux);
  s->p->labels.at[label].address_taken = 1;
  tp_type_id type = tp_type_pointer(&s->p->types, TP_TYPE_VOID);
  tp_node_id node = tp_sema_opaque(s, type, token, token);
  tp_sema_at(s, node)->ref = label;
  return node;
}

/* ---- Cases ---- */

static bool constant(tp_sema *s, tp_tok from, tp_tok to, int64_t *out) {
  uint64_t value = 0;
  tp_node_id node = tp_sema_value_of(s, from, to);
  bool is_constant = tp_node_constant(s->p, node, &value);
  *out = (int64_t)value;
  return is_constant;
}

/* case low ... high: the group from the keyword to before the colon. */
static uint32_t new_case(tp_sema *s, tp_tok keyword) {
  tp_tok end = tp_sema_last(s, keyword) + 1, dots = keyword + 1;
  tp_case c = {0};
  while (dots < end && tp_tok_kind(&s->tokens, dots) != TOK_ELLIPSIS) {
    uint8_t kind = tp_tok_kind(&s->tokens, dots);
    bool opens = kind == TOK_LPAREN || kind == TOK_LBRACKET;
    tp_tok close = opens ? tp_tok_at(&s->tokens, dots)->aux : dots;
    dots = close + 1;
  }
  bool is_known = constant(s, keyword + 1, dots < end ? dots : end, &c.low);
  c.high = c.low;
  if (dots < end)
    is_known &= constant(s, dots + 1, end, &c.high);
  if (!is_known)
    return 0;
  VEC_PUSH(&s->p->cases, c);
  VEC_PUSH(&s->open_cases, s->p->cases.n - 1);
  return s->p->cases.n - 1;
}

static int64_t converted(const tp_sema *s, int64_t value, tp_type_id type) {
  if (tp_type_get(&s->p->types, type)->size != 4)
    return value;
  return tp_type_is_signed(&s->p->types, type) ? (int64_t)(int32_t)value
                                               : (int64_t)(uint32_t)value;
}

/* Before a closing brace the shape has an empty statement at the colon. */
static void drop_inserted(tp_sema *s, tp_node_id label) {
  tp_node_id kid = tp_sema_at(s, label)->first;
  if (kid && tp_sema_at(s, kid)->kind == TP_N_EMPTY &&
      s->tokens.text[tp_sema_at(s, kid)->begin] == ':')
    tp_sema_at(s, label)->first = 0;
}

static tp_node_id label(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  uint32_t name_node = tp_tree_kid(s->tree, f->tree, FIELD_LABEL);
  tp_tok token = name_node ? tp_sema_tree(s, name_node)->begin : tree.begin;
  uint8_t kind = tp_tok_kind(&s->tokens, token);
  tp_node_kind made = TP_N_LABEL;
  uint32_t ref = 0;
  if (kind == TOK_CASE) {
    made = TP_N_CASE;
    ref = new_case(s, token);
    if (!ref)
      return tp_sema_broken(s, f);
  } else if (kind == TOK_DEFAULT)
    made = TP_N_DEFAULT;
  else if (kind == TOK_IDENT && s->func)
    ref = label_of(s, tp_tok_at(&s->tokens, token)->aux);
  else
    return tp_sema_broken(s, f);
  tp_node_id node =
      tp_sema_node(s, made, TP_TYPE_UNKNOWN, tree.begin, tree.last);
  tp_sema_at(s, node)->ref = ref;
  if (made == TP_N_CASE)
    s->p->cases.at[ref].node = node;
  else if (made == TP_N_LABEL)
    s->p->labels.at[ref].node = node;
  tp_sema_set_values(s, node, f->base);
  drop_inserted(s, node);
  return node;
}

/* ---- Statements with parts ---- */

/* The parts in the order of kids; false if one is missing. */
static bool parts(tp_sema *s, const tp_build_frame *f,
                  const tp_tree_field *fields, uint32_t n, tp_node_id *out) {
  for (uint32_t i = 0; i < n; i++)
    if (!(out[i] = tp_sema_part(s, f, fields[i])))
      return false;
  return true;
}

static tp_node_id with_kids(tp_sema *s, const tp_build_frame *f,
                            tp_node_kind kind, const tp_node_id *kids,
                            uint32_t n) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id node =
      tp_sema_node(s, kind, TP_TYPE_UNKNOWN, tree.begin, tree.last);
  tp_sema_set_kids(s, node, kids, n);
  return node;
}

static tp_node_id if_statement(tp_sema *s, const tp_build_frame *f) {
  static const tp_tree_field fields[] = {FIELD_CONDITION, FIELD_CONSEQUENCE};
  tp_node_id kids[3];
  if (!parts(s, f, fields, 2, kids))
    return 0;
  tp_sema_use(s, kids[0]);
  kids[2] = tp_sema_part(s, f, FIELD_ALTERNATIVE);
  return with_kids(s, f, TP_N_IF, kids, kids[2] ? 3 : 2);
}

/* while, and switch, which has the shape of a while. */
static tp_node_id while_statement(tp_sema *s, const tp_build_frame *f) {
  static const tp_tree_field fields[] = {FIELD_CONDITION, FIELD_BODY};
  tp_tok keyword = tp_sema_tree(s, f->tree)->begin;
  tp_node_id kids[2];
  bool is_switch = tp_tok_kind(&s->tokens, keyword) == TOK_SWITCH;
  if (!parts(s, f, fields, 2, kids))
    return 0;
  tp_sema_use(s, kids[0]);
  tp_node_id node =
      with_kids(s, f, is_switch ? TP_N_SWITCH : TP_N_WHILE, kids, 2);
  if (!is_switch)
    return node;
  tp_type_id type = tp_sema_promoted(s, kids[0]);
  tp_sema_at(s, node)->extra = type;
  for (uint32_t i = f->extra; i < s->open_cases.n; i++) {
    tp_case *c = &s->p->cases.at[s->open_cases.at[i]];
    c->low = converted(s, c->low, type);
    c->high = converted(s, c->high, type);
  }
  s->open_cases.n = f->extra;
  return node;
}

static tp_node_id do_statement(tp_sema *s, const tp_build_frame *f) {
  static const tp_tree_field fields[] = {FIELD_BODY, FIELD_CONDITION};
  tp_node_id kids[2];
  if (!parts(s, f, fields, 2, kids))
    return 0;
  tp_sema_use(s, kids[1]);
  return with_kids(s, f, TP_N_DO, kids, 2);
}

static tp_node_id empty_at(tp_sema *s, tp_tok token) {
  tp_node_id node = tp_sema_node(s, TP_N_EMPTY, TP_TYPE_UNKNOWN, token, token);
  tp_sema_at(s, node)->end = tp_sema_at(s, node)->begin;
  return node;
}

/* The next ; of a for's head, or its ). */
static tp_tok next_semicolon(const tp_sema *s, tp_tok i, tp_tok close) {
  for (; i < close; i++) {
    uint8_t kind = tp_tok_kind(&s->tokens, i);
    if (kind == TOK_SEMI)
      return i;
    if (kind == TOK_LPAREN || kind == TOK_LBRACKET || kind == TOK_LBRACE)
      i = tp_tok_at(&s->tokens, i)->aux;
  }
  return close;
}

static tp_node_id for_statement(tp_sema *s, const tp_build_frame *f) {
  tp_tok open = tp_sema_tree(s, f->tree)->begin + 1;
  tp_tok close = tp_tok_at(&s->tokens, open)->aux;
  tp_tok first = next_semicolon(s, open + 1, close);
  tp_tok second = next_semicolon(s, first + 1, close);
  tp_node_id kids[4] = {tp_sema_part(s, f, FIELD_INITIALIZER),
                        tp_sema_part(s, f, FIELD_CONDITION),
                        tp_sema_part(s, f, FIELD_UPDATE),
                        tp_sema_part(s, f, FIELD_BODY)};
  if (!kids[3])
    return 0;
  if (!kids[0])
    kids[0] = empty_at(s, first);
  else if (tp_node_is_expression(s->p, kids[0])) {
    tp_node_id value = kids[0];
    tp_sema_use(s, value);
    kids[0] = tp_sema_node(s, TP_N_EXPR, TP_TYPE_UNKNOWN, open + 1, first);
    tp_sema_set_kids(s, kids[0], &value, 1);
  }
  if (!kids[1])
    kids[1] = empty_at(s, second);
  tp_sema_use(s, kids[1]);
  if (!kids[2])
    kids[2] = empty_at(s, close);
  tp_sema_use(s, kids[2]);
  return with_kids(s, f, TP_N_FOR, kids, 4);
}

/* ---- The others ---- */

static tp_node_id expression_statement(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  if (tree.is_bad || s->values.n > f->base + 1)
    return 0;
  if (s->values.n == f->base)
    return tp_sema_node(s, TP_N_EMPTY, TP_TYPE_UNKNOWN, tree.begin, tree.last);
  tp_sema_use(s, s->values.at[f->base].node);
  return with_kids(s, f, TP_N_EXPR, &s->values.at[f->base].node, 1);
}

/* return, and goto *p, which has the shape of a return. */
static tp_node_id return_statement(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  bool is_goto = tp_tok_kind(&s->tokens, tree.begin) == TOK_GOTO;
  tp_node_id kid = s->values.n > f->base ? s->values.at[f->base].node : 0;
  if (tree.is_bad || s->values.n > f->base + 1 || (is_goto && !kid))
    return 0;
  if (kid)
    tp_sema_use(s, kid);
  return with_kids(s, f, is_goto ? TP_N_GOTO_ANY : TP_N_RETURN, &kid,
                   kid ? 1 : 0);
}

static tp_node_id goto_statement(tp_sema *s, const tp_build_frame *f) {
  uint32_t name_node = tp_tree_kid(s->tree, f->tree, FIELD_LABEL);
  tp_tok token = name_node ? tp_sema_tree(s, name_node)->begin : 0;
  if (!token || tp_tok_kind(&s->tokens, token) != TOK_IDENT || !s->func)
    return 0;
  uint32_t to = label_of(s, tp_tok_at(&s->tokens, token)->aux);
  tp_node_id node = with_kids(s, f, TP_N_GOTO, NULL, 0);
  tp_sema_at(s, node)->ref = to;
  return node;
}

static bool is_label(const tp_node *node) {
  return node->kind == TP_N_CASE || node->kind == TP_N_DEFAULT ||
         node->kind == TP_N_LABEL;
}

/* case 1: case 2: ... as a list, not as a tower: a label that marks another
 * one goes before it. */
static void flatten_labels(tp_sema *s, tp_node_id block) {
  for (tp_node_id n = tp_sema_at(s, block)->first; n;
       n = tp_sema_at(s, n)->next) {
    tp_node *node = tp_sema_at(s, n);
    if (!is_label(node) || !node->first ||
        !is_label(tp_sema_at(s, node->first)))
      continue;
    tp_sema_at(s, node->first)->next = node->next;
    node->next = node->first;
    node->first = 0;
  }
}

static tp_node_id block(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id node =
      tp_sema_node(s, TP_N_BLOCK, TP_TYPE_UNKNOWN, tree.begin, tree.last);
  tp_sema_set_values(s, node, f->base);
  flatten_labels(s, node);
  return node;
}

tp_node_id tp_sema_statement(tp_sema *s, const tp_build_frame *f) {
  uint8_t kind = tp_sema_tree(s, f->tree)->kind;
  if (kind == TREE_BLOCK || kind == TREE_FOR)
    tp_scope_pop(&s->scope);
  switch (kind) {
  case TREE_BLOCK:
    return block(s, f);
  case TREE_LABEL:
    return label(s, f);
  case TREE_EXPR_STATEMENT:
    return expression_statement(s, f);
  case TREE_IF:
    return if_statement(s, f);
  case TREE_WHILE:
    return while_statement(s, f);
  case TREE_DO:
    return do_statement(s, f);
  case TREE_FOR:
    return for_statement(s, f);
  case TREE_RETURN:
    return return_statement(s, f);
  case TREE_BREAK:
    return with_kids(s, f, TP_N_BREAK, NULL, 0);
  case TREE_CONTINUE:
    return with_kids(s, f, TP_N_CONTINUE, NULL, 0);
  case TREE_GOTO:
    return goto_statement(s, f);
  default:
    return 0;
  }
}
