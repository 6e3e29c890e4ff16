/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words before a declarator: which type they name, which storage they ask
 * for; and attributes, wherever they stand.
 *
 * The words are read from the tokens (the shape has one `int` for them all);
 * only the bodies of structs and enums come from the tree.
 */
#include "front/sema.h"

/* ---- Attributes ---- */

/* aligned, __aligned__: the same attribute. */
static bool is_attribute(const tp_sema *s, tp_tok i, const char *name) {
  const tp_token *token = tp_tok_at(&s->tokens, i);
  const char *text = s->tokens.text + token->begin;
  uint32_t n = token->end - token->begin;
  if (n > 4 && memcmp(text, "__", 2) == 0 && memcmp(text + n - 2, "__", 2) == 0)
    text += 2, n -= 4;
  return n == strlen(name) && memcmp(text, name, n) == 0;
}

/* What linkers take; larger ones are no alignments. */
#define MAX_ALIGN (UINT32_C(1) << 28)

/* The power of two in tokens from .. to-1: a number, an expression, or the
 * alignment of a type; 0 if it is none. */
static uint32_t constant_in(tp_sema *s, tp_tok from, tp_tok to) {
  uint64_t value = 0;
  if (from >= to)
    return 0;
  if (tp_sema_starts_type(s, from))
    return tp_type_get(&s->p->types, tp_sema_type_of(s, from, to))->align;
  tp_node_id node = tp_sema_value_of(s, from, to);
  bool is_power = tp_node_constant(s->p, node, &value) && value &&
                  value <= MAX_ALIGN && (value & (value - 1)) == 0;
  return is_power ? (uint32_t)value : 0;
}

static const struct {
  const char *name;
  tp_type_id type;
} modes[] = {
    {"QI", TP_TYPE_SCHAR},     {"byte", TP_TYPE_SCHAR}, {"HI", TP_TYPE_SHORT},
    {"SI", TP_TYPE_INT},       {"DI", TP_TYPE_LONG},    {"word", TP_TYPE_LONG},
    {"pointer", TP_TYPE_LONG}, {"SF", TP_TYPE_FLOAT},   {"DF", TP_TYPE_DOUBLE},
};

/* A function whose name is the string at i. */
static void expose_text(tp_sema *s, tp_tok i) {
  const tp_token *token = tp_tok_at(&s->tokens, i);
  uint32_t n = token->end - token->begin;
  if (token->kind != TOK_STRING || n < 2)
    return;
  const char *text = s->tokens.text + token->begin;
  tp_sema_expose(s, tp_names_find(s->p->names, text + 1, n - 2));
}

/* i: the attribute's name; its arguments, if any, are in first .. last-1. */
static void read_attribute(tp_sema *s, tp_tok i, tp_tok first, tp_tok last,
                           tp_attributes *out) {
  if (is_attribute(s, i, "packed"))
    out->is_packed = true;
  else if (is_attribute(s, i, "noreturn"))
    out->is_noreturn = true;
  else if (is_attribute(s, i, "section"))
    out->is_placed = true;
  else if (is_attribute(s, i, "cleanup")) {
    out->has_cleanup = true;
    tp_sema_expose_names(s, first, last);
  } else if (is_attribute(s, i, "constructor") ||
             is_attribute(s, i, "destructor") || is_attribute(s, i, "used"))
    out->is_entered = true;
  else if (is_attribute(s, i, "alias") && first < last)
    expose_text(s, first);
  else if (is_attribute(s, i, "vector_size"))
    out->vector_size = constant_in(s, first, last);
  else if (is_attribute(s, i, "aligned")) {
    uint32_t align = first < last ? constant_in(s, first, last) : 16;
    if (align > out->align)
      out->align = align;
  } else if (is_attribute(s, i, "mode"))
    for (size_t k = 0; k < sizeof modes / sizeof *modes; k++)
      if (first < last && is_attribute(s, first, modes[k].name))
        out->mode = modes[k].type;
}

/* ( ( name ( ... ) , name ... ) ) from i to the closing parenthesis `end`. */
static void read_attributes(tp_sema *s, tp_tok i, tp_tok end,
                            tp_attributes *out) {
  for (i += 2; i < end; i++) {
    uint8_t kind = tp_tok_kind(&s->tokens, i);
    if (kind == TOK_COMMA || kind == TOK_LPAREN || kind == TOK_RPAREN)
      continue;
    bool has_arguments = tp_tok_kind(&s->tokens, i + 1) == TOK_LPAREN;
    tp_tok close = has_arguments ? tp_tok_at(&s->tokens, i + 1)->aux : i;
    read_attribute(s, i, has_arguments ? i + 2 : close, close, out);
    i = close;
  }
}

static void read_alignas(tp_sema *s, tp_tok open, tp_attributes *out) {
  uint32_t align = constant_in(s, open + 1, tp_tok_at(&s->tokens, open)->aux);
  if (align > out->align)
    out->align = align;
}

void tp_sema_attributes(tp_sema *s, tp_tok from, tp_tok to,
                        tp_attributes *out) {
  memset(out, 0, sizeof *out);
  for (tp_tok i = from; i < to; i++) {
    uint8_t kind = tp_tok_kind(&s->tokens, i);
    bool has_parens =
        i + 1 < to && tp_tok_kind(&s->tokens, i + 1) == TOK_LPAREN;
    tp_tok close = has_parens ? tp_tok_at(&s->tokens, i + 1)->aux : i;
    if (kind == TOK_LBRACE) {
      i = tp_tok_at(&s->tokens, i)->aux; /* members have their own */
    } else if (kind == TOK_NORETURN) {
      out->is_noreturn = true;
    } else if (kind == TOK_ATTRIBUTE && has_parens) {
      read_attributes(s, i + 1, close, out);
      i = close;
    } else if (kind == TOK_ALIGNAS && has_parens) {
      read_alignas(s, i + 1, out);
      i = close;
    } else if (kind == TOK_ASM && has_parens)
      i = close;
  }
}

void tp_sema_trailing(tp_sema *s, tp_tok last, tp_attributes *out) {
  tp_tok to = last + 1;
  while (tp_tok_at(&s->tokens, to)->flags & TOK_F_HIDDEN)
    to++;
  tp_sema_attributes(s, last + 1, to, out);
}

tp_type_id tp_sema_attributed(tp_sema *s, tp_type_id type,
                              const tp_attributes *a) {
  const tp_types *types = &s->p->types;
  if (a->mode) {
    tp_type_id to = a->mode;
    bool is_unsigned =
        tp_type_is_integer(types, type) && !tp_type_is_signed(types, type);
    if (is_unsigned && tp_type_is_integer(types, to))
      to++; /* the unsigned type follows the signed one */
    type = to;
  }
  if (a->vector_size)
    type = tp_type_other(&s->p->types, a->vector_size, a->vector_size);
  return type;
}

/* ---- Specifiers ---- */

typedef struct words {
  uint8_t of[TOK_GOTO + 1]; /* how often each word occurs */
  tp_type_id type;          /* of a typedef, struct, typeof ... */
  bool has_type;
} words;

static tp_type_id integer_of_words(const uint8_t *of) {
  bool is_unsigned = of[TOK_UNSIGNED] > 0;
  if (of[TOK_KCHAR])
    return is_unsigned      ? TP_TYPE_UCHAR
           : of[TOK_SIGNED] ? TP_TYPE_SCHAR
                            : TP_TYPE_CHAR;
  if (of[TOK_SHORT])
    return is_unsigned ? TP_TYPE_USHORT : TP_TYPE_SHORT;
  if (of[TOK_LONG] > 1)
    return is_unsigned ? TP_TYPE_ULLONG : TP_TYPE_LLONG;
  if (of[TOK_LONG])
    return is_unsigned ? TP_TYPE_ULONG : TP_TYPE_LONG;
  return is_unsigned ? TP_TYPE_UINT : TP_TYPE_INT;
}

static tp_type_id float_of_words(tp_types *types, const uint8_t *of) {
  if (of[TOK_FLOAT] || of[TOK_FLOAT32])
    return of[TOK_FLOAT] ? TP_TYPE_FLOAT : tp_type_other(types, 4, 4);
  if (of[TOK_FLOAT64])
    return tp_type_other(types, 8, 8);
  if (of[TOK_FLOAT16])
    return tp_type_other(types, 2, 2);
  if (of[TOK_FLOAT128] || of[TOK_FLOAT80])
    return tp_type_other(types, 16, 16);
  if (of[TOK_DOUBLE])
    return of[TOK_LONG] ? TP_TYPE_LDOUBLE : TP_TYPE_DOUBLE;
  return 0;
}

static tp_type_id type_of_words(tp_types *types, const words *w) {
  const uint8_t *of = w->of;
  if (w->has_type)
    return w->type;
  tp_type_id number = float_of_words(types, of);
  if (of[TOK_COMPLEX]) {
    const tp_type *part = tp_type_get(types, number ? number : TP_TYPE_DOUBLE);
    return tp_type_other(types, 2 * part->size, part->align);
  }
  if (number)
    return number;
  if (of[TOK_VOID])
    return TP_TYPE_VOID;
  if (of[TOK_BOOL])
    return TP_TYPE_BOOL;
  if (of[TOK_INT128])
    return tp_type_other(types, 16, 16);
  if (of[TOK_VA_LIST])
    return tp_type_array(types, tp_type_other(types, 24, 8), 1, true);
  if (of[TOK_AUTO_TYPE])
    return TP_TYPE_UNKNOWN;
  return integer_of_words(of);
}

/* typeof(...) and _Atomic(...); returns the last token. */
static tp_tok type_group(tp_sema *s, tp_tok i, words *w) {
  const tp_token *token = tp_tok_at(&s->tokens, i);
  tp_tok close = token->aux;
  if (!(token->flags & TOK_F_GROUP) || close < i + 2)
    return i;
  w->has_type = true;
  if (tp_sema_starts_type(s, i + 2))
    w->type = tp_sema_type_of(s, i + 2, close);
  else
    w->type = tp_sema_at(s, tp_sema_value_of(s, i + 2, close))->type;
  return close;
}

/* Reads the word at i; returns the last token it covers. `tree`: the struct
 * or enum of the specifiers. */
static tp_tok read_word(tp_sema *s, tp_tok i, uint32_t tree, words *w) {
  const tp_token *token = tp_tok_at(&s->tokens, i);
  uint8_t kind = token->kind;
  if (w->of[kind] < 2)
    w->of[kind]++;
  if (kind == TOK_TYPEOF)
    return type_group(s, i, w);
  if (kind == TOK_ATOMIC && token->flags & TOK_F_GROUP)
    return type_group(s, i, w);
  if (kind >= TOK_STRUCT && kind <= TOK_ENUM) {
    const tp_tree_node *node = tp_sema_tree(s, tree);
    tp_tok last = node->last;
    w->has_type = true;
    w->type = node->kind == TREE_ENUM     ? tp_sema_enum(s, tree)
              : node->kind == TREE_RECORD ? tp_sema_record(s, tree)
                                          : TP_TYPE_UNKNOWN;
    return last > i ? last : i;
  }
  if (kind == TOK_IDENT && token->flags & TOK_F_TYPE) {
    const tp_entry *e = tp_scope_find(&s->scope, token->aux);
    w->has_type = true;
    w->type = e && e->kind == ENTRY_TYPEDEF ? e->type : TP_TYPE_UNKNOWN;
  } else if ((kind == TOK_ATTRIBUTE || kind == TOK_ALIGNAS) &&
             tp_tok_kind(&s->tokens, i + 1) == TOK_LPAREN)
    return tp_tok_at(&s->tokens, i + 1)->aux;
  return i;
}

tp_tok tp_sema_begin(const tp_sema *s, tp_tok begin) {
  while (begin > s->piece) {
    const tp_token *before = tp_tok_at(&s->tokens, begin - 1);
    if (!(before->flags & TOK_F_HIDDEN) || before->kind == TOK_SEMI)
      break;
    begin--;
  }
  return begin;
}

void tp_sema_specifiers(tp_sema *s, uint32_t tree, tp_tok to,
                        tp_specifiers *out) {
  tp_tok begin = tp_sema_begin(s, tp_sema_tree(s, tree)->begin);
  uint32_t type_node = tp_tree_kid(s->tree, tree, FIELD_TYPE);
  words w = {0};
  tp_attributes a;
  memset(out, 0, sizeof *out);
  for (tp_tok i = begin; i < to; i++)
    i = read_word(s, i, type_node, &w);
  tp_sema_attributes(s, begin, to, &a);
  out->type = tp_sema_attributed(s, type_of_words(&s->p->types, &w), &a);
  out->type = tp_type_qualified(&s->p->types, out->type, w.of[TOK_CONST],
                                w.of[TOK_VOLATILE], w.of[TOK_ATOMIC]);
  out->is_typedef = w.of[TOK_TYPEDEF];
  out->is_static = w.of[TOK_STATIC];
  out->is_extern = w.of[TOK_EXTERN];
  out->is_register = w.of[TOK_REGISTER];
  out->is_thread = w.of[TOK_THREAD];
  out->is_inline = w.of[TOK_INLINE];
  out->is_auto_type = w.of[TOK_AUTO_TYPE];
  out->is_noreturn = a.is_noreturn;
  out->is_entered = a.is_entered;
  out->is_placed = a.is_placed;
  out->is_packed = a.is_packed;
  out->align = a.align;
}
