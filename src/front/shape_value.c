/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of expressions and initialisers. */
#include "front/shaper.h"

static bool ends_operand(const tp_shaper *s) {
  switch (s->last_kind) {
  case TOK_IDENT:
  case TOK_NUMBER:
  case TOK_CHAR:
  case TOK_STRING:
  case TOK_RBRACKET:
  case TOK_RBRACE:
  case TOK_INCDEC:
    return true;
  case TOK_RPAREN:
    return !s->closed_a_cast;
  default:
    return false;
  }
}

static void expression_name(tp_shaper *s) {
  uint8_t next = tp_shaper_kind(s, s->i + 1);
  bool is_member = s->last_kind == TOK_DOT || s->last_kind == TOK_ARROW;
  bool is_old_designator =
      tp_shaper_top(s)->kind == IN_INIT && next == TOK_COLON &&
      (s->last_kind == TOK_LBRACE || s->last_kind == TOK_COMMA);
  /* The grammar wants a name on the left of an assignment; everywhere else a
   * number can't be taken for a type. */
  bool is_target = next == TOK_ASSIGN;
  tp_shaper_show(s, is_member || is_old_designator || is_target ? "x" : "0");
}

static void strings(tp_shaper *s) {
  tp_tok last = s->i;
  while (tp_shaper_kind(s, last + 1) == TOK_STRING)
    last++;
  tp_shaper_show_group(s, last, "0");
  s->last_kind = TOK_STRING;
}

static void open_paren(tp_shaper *s) {
  bool is_operator = s->last_kind == TOK_SIZEOF || s->last_kind == TOK_ALIGNOF;
  tp_tok next = tp_shaper_skip_hidden(s, s->i + 1);
  if (tp_shaper_starts_type(s, next)) {
    tp_shaper_show_same(s);
    tp_shaper_push(s, IN_TYPENAME, AT_START);
    tp_shaper_top(s)->is_operand =
        is_operator && tp_shaper_kind(s, s->i) != TOK_END;
    return;
  }
  tp_shaper_show_same(s);
  tp_shaper_push(s, IN_VALUE, AT_EXPR);
}

static void open_brace(tp_shaper *s) {
  bool is_statements =
      s->last_kind == TOK_LPAREN && tp_shaper_top(s)->kind == IN_VALUE;
  tp_shaper_show_same(s);
  tp_shaper_push(s, is_statements ? IN_BLOCK : IN_INIT,
                 is_statements ? AT_START : AT_EXPR);
}

static void expression_comma(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  tp_shaper_show_same(s);
  if (f->kind == IN_ENUM)
    tp_shaper_start_item(f);
  else if (f->in_decl) {
    f->state = AT_DECL;
    f->name_seen = 0;
  }
}

/* A word with an argument list of its own grammar. */
static void builtin_group(tp_shaper *s) {
  tp_tok last = s->i;
  if (tp_shaper_kind(s, last + 1) == TOK_LPAREN)
    last = tp_tok_at(s->t, last + 1)->aux;
  tp_shaper_show_group(s, last, "0");
}

void tp_shaper_value_punctuation(tp_shaper *s) {
  switch (tp_shaper_kind(s, s->i)) {
  case TOK_LPAREN:
    open_paren(s);
    break;
  case TOK_LBRACKET:
    tp_shaper_show_same(s);
    tp_shaper_push(s, IN_VALUE, AT_EXPR);
    break;
  case TOK_LBRACE:
    open_brace(s);
    break;
  case TOK_RPAREN:
  case TOK_RBRACKET:
  case TOK_RBRACE:
    tp_shaper_close(s);
    break;
  case TOK_COMMA:
    expression_comma(s);
    break;
  case TOK_SEMI:
    tp_shaper_show_same(s);
    tp_shaper_end_item(s);
    break;
  case TOK_ANDAND:
    if (!ends_operand(s) && tp_shaper_kind(s, s->i + 1) == TOK_IDENT)
      tp_shaper_show_group(s, s->i + 1, "0"); /* the address of a label */
    else
      tp_shaper_show_same(s);
    break;
  default:
    tp_shaper_show_same(s);
  }
}

void tp_shaper_value(tp_shaper *s) {
  uint8_t kind = tp_shaper_kind(s, s->i);
  switch (kind) {
  case TOK_IDENT:
    expression_name(s);
    break;
  case TOK_NUMBER:
  case TOK_CHAR:
    tp_shaper_show(s, "0");
    break;
  case TOK_STRING:
    strings(s);
    break;
  case TOK_EXTENSION:
    tp_shaper_hide(s);
    break;
  case TOK_SIZEOF:
  case TOK_ALIGNOF:
    tp_shaper_show(s, "sizeof");
    break;
  case TOK_REALIMAG:
    tp_shaper_show(s, "~");
    break;
  case TOK_GENERIC:
  case TOK_VA_ARG:
  case TOK_OFFSETOF:
  case TOK_COMPATIBLE:
  case TOK_CHOOSE:
    builtin_group(s);
    break;
  default:
    if (kind <= TOK_OP)
      tp_shaper_value_punctuation(s);
    else if (kind >= TOK_TYPEDEF && kind <= TOK_ATOMIC)
      tp_shaper_hide(s); /* int a[static const 3] */
    else
      tp_shaper_show(s, "@");
  }
}
