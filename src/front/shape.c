/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tokens to a shape (see shape.h): a pushdown automaton over the tokens.
 *
 * A frame for each open bracket says what is inside: statements, members,
 * parameters, an expression ... and where in an item (declaration, statement)
 * we are: at its start, in its specifiers, in a declarator, in an expression.
 * That is enough to know of each name whether it declares, names a type or is
 * an operand. Names that become or stop being typedefs inside the piece are
 * kept in an overlay that is undone when their block ends.
 * Any text has a shape; text that is no C gets one that does not parse.
 */
#include "front/shaper.h"

/* ---- Writing ---- */

void tp_shaper_put(tp_shaper *s, tp_tok token, const char *word) {
  uint32_t n = (uint32_t)strlen(word), from = s->out->token_at.n;
  VEC_RESIZE(&s->out->token_at, from + n + 1);
  for (uint32_t k = 0; k <= n; k++)
    s->out->token_at.at[from + k] = token;
  tp_str_addn(&s->out->text, word, n);
  tp_str_addc(&s->out->text, ' ');
}

/* The next token stands as `word` in the shape. */
void tp_shaper_show(tp_shaper *s, const char *word) {
  tp_token *token = &s->t->at.at[s->i];
  token->flags &= (uint8_t) ~(TOK_F_HIDDEN | TOK_F_TYPE | TOK_F_GROUP);
  s->last_kind = token->kind;
  s->closed_a_cast = false;
  tp_shaper_put(s, s->i++, word);
}

void tp_shaper_hide(tp_shaper *s) {
  s->t->at.at[s->i++].flags |= TOK_F_HIDDEN;
}

/* All tokens up to `last` stand as one word. */
void tp_shaper_show_group(tp_shaper *s, tp_tok last, const char *word) {
  tp_tok first = s->i;
  tp_shaper_show(s, word);
  s->t->at.at[first].flags |= TOK_F_GROUP;
  if (last > first) {
    s->t->at.at[first].aux = last;
    s->last_kind = TOK_RPAREN;
    s->i = last + 1;
  } else
    s->t->at.at[first].aux = first;
}

/* As written. */
void tp_shaper_show_same(tp_shaper *s) {
  const tp_token *token = tp_tok_at(s->t, s->i);
  char word[4] = {0};
  uint32_t n = token->end - token->begin;
  if (token->kind == TOK_JUNK || n > 3) {
    tp_shaper_show(s, "@");
    return;
  }
  memcpy(word, s->t->text + token->begin, n);
  static const char *const brackets[] = {"(", ")", "[", "]", "{", "}"};
  bool is_bracket = token->kind >= TOK_LPAREN && token->kind <= TOK_RBRACE;
  tp_shaper_show(s, is_bracket ? brackets[token->kind - TOK_LPAREN] : word);
}

void tp_shaper_hide_group(tp_shaper *s) {
  tp_tok last = s->i;
  while (tp_shaper_kind(s, last + 1) == TOK_VOLATILE ||
         tp_shaper_kind(s, last + 1) == TOK_GOTO ||
         tp_shaper_kind(s, last + 1) == TOK_INLINE)
    last++;
  if (tp_shaper_kind(s, last + 1) == TOK_LPAREN)
    last = tp_tok_at(s->t, last + 1)->aux;
  while (s->i <= last && s->i < s->to)
    tp_shaper_hide(s);
}

/* ---- Looking ---- */

/* Behind attributes and the like that begin at i. */
tp_tok tp_shaper_skip_hidden(const tp_shaper *s, tp_tok i) {
  for (;;) {
    uint8_t kind = tp_shaper_kind(s, i);
    if (kind == TOK_EXTENSION)
      i++;
    else if (tp_shaper_is_group_word(kind) &&
             tp_shaper_kind(s, i + 1) == TOK_LPAREN)
      i = tp_tok_at(s->t, i + 1)->aux + 1;
    else
      return i;
  }
}

bool tp_shaper_is_typedef(tp_shaper *s, tp_tok i) {
  if (tp_shaper_kind(s, i) != TOK_IDENT)
    return false;
  tp_name name = tp_tok_at(s->t, i)->aux;
  const uint32_t *local = tp_map_get(&s->overlay, name);
  if (local && *local)
    return *local == 1;
  return s->is_typedef(s->state, name);
}

bool tp_shaper_starts_type(tp_shaper *s, tp_tok i) {
  i = tp_shaper_skip_hidden(s, i);
  uint8_t kind = tp_shaper_kind(s, i);
  return (kind >= TOK_TYPEDEF && kind <= TOK_ENUM) ||
         tp_shaper_is_typedef(s, i);
}

/* ---- Frames and names ---- */

void tp_shaper_push(tp_shaper *s, uint8_t kind, uint8_t state) {
  VEC_PUSH(&s->frames,
           (tp_shape_frame){.kind = kind, .state = state, .undo = s->log.n});
}

void tp_shaper_declare(tp_shaper *s, tp_tok i, bool as_typedef) {
  tp_name name = tp_tok_at(s->t, i)->aux;
  if (!as_typedef && !tp_shaper_is_typedef(s, i))
    return;
  bool is_new;
  uint32_t *value = tp_map_put(&s->overlay, name, &is_new);
  VEC_PUSH(&s->log, (tp_shape_change){name, *value});
  *value = as_typedef ? 1 : 2;
}

static void undo(tp_shaper *s, uint32_t to) {
  while (s->log.n > to) {
    tp_shape_change c = VEC_POP(&s->log);
    bool is_new;
    *tp_map_put(&s->overlay, c.name, &is_new) = c.before;
  }
}

void tp_shaper_start_item(tp_shape_frame *f) {
  f->state = AT_START;
  f->type_seen = f->name_seen = f->is_typedef = f->in_decl = 0;
}

/* ; at the level of items. */
void tp_shaper_end_item(tp_shaper *s) {
  tp_shape_frame *f = tp_shaper_top(s);
  if (f->kind == IN_FILE && !f->is_knr)
    s->is_done = true;
  tp_shaper_start_item(f);
}

/* Whether the parameters that close here belong to a function's body. */
static bool opens_body(tp_shaper *s) {
  uint8_t kind = tp_shaper_kind(s, tp_shaper_skip_hidden(s, s->i));
  return kind == TOK_LBRACE;
}

/* A closing bracket: back to what surrounds it. */
void tp_shaper_close(tp_shaper *s) {
  uint8_t closer = tp_shaper_kind(s, s->i);
  if (s->frames.n == 1) {
    tp_shaper_show_same(s);
    if (closer == TOK_RBRACE && s->mode == TP_SHAPE_FILE)
      s->is_done = true;
    return;
  }
  tp_shaper_show_same(s);
  tp_shape_frame was = VEC_POP(&s->frames);
  tp_shape_frame *f = tp_shaper_top(s);
  bool keeps_names =
      was.kind == IN_GROUP || (was.kind == IN_PARAMS && opens_body(s));
  if (!keeps_names)
    undo(s, was.undo);
  if (was.kind == IN_PARAMS || was.kind == IN_GROUP)
    f->name_seen = 1;
  else if (was.kind == IN_RECORD || was.kind == IN_ENUM)
    f->type_seen = 1;
  else if (was.kind == IN_TYPENAME)
    s->closed_a_cast = !was.is_operand;
  else if (was.kind == IN_BLOCK && f->kind == IN_FILE)
    s->is_done = true;
  if (was.restarts || (was.kind == IN_BLOCK && f->kind == IN_BLOCK))
    tp_shaper_start_item(f);
}

static void step(tp_shaper *s) {
  switch (tp_shaper_top(s)->state) {
  case AT_START:
    tp_shaper_start(s);
    break;
  case AT_SPEC:
    tp_shaper_specifier(s);
    break;
  case AT_DECL:
    tp_shaper_declarator(s);
    break;
  default:
    tp_shaper_value(s);
  }
}

tp_tok tp_shape_make(tp_shape *out, tp_tokens *t, tp_tok from, tp_tok to,
                     tp_shape_mode mode, tp_is_typedef is_typedef,
                     void *state) {
  tp_shaper s = {.out = out,
                 .t = t,
                 .i = from,
                 .to = to,
                 .is_typedef = is_typedef,
                 .state = state,
                 .mode = mode};
  VEC_CLEAR(&out->text);
  VEC_CLEAR(&out->token_at);
  if (mode != TP_SHAPE_FILE)
    tp_shaper_put(&s, from,
                  mode == TP_SHAPE_TYPE ? "int x = sizeof (" : "int x = (");
  tp_shaper_push(&s, mode == TP_SHAPE_TYPE ? IN_TYPENAME : IN_FILE,
                 mode == TP_SHAPE_VALUE ? AT_EXPR : AT_START);
  while (!s.is_done && s.i < to)
    step(&s);
  if (mode != TP_SHAPE_FILE)
    tp_shaper_put(&s, to - 1, ") ;");
  VEC_FREE(&s.frames);
  VEC_FREE(&s.log);
  tp_map_free(&s.overlay);
  return s.i;
}

void tp_shape_free(tp_shape *s) {
  tp_str_free(&s->text);
  VEC_FREE(&s->token_at);
}
