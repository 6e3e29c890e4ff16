/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of specifiers and declarators. */
#include "front/shaper.h"

/* struct, union, enum with tag and body. */
static void tagged(tp_shaper *s) {
  bool is_enum = tp_shaper_kind(s, s->i) == TOK_ENUM;
  tp_shape_frame *f = tp_shaper_top(s);
  f->type_seen = 1;
  tp_shaper_show(s, is_enum ? "enum" : "struct");
  while (tp_shaper_skip_hidden(s, s->i) != s->i)
    tp_shaper_hide_group(s);
  if (tp_shaper_kind(s, s->i) == TOK_IDENT)
    tp_shaper_show(s, "x");
  while (tp_shaper_skip_hidden(s, s->i) != s->i)
    tp_shaper_hide_group(s);
  if (tp_shaper_kind(s, s->i) == TOK_LBRACE) {
    tp_shaper_show_same(s);
    tp_shaper_push(s, is_enum ? IN_ENUM : IN_RECORD, AT_START);
  }
}

/* A word of which types are made, or a typedef's name. The first one stands
 * for the type. */
static void type_word(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  tp_tok i = s->i;
  uint8_t kind = tp_shaper_kind(s, i);
  if (kind == TOK_TYPEOF || kind == TOK_ATOMIC) {
    tp_tok last = tp_shaper_kind(s, i + 1) == TOK_LPAREN
                      ? tp_tok_at(s->t, i + 1)->aux
                      : i;
    tp_shaper_show_group(s, last, "int");
    s->t->at.at[i].flags |= TOK_F_TYPE;
  } else if (f->type_seen)
    tp_shaper_hide(s);
  else {
    tp_shaper_show(s, "int");
    s->t->at.at[i].flags |= TOK_F_TYPE;
  }
  f->type_seen = 1;
}

/* Specifiers without a type: int is meant. */
static void end_specifiers(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  bool is_old_parameter =
      f->kind == IN_PARAMS && tp_shaper_kind(s, s->i) == TOK_IDENT;
  if (!f->type_seen && !is_old_parameter)
    tp_shaper_put(s, s->i, "int");
  f->type_seen = 1;
  f->state = AT_DECL;
}

void tp_shaper_specifier(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  uint8_t kind = tp_shaper_kind(s, s->i);
  bool is_atomic_of =
      kind == TOK_ATOMIC && tp_shaper_kind(s, s->i + 1) == TOK_LPAREN;
  f->in_decl = 1;
  if (kind == TOK_TYPEDEF)
    f->is_typedef = 1;
  if (kind >= TOK_TYPEDEF && kind <= TOK_ATOMIC && !is_atomic_of)
    tp_shaper_hide(s);
  else if (kind == TOK_EXTENSION)
    tp_shaper_hide(s);
  else if (tp_shaper_is_group_word(kind))
    tp_shaper_hide_group(s);
  else if (kind >= TOK_STRUCT && kind <= TOK_ENUM)
    tagged(s);
  else if (is_atomic_of || (kind >= TOK_VOID && kind <= TOK_TYPEOF))
    type_word(s);
  else if (!f->type_seen && tp_shaper_is_typedef(s, s->i))
    type_word(s);
  else
    end_specifiers(s);
}

/* ( in a declarator: around a part of it, or parameters. */
static void declarator_paren(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  tp_tok next = tp_shaper_skip_hidden(s, s->i + 1);
  uint8_t kind = tp_shaper_kind(s, next);
  bool needs_name = f->kind != IN_PARAMS && f->kind != IN_TYPENAME;
  bool is_name =
      kind == TOK_IDENT && (needs_name || !tp_shaper_is_typedef(s, next));
  bool is_group = !f->name_seen && (kind == TOK_STAR || kind == TOK_LPAREN ||
                                    kind == TOK_LBRACKET || is_name);
  bool is_typedef = f->is_typedef;
  tp_shaper_show_same(s);
  tp_shaper_push(s, is_group ? IN_GROUP : IN_PARAMS,
                 is_group ? AT_DECL : AT_START);
  if (is_group) {
    tp_shaper_top(s)->is_typedef = is_typedef;
    tp_shaper_top(s)->in_decl = 1;
  }
}

static void declarator_name(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  /* Members have a name space of their own. A declarator in parentheses
   * declares for what surrounds it. */
  uint32_t n = s->frames.n;
  while (n > 1 && s->frames.at[n - 1].kind == IN_GROUP)
    n--;
  if (s->frames.at[n - 1].kind != IN_RECORD && !f->name_seen)
    tp_shaper_declare(s, s->i, f->is_typedef);
  f->name_seen = 1;
  tp_shaper_show(s, "x");
}

/* The parameter declarations of an old-style definition begin. */
static bool begins_old_parameters(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  bool is_place = f->kind == IN_FILE || f->kind == IN_BLOCK;
  return is_place && f->name_seen && s->last_kind == TOK_RPAREN &&
         tp_shaper_starts_type(s, s->i);
}

/* *f(a, b) char *a; ... The grammar has no pointers before the name of an
 * old-style definition: they are hidden, see tp_sema_enter_function. */
static bool is_old_pointer(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  tp_tok i = s->i;
  if (f->kind != IN_FILE || f->name_seen || f->is_typedef)
    return false;
  while (tp_shaper_kind(s, i) == TOK_STAR ||
         (tp_shaper_kind(s, i) >= TOK_TYPEDEF &&
          tp_shaper_kind(s, i) <= TOK_ATOMIC))
    i = tp_shaper_skip_hidden(s, i + 1);
  if (tp_shaper_kind(s, i) != TOK_IDENT ||
      tp_shaper_kind(s, i + 1) != TOK_LPAREN)
    return false;
  i = tp_shaper_skip_hidden(s, tp_tok_at(s->t, i + 1)->aux + 1);
  return tp_shaper_starts_type(s, i);
}

static void declarator_comma(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  tp_shaper_show_same(s);
  if (f->kind == IN_PARAMS)
    tp_shaper_start_item(f);
  else
    f->name_seen = 0;
}

void tp_shaper_body(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  bool is_body = f->kind == IN_FILE || f->kind == IN_BLOCK;
  tp_shaper_show_same(s);
  f->is_knr = 0;
  tp_shaper_push(s, is_body ? IN_BLOCK : IN_INIT, is_body ? AT_START : AT_EXPR);
}

static void declarator_punctuation(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  switch (tp_shaper_kind(s, s->i)) {
  case TOK_LPAREN:
    declarator_paren(s);
    break;
  case TOK_LBRACKET:
    tp_shaper_show_same(s);
    f->name_seen = 1;
    tp_shaper_push(s, IN_VALUE, AT_EXPR);
    break;
  case TOK_LBRACE:
    tp_shaper_body(s);
    break;
  case TOK_RPAREN:
  case TOK_RBRACKET:
  case TOK_RBRACE:
    tp_shaper_close(s);
    break;
  case TOK_COMMA:
    declarator_comma(s);
    break;
  case TOK_SEMI:
    tp_shaper_show_same(s);
    tp_shaper_end_item(s);
    break;
  case TOK_COLON: /* a bit-field; the grammar wants a name */
    if (!f->name_seen)
      tp_shaper_put(s, s->i, "x");
    tp_shaper_show_same(s);
    f->state = AT_EXPR;
    break;
  case TOK_ASSIGN:
    tp_shaper_show_same(s);
    f->state = AT_EXPR;
    break;
  default:
    tp_shaper_show_same(s);
  }
}

void tp_shaper_declarator(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  uint8_t kind = tp_shaper_kind(s, s->i);
  if (begins_old_parameters(s)) {
    tp_shaper_start_item(f);
    f->is_knr = 1;
    f->state = AT_SPEC;
  } else if (kind == TOK_STAR && is_old_pointer(s))
    tp_shaper_hide(s);
  else if (kind == TOK_IDENT)
    declarator_name(s);
  else if ((kind >= TOK_TYPEDEF && kind <= TOK_ATOMIC) || kind == TOK_EXTENSION)
    tp_shaper_hide(s);
  else if (tp_shaper_is_group_word(kind) || kind == TOK_ASM)
    tp_shaper_hide_group(s);
  else if (kind <= TOK_OP)
    declarator_punctuation(s);
  else
    tp_shaper_show(s, "@");
}
