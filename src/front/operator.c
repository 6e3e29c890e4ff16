/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operators: the types of their results (C11 6.3, 6.5) and what they do to
 * names: an array that is not indexed and whatever stands behind & may be
 * reached by pointers from then on.
 *
 * `extra` of a BINARY comparison, of a compound ASSIGN and of an INCDEC is the
 * type in which the operation is done; of other BINARYs that is their type.
 */
#include "front/sema.h"

static const tp_type *type_at(const tp_sema *s, tp_type_id t) {
  return tp_type_get(&s->p->types, t);
}

tp_type_id tp_sema_decay(tp_sema *s, tp_type_id t) {
  const tp_type *type = type_at(s, t);
  if (type->kind == TP_T_ARRAY)
    return tp_type_pointer(&s->p->types, type->base);
  if (type->kind == TP_T_FUNCTION)
    return tp_type_pointer(&s->p->types, t);
  return t;
}

tp_type_id tp_sema_rvalue(tp_sema *s, tp_node_id n) {
  tp_type_id t = tp_sema_decay(s, tp_sema_at(s, n)->type);
  return type_at(s, t)->unqualified;
}

/* The declaration of which n designates a part; 0 if it is reached otherwise.*/
static tp_decl_id root_decl(const tp_sema *s, tp_node_id n) {
  for (;;) {
    const tp_node *node = tp_node_get(s->p, n);
    if (node->kind == TP_N_NAME)
      return node->ref;
    bool is_part =
        node->kind == TP_N_MEMBER ||
        (node->kind == TP_N_INDEX &&
         type_at(s, tp_node_get(s->p, node->first)->type)->kind == TP_T_ARRAY);
    if (!is_part)
      return 0;
    n = node->first;
  }
}

void tp_sema_take_address(tp_sema *s, tp_node_id n) {
  tp_decl_id decl = root_decl(s, n);
  if (decl)
    s->p->decls.at[decl].address_taken = 1;
}

tp_type_id tp_sema_use(tp_sema *s, tp_node_id n) {
  uint8_t kind = type_at(s, tp_sema_at(s, n)->type)->kind;
  if (kind == TP_T_ARRAY || kind == TP_T_FUNCTION)
    tp_sema_take_address(s, n);
  return tp_sema_rvalue(s, n);
}

/* The expression that a block's value is; 0 if it has none. */
tp_node_id tp_sema_last_value(const tp_sema *s, tp_node_id block) {
  tp_node_id last = 0;
  TP_KIDS (s->p, block, kid)
    last = kid;
  while (last && tp_node_get(s->p, last)->kind == TP_N_LABEL)
    last = tp_node_get(s->p, last)->first;
  if (!last || tp_node_get(s->p, last)->kind != TP_N_EXPR)
    return 0;
  return tp_node_get(s->p, last)->first;
}

/* The bit-field whose value n is: its width decides the promotion, also when
 * it comes by an assignment or a comma. Where gcc and clang disagree (x.f++,
 * ({ x.f; })) *is_unclear is set. */
static const tp_field *bitfield(const tp_sema *s, tp_node_id n,
                                bool *is_unclear) {
  for (;;) {
    const tp_node *node = tp_node_get(s->p, n);
    switch (node->kind) {
    case TP_N_MEMBER:
      return node->flags & TP_F_BITFIELD ? &s->p->types.fields.at[node->ref]
                                         : NULL;
    case TP_N_INCDEC:
      *is_unclear |= (node->flags & TP_F_POSTFIX) != 0;
      n = node->first;
      break;
    case TP_N_ASSIGN:
    case TP_N_GENERIC:
      n = node->first;
      break;
    case TP_N_COMMA:
      n = tp_node_get(s->p, node->first)->next;
      break;
    case TP_N_STMT_EXPR:
      *is_unclear = true;
      n = tp_sema_last_value(s, node->first);
      if (!n)
        return NULL;
      break;
    default:
      return NULL;
    }
  }
}

/* gcc computes with bit-fields wider than int in their own width, clang in
 * their declared type: such results are not modelled. */
static tp_type_id promoted_bits(const tp_sema *s, const tp_field *field,
                                tp_type_id t, bool is_unclear) {
  const tp_types *types = &s->p->types;
  tp_type_id bits = tp_type_promote_bits(types, t, field->bit_width);
  bool is_wide = field->bit_width > 32 && field->bit_width < 64;
  if (is_wide || (is_unclear && bits != tp_type_promote(types, t)))
    return TP_TYPE_UNKNOWN;
  return bits;
}

tp_type_id tp_sema_promoted(tp_sema *s, tp_node_id n) {
  tp_type_id t = tp_sema_use(s, n);
  bool is_unclear = false;
  const tp_field *field = bitfield(s, n, &is_unclear);
  return field ? promoted_bits(s, field, t, is_unclear)
               : tp_type_promote(&s->p->types, t);
}

/* ---- Which operator ---- */

static const struct {
  const char *text;
  uint8_t op;
} operators[] = {
    {"+", TP_OP_ADD},  {"-", TP_OP_SUB},     {"*", TP_OP_MUL},
    {"/", TP_OP_DIV},  {"%", TP_OP_MOD},     {"<<", TP_OP_SHL},
    {">>", TP_OP_SHR}, {"&", TP_OP_AND},     {"|", TP_OP_OR},
    {"^", TP_OP_XOR},  {"<", TP_OP_LT},      {">", TP_OP_GT},
    {"<=", TP_OP_LE},  {">=", TP_OP_GE},     {"==", TP_OP_EQ},
    {"!=", TP_OP_NE},  {"&&", TP_OP_LOGAND}, {"||", TP_OP_LOGOR},
};

static tp_op operator_of(const char *text, uint32_t n) {
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
    if (strlen(operators[i].text) == n &&
        memcmp(operators[i].text, text, n) == 0)
      return operators[i].op;
  return TP_OP_NONE;
}

/* The token of the operator of a tree node; 0 if there is none. */
static tp_tok operator_token(const tp_sema *s, uint32_t tree) {
  uint32_t kid = tp_tree_kid(s->tree, tree, FIELD_OPERATOR);
  return kid ? tp_sema_tree(s, kid)->begin : 0;
}

static tp_op operator_in(const tp_sema *s, tp_tok token) {
  const tp_token *t = tp_tok_at(&s->tokens, token);
  uint32_t n = t->end - t->begin;
  if (t->kind == TOK_ASSIGN)
    n--; /* += is + */
  return operator_of(s->tokens.text + t->begin, n);
}

/* ---- Binary ---- */

static bool is_null(const tp_sema *s, tp_node_id n) {
  const tp_node *node = tp_node_get(s->p, n);
  if (node->kind == TP_N_CAST && type_at(s, node->type)->kind == TP_T_POINTER &&
      type_at(s, type_at(s, node->type)->base)->kind == TP_T_VOID)
    node = tp_node_get(s->p, node->first);
  return node->kind == TP_N_INT && s->p->ints.at[node->ref] == 0;
}

/* The type in which `a op b` is computed. */
static tp_type_id operation_type(tp_sema *s, tp_op op, tp_node_id a,
                                 tp_node_id b) {
  tp_type_id ta = tp_sema_promoted(s, a), tb = tp_sema_promoted(s, b);
  bool is_pa = type_at(s, ta)->kind == TP_T_POINTER;
  bool is_pb = type_at(s, tb)->kind == TP_T_POINTER;
  bool is_compare = op >= TP_OP_LT && op <= TP_OP_NE;
  if (ta == TP_TYPE_UNKNOWN || tb == TP_TYPE_UNKNOWN)
    return TP_TYPE_UNKNOWN;
  if (op == TP_OP_SHL || op == TP_OP_SHR)
    return tp_type_is_integer(&s->p->types, tb) ? ta : TP_TYPE_UNKNOWN;
  if (is_pa && is_pb)
    return op == TP_OP_SUB ? TP_TYPE_LONG
           : is_compare    ? (is_null(s, a) ? tb : ta)
                           : TP_TYPE_UNKNOWN;
  if (is_pa || is_pb) {
    bool is_moved = op == TP_OP_ADD || (op == TP_OP_SUB && is_pa);
    return is_compare || is_moved ? (is_pa ? ta : tb) : TP_TYPE_UNKNOWN;
  }
  return tp_type_arithmetic(&s->p->types, ta, tb);
}

tp_node_id tp_sema_binary(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_tok token = operator_token(s, f->tree);
  tp_node_id kids[2] = {tp_sema_part(s, f, FIELD_LEFT),
                        tp_sema_part(s, f, FIELD_RIGHT)};
  tp_op op = token ? operator_in(s, token) : TP_OP_NONE;
  if (!kids[0] || !kids[1] || op == TP_OP_NONE || s->values.n != f->base + 2)
    return tp_sema_broken(s, f);
  bool is_logical = op == TP_OP_LOGAND || op == TP_OP_LOGOR;
  bool is_compare = op >= TP_OP_LT && op <= TP_OP_NE;
  tp_type_id type = TP_TYPE_INT;
  if (is_logical) {
    tp_sema_use(s, kids[0]);
    tp_sema_use(s, kids[1]);
  } else
    type = operation_type(s, op, kids[0], kids[1]);
  tp_node_id node =
      tp_sema_node(s, is_logical ? TP_N_LOGICAL : TP_N_BINARY,
                   is_compare ? TP_TYPE_INT : type, tree.begin, tree.last);
  /* The vector types compare element by element. */
  if (is_compare && type_at(s, type)->kind == TP_T_OTHER &&
      tp_sema_rvalue(s, kids[0]) == tp_sema_rvalue(s, kids[1]) &&
      type != TP_TYPE_LDOUBLE)
    tp_sema_at(s, node)->type = TP_TYPE_UNKNOWN;
  tp_sema_at(s, node)->op = (uint8_t)op;
  tp_sema_at(s, node)->extra = type;
  tp_sema_set_kids(s, node, kids, 2);
  return node;
}

tp_node_id tp_sema_assignment(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_tok token = operator_token(s, f->tree);
  tp_node_id kids[2] = {tp_sema_part(s, f, FIELD_LEFT),
                        tp_sema_part(s, f, FIELD_RIGHT)};
  if (!kids[0] || !kids[1] || !token || s->values.n != f->base + 2)
    return tp_sema_broken(s, f);
  bool is_plain = tp_tok_is(&s->tokens, token, "=");
  tp_op op = is_plain ? TP_OP_ASSIGN : operator_in(s, token);
  tp_type_id done_in = is_plain ? tp_sema_use(s, kids[1])
                                : operation_type(s, op, kids[0], kids[1]);
  tp_node_id node = tp_sema_node(s, TP_N_ASSIGN, tp_sema_rvalue(s, kids[0]),
                                 tree.begin, tree.last);
  tp_sema_at(s, node)->op = (uint8_t)op;
  tp_sema_at(s, node)->extra = done_in;
  tp_sema_set_kids(s, node, kids, 2);
  return node;
}

/* ---- Unary ---- */

tp_node_id tp_sema_unary(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id kid = tp_sema_part(s, f, FIELD_ARGUMENT);
  const tp_token *token = tp_tok_at(&s->tokens, tree.begin);
  tp_op op = TP_OP_NONE;
  if (!kid || s->values.n != f->base + 1 || token->kind != TOK_OP)
    return tp_sema_broken(s, f); /* __real__, __imag__ too */
  switch (s->tokens.text[token->begin]) {
  case '!':
    op = TP_OP_NOT;
    break;
  case '~':
    op = TP_OP_BITNOT;
    break;
  case '-':
    op = TP_OP_NEG;
    break;
  case '+':
    op = TP_OP_PLUS;
    break;
  default:
    return tp_sema_broken(s, f);
  }
  tp_type_id type = tp_sema_promoted(s, kid);
  if (op == TP_OP_NOT)
    type = TP_TYPE_INT;
  tp_node_id node = tp_sema_node(s, TP_N_UNARY, type, tree.begin, tree.last);
  tp_sema_at(s, node)->op = (uint8_t)op;
  tp_sema_set_kids(s, node, &kid, 1);
  return node;
}

tp_node_id tp_sema_update(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_tok token = operator_token(s, f->tree);
  tp_node_id kid = tp_sema_part(s, f, FIELD_ARGUMENT);
  if (!kid || !token || s->values.n != f->base + 1)
    return tp_sema_broken(s, f);
  bool is_prefix = token == tree.begin;
  tp_type_id type = tp_sema_rvalue(s, kid);
  tp_type_id done_in = tp_sema_promoted(s, kid);
  if (type_at(s, done_in)->kind != TP_T_POINTER)
    done_in = tp_type_arithmetic(&s->p->types, done_in, TP_TYPE_INT);
  tp_node_id node = tp_sema_node(s, TP_N_INCDEC, type, tree.begin, tree.last);
  tp_sema_at(s, node)->op =
      tp_tok_is(&s->tokens, token, "++") ? TP_OP_ADD : TP_OP_SUB;
  tp_sema_at(s, node)->extra = done_in;
  if (!is_prefix)
    tp_sema_at(s, node)->flags |= TP_F_POSTFIX;
  tp_sema_set_kids(s, node, &kid, 1);
  return node;
}

/* ---- ?: ---- */

/* C11 6.5.15: pointers of two kinds; qualifiers of both pointees. */
static tp_type_id common_pointer(tp_sema *s, tp_type_id a, tp_type_id b) {
  const tp_type *pa = type_at(s, type_at(s, a)->base);
  const tp_type *pb = type_at(s, type_at(s, b)->base);
  bool is_const = pa->is_const || pb->is_const;
  bool is_volatile = pa->is_volatile || pb->is_volatile;
  tp_type_id to = pa->kind == TP_T_VOID ? pa->unqualified : pb->unqualified;
  if (pa->kind != TP_T_VOID && pb->kind != TP_T_VOID)
    to = pa->unqualified;
  else
    to = TP_TYPE_VOID;
  if (pa->kind == TP_T_ARRAY && !pa->is_complete && pb->kind == TP_T_ARRAY)
    to = pb->unqualified;
  return tp_type_pointer(
      &s->p->types,
      tp_type_qualified(&s->p->types, to, is_const, is_volatile, false));
}

static tp_type_id chosen_type(tp_sema *s, tp_node_id a, tp_node_id b) {
  tp_type_id ra = tp_sema_use(s, a), rb = tp_sema_use(s, b);
  tp_type_id ta = tp_sema_promoted(s, a), tb = tp_sema_promoted(s, b);
  bool is_pa = type_at(s, ta)->kind == TP_T_POINTER;
  bool is_pb = type_at(s, tb)->kind == TP_T_POINTER;
  if (type_at(s, ra)->kind == TP_T_VOID || type_at(s, rb)->kind == TP_T_VOID)
    return TP_TYPE_VOID;
  if (ta == TP_TYPE_UNKNOWN || tb == TP_TYPE_UNKNOWN)
    return TP_TYPE_UNKNOWN;
  if (is_pa && is_pb) {
    if (is_null(s, b))
      return ta;
    return is_null(s, a) ? tb : common_pointer(s, ta, tb);
  }
  if (is_pa || is_pb)
    return is_pa ? ta : tb;
  if (type_at(s, ra)->kind == TP_T_RECORD)
    return ra == rb ? ra : TP_TYPE_UNKNOWN;
  return tp_type_arithmetic(&s->p->types, ta, tb);
}

tp_node_id tp_sema_conditional(tp_sema *s, const tp_build_frame *f) {
  tp_tree_node tree = *tp_sema_tree(s, f->tree);
  tp_node_id condition = tp_sema_part(s, f, FIELD_CONDITION);
  tp_node_id yes = tp_sema_part(s, f, FIELD_CONSEQUENCE);
  tp_node_id no = tp_sema_part(s, f, FIELD_ALTERNATIVE);
  if (!condition || !no || s->values.n != f->base + (yes ? 3 : 2))
    return tp_sema_broken(s, f);
  tp_sema_use(s, condition);
  tp_type_id type = chosen_type(s, yes ? yes : condition, no);
  tp_node_id node = tp_sema_node(s, TP_N_COND, type, tree.begin, tree.last);
  if (!yes)
    tp_sema_at(s, node)->flags |= TP_F_ELVIS;
  tp_sema_set_values(s, node, f->base);
  return node;
}
