/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shapes of statements, and of what else can begin an item. */
#include "front/shaper.h"

/* The colon of `case ...`: not one of a ?: in it. */
static tp_tok find_colon(tp_shaper *s, tp_tok i) {
  uint32_t questions = 0;
  for (; i < s->to; i++) {
    uint8_t kind = tp_shaper_kind(s, i);
    if (kind == TOK_LPAREN || kind == TOK_LBRACKET || kind == TOK_LBRACE)
      i = tp_tok_at(s->t, i)->aux;
    else if (kind == TOK_QUESTION)
      questions++;
    else if (kind == TOK_COLON && questions-- == 0)
      return i;
    else if (kind == TOK_SEMI || kind == TOK_RBRACE)
      return s->i;
  }
  return s->i;
}

/* Behind a label a statement follows, if need be an empty one. */
static void end_label(tp_shaper *s) {
  if (tp_shaper_kind(s, s->i) == TOK_COLON)
    tp_shaper_show_same(s);
  if (tp_shaper_kind(s, tp_shaper_skip_hidden(s, s->i)) == TOK_RBRACE && s->i)
    tp_shaper_put(s, s->i - 1, ";");
}

static void case_label(tp_shaper *s) {
  tp_tok colon = find_colon(s, s->i + 1);
  if (colon == s->i) {
    tp_shaper_show(s, "@");
    return;
  }
  tp_shaper_show_group(s, colon - 1, "x");
  end_label(s);
}

/* A keyword, then a value in parentheses, then a statement. */
static void headed(tp_shaper *s, const char *word, uint8_t kind) {
  tp_shaper_show(s, word);
  if (tp_shaper_kind(s, s->i) != TOK_LPAREN)
    return;
  tp_shaper_show_same(s);
  tp_shaper_push(s, kind, kind == IN_FOR ? AT_START : AT_EXPR);
  tp_shaper_top(s)->restarts = 1;
}

static void goto_statement(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  f->state = AT_EXPR;
  if (tp_shaper_kind(s, s->i + 1) == TOK_STAR) {
    tp_shaper_show(s, "return");
    tp_shaper_hide(s);
    return;
  }
  tp_shaper_show(s, "goto");
  if (tp_shaper_kind(s, s->i) == TOK_IDENT)
    tp_shaper_show(s, "x");
}

/* asm ( ... ) as a statement: one opaque value. */
static void asm_statement(tp_shaper *s) {
  tp_tok last = s->i;
  while (tp_shaper_kind(s, last + 1) == TOK_VOLATILE ||
         tp_shaper_kind(s, last + 1) == TOK_GOTO ||
         tp_shaper_kind(s, last + 1) == TOK_INLINE)
    last++;
  if (tp_shaper_kind(s, last + 1) == TOK_LPAREN)
    last = tp_tok_at(s->t, last + 1)->aux;
  tp_shaper_top(s)->state = AT_EXPR;
  tp_shaper_show_group(s, last, "0");
}

/* Declarations that declare nothing we need: an empty statement. */
static void skip_statement(tp_shaper *s) {
  while (tp_shaper_kind(s, s->i) != TOK_SEMI &&
         tp_shaper_kind(s, s->i) != TOK_END) {
    if (tp_shaper_kind(s, s->i) == TOK_LPAREN) {
      tp_tok last = tp_tok_at(s->t, s->i)->aux;
      while (s->i < last && s->i < s->to)
        tp_shaper_hide(s);
    }
    if (tp_shaper_kind(s, s->i) != TOK_END)
      tp_shaper_hide(s);
  }
}

static void simple_statement(tp_shaper *s, const char *word) {
  tp_shaper_top(s)->state = AT_EXPR;
  tp_shaper_show(s, word);
}

static bool statement_keyword(tp_shaper *s) {
  switch (tp_shaper_kind(s, s->i)) {
  case TOK_IF:
    headed(s, "if", IN_VALUE);
    return true;
  case TOK_WHILE:
  case TOK_SWITCH:
    headed(s, "while", IN_VALUE);
    return true;
  case TOK_FOR:
    headed(s, "for", IN_FOR);
    return true;
  case TOK_ELSE:
    tp_shaper_show(s, "else");
    return true;
  case TOK_DO:
    tp_shaper_show(s, "do");
    return true;
  case TOK_CASE:
    case_label(s);
    return true;
  case TOK_DEFAULT:
    tp_shaper_show(s, "x");
    end_label(s);
    return true;
  case TOK_RETURN:
    simple_statement(s, "return");
    return true;
  case TOK_BREAK:
    simple_statement(s, "break");
    return true;
  case TOK_CONTINUE:
    simple_statement(s, "continue");
    return true;
  case TOK_GOTO:
    goto_statement(s);
    return true;
  case TOK_ASM:
    asm_statement(s);
    return true;
  case TOK_LOCAL_LABEL:
  case TOK_STATIC_ASSERT:
    skip_statement(s);
    return true;
  default:
    return false;
  }
}

static void start_statement(tp_shaper *s) {
  uint8_t kind = tp_shaper_kind(s, s->i);
  if (kind == TOK_IDENT && tp_shaper_kind(s, s->i + 1) == TOK_COLON) {
    tp_shaper_show(s, "x");
    end_label(s);
  } else if (kind == TOK_EXTENSION)
    tp_shaper_hide(s);
  else if (kind == TOK_ATTRIBUTE)
    tp_shaper_hide_group(s);
  else if (tp_shaper_starts_type(s, s->i))
    tp_shaper_top(s)->state = AT_SPEC;
  else if (kind == TOK_LBRACE && tp_shaper_top(s)->kind == IN_BLOCK) {
    tp_shaper_show_same(s);
    tp_shaper_push(s, IN_BLOCK, AT_START);
  } else if (kind == TOK_RBRACE || kind == TOK_RPAREN)
    tp_shaper_close(s);
  else if (kind == TOK_SEMI)
    tp_shaper_show_same(s);
  else if (!statement_keyword(s))
    tp_shaper_top(s)->state = AT_EXPR;
}

/* The start of a member or an external declaration. */
static void start_declaration(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  uint8_t kind = tp_shaper_kind(s, s->i);
  if (kind == TOK_STATIC_ASSERT || (kind == TOK_ASM && f->kind == IN_FILE)) {
    skip_statement(s);
    if (tp_shaper_kind(s, s->i) == TOK_SEMI)
      tp_shaper_hide(s);
    s->is_done = f->kind == IN_FILE;
  } else if (kind == TOK_SEMI) {
    tp_shaper_hide(s);
    s->is_done = f->kind == IN_FILE;
  } else if (kind == TOK_RBRACE)
    tp_shaper_close(s);
  else if (kind == TOK_LBRACE && f->is_knr)
    tp_shaper_body(s);
  else
    f->state = AT_SPEC;
}

static void start_parameter(tp_shaper *s) {
  if (tp_shaper_kind(s, s->i) == TOK_RPAREN)
    tp_shaper_close(s);
  else if (tp_shaper_kind(s, s->i) == TOK_ELLIPSIS)
    tp_shaper_show_same(s);
  else if (tp_shaper_kind(s, s->i) == TOK_COMMA)
    tp_shaper_show_same(s);
  else
    tp_shaper_top(s)->state = AT_SPEC;
}

void tp_shaper_start(tp_shaper *s) {
  switch (tp_shaper_top(s)->kind) {
  case IN_BLOCK:
  case IN_FOR:
    start_statement(s);
    break;
  case IN_FILE:
  case IN_RECORD:
    start_declaration(s);
    break;
  case IN_PARAMS:
  case IN_TYPENAME:
    start_parameter(s);
    break;
  case IN_ENUM:
    if (tp_shaper_is_group_word(tp_shaper_kind(s, s->i)))
      tp_shaper_hide_group(s);
    else if (tp_shaper_kind(s, s->i) == TOK_IDENT) {
      tp_shaper_declare(s, s->i, false);
      tp_shaper_show(s, "x");
    } else
      tp_shaper_value_punctuation(s);
    if (s->last_kind == TOK_ASSIGN)
      tp_shaper_top(s)->state = AT_EXPR;
    break;
  default:
    tp_shaper_top(s)->state = AT_EXPR;
  }
}
