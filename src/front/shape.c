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
#include "front/shape.h"

#include "base/map.h"

enum frame_kind {
  IN_FILE,
  IN_BLOCK,
  IN_FOR, /* the head of a for: statements, too */
  IN_RECORD,
  IN_ENUM,
  IN_PARAMS,
  IN_GROUP,    /* a declarator in parentheses */
  IN_TYPENAME, /* of a cast, sizeof, compound literal */
  IN_VALUE,    /* parentheses or brackets in an expression, call arguments */
  IN_INIT      /* initialiser braces */
};

enum item_state { AT_START, AT_SPEC, AT_DECL, AT_EXPR };

typedef struct frame {
  uint8_t kind;
  uint8_t state;
  uint8_t type_seen;  /* the specifiers have a type */
  uint8_t name_seen;  /* the declarator has its name (or place of it) */
  uint8_t is_typedef; /* the item declares types */
  uint8_t in_decl;    /* the item is a declaration */
  uint8_t is_knr;     /* parameter declarations before a function's body */
  uint8_t restarts;   /* a statement follows the closing bracket */
  uint8_t is_operand; /* what closes is a value: sizeof (T) */
  uint32_t undo;      /* length of the overlay's log on entry */
} frame;

typedef struct change {
  tp_name name;
  uint32_t before; /* overlay value */
} change;

typedef struct shaper {
  tp_shape *out;
  tp_tokens *t;
  tp_tok i, to;
  VEC(frame) frames;
  tp_map overlay; /* name: 1 typedef, 2 other; absent or 0: ask the caller */
  VEC(change) log;
  tp_is_typedef is_typedef;
  void *state;
  uint8_t last_kind;  /* of the last token that was not hidden */
  bool closed_a_cast; /* the last token closed the type of a cast */
  bool is_done;
  tp_shape_mode mode;
} shaper;

/* ---- Writing ---- */

static void put(shaper *s, tp_tok token, const char *word) {
  uint32_t n = (uint32_t)strlen(word), from = s->out->token_at.n;
  VEC_RESIZE(&s->out->token_at, from + n + 1);
  for (uint32_t k = 0; k <= n; k++)
    s->out->token_at.at[from + k] = token;
  tp_str_addn(&s->out->text, word, n);
  tp_str_addc(&s->out->text, ' ');
}

/* The next token stands as `word` in the shape. */
static void show(shaper *s, const char *word) {
  tp_token *token = &s->t->at.at[s->i];
  token->flags &= (uint8_t) ~(TOK_F_HIDDEN | TOK_F_TYPE | TOK_F_GROUP);
  s->last_kind = token->kind;
  s->closed_a_cast = false;
  put(s, s->i++, word);
}

static void hide(shaper *s) {
  s->t->at.at[s->i++].flags |= TOK_F_HIDDEN;
}

/* All tokens up to `last` stand as one word. */
static void show_group(shaper *s, tp_tok last, const char *word) {
  tp_tok first = s->i;
  show(s, word);
  s->t->at.at[first].flags |= TOK_F_GROUP;
  if (last > first) {
    s->t->at.at[first].aux = last;
    s->last_kind = TOK_RPAREN;
    s->i = last + 1;
  } else
    s->t->at.at[first].aux = first;
}

/* As written. */
static void show_same(shaper *s) {
  const tp_token *token = tp_tok_at(s->t, s->i);
  char word[4] = {0};
  uint32_t n = token->end - token->begin;
  if (token->kind == TOK_JUNK || n > 3) {
    show(s, "@");
    return;
  }
  memcpy(word, s->t->text + token->begin, n);
  static const char *const brackets[] = {"(", ")", "[", "]", "{", "}"};
  bool is_bracket = token->kind >= TOK_LPAREN && token->kind <= TOK_RBRACE;
  show(s, is_bracket ? brackets[token->kind - TOK_LPAREN] : word);
}

/* ---- Looking ---- */

static uint8_t kind_at(const shaper *s, tp_tok i) {
  return i < s->to ? tp_tok_kind(s->t, i) : TOK_END;
}

static bool is_group_word(uint8_t kind) {
  return kind == TOK_ATTRIBUTE || kind == TOK_ALIGNAS;
}

/* Behind attributes and the like that begin at i. */
static tp_tok skip_hidden(const shaper *s, tp_tok i) {
  for (;;) {
    uint8_t kind = kind_at(s, i);
    if (kind == TOK_EXTENSION)
      i++;
    else if (is_group_word(kind) && kind_at(s, i + 1) == TOK_LPAREN)
      i = tp_tok_at(s->t, i + 1)->aux + 1;
    else
      return i;
  }
}

static bool is_typedef_name(shaper *s, tp_tok i) {
  if (kind_at(s, i) != TOK_IDENT)
    return false;
  tp_name name = tp_tok_at(s->t, i)->aux;
  const uint32_t *local = tp_map_get(&s->overlay, name);
  if (local && *local)
    return *local == 1;
  return s->is_typedef(s->state, name);
}

static bool starts_type(shaper *s, tp_tok i) {
  i = skip_hidden(s, i);
  uint8_t kind = kind_at(s, i);
  return (kind >= TOK_TYPEDEF && kind <= TOK_ENUM) || is_typedef_name(s, i);
}

static frame *top(shaper *s) {
  return &VEC_LAST(&s->frames);
}

/* ---- Frames and names ---- */

static void push(shaper *s, uint8_t kind, uint8_t state) {
  VEC_PUSH(&s->frames, (frame){.kind = kind, .state = state, .undo = s->log.n});
}

static void declare(shaper *s, tp_tok i, bool as_typedef) {
  tp_name name = tp_tok_at(s->t, i)->aux;
  if (!as_typedef && !is_typedef_name(s, i))
    return;
  bool is_new;
  uint32_t *value = tp_map_put(&s->overlay, name, &is_new);
  VEC_PUSH(&s->log, (change){name, *value});
  *value = as_typedef ? 1 : 2;
}

static void undo(shaper *s, uint32_t to) {
  while (s->log.n > to) {
    change c = VEC_POP(&s->log);
    bool is_new;
    *tp_map_put(&s->overlay, c.name, &is_new) = c.before;
  }
}

static void start_item(frame *f) {
  f->state = AT_START;
  f->type_seen = f->name_seen = f->is_typedef = f->in_decl = 0;
}

/* ; at the level of items. */
static void end_item(shaper *s) {
  frame *f = top(s);
  if (f->kind == IN_FILE && !f->is_knr)
    s->is_done = true;
  start_item(f);
}

/* Whether the parameters that close here belong to a function's body. */
static bool opens_body(shaper *s) {
  uint8_t kind = kind_at(s, skip_hidden(s, s->i));
  return kind == TOK_LBRACE;
}

/* A closing bracket: back to what surrounds it. */
static void close(shaper *s) {
  uint8_t closer = kind_at(s, s->i);
  if (s->frames.n == 1) {
    show_same(s);
    if (closer == TOK_RBRACE && s->mode == TP_SHAPE_FILE)
      s->is_done = true;
    return;
  }
  show_same(s);
  frame was = VEC_POP(&s->frames);
  frame *f = top(s);
  if (was.kind != IN_PARAMS || !opens_body(s))
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
    start_item(f);
}

/* ---- Expressions ---- */

static bool ends_operand(const shaper *s) {
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

static void expression_name(shaper *s) {
  uint8_t next = kind_at(s, s->i + 1);
  bool is_member = s->last_kind == TOK_DOT || s->last_kind == TOK_ARROW;
  bool is_old_designator =
      top(s)->kind == IN_INIT && next == TOK_COLON &&
      (s->last_kind == TOK_LBRACE || s->last_kind == TOK_COMMA);
  /* The grammar wants a name on the left of an assignment; everywhere else a
   * number can't be taken for a type. */
  bool is_target = next == TOK_ASSIGN;
  show(s, is_member || is_old_designator || is_target ? "x" : "0");
}

static void strings(shaper *s) {
  tp_tok last = s->i;
  while (kind_at(s, last + 1) == TOK_STRING)
    last++;
  show_group(s, last, "0");
  s->last_kind = TOK_STRING;
}

static void open_paren(shaper *s) {
  bool is_operator = s->last_kind == TOK_SIZEOF || s->last_kind == TOK_ALIGNOF;
  tp_tok next = skip_hidden(s, s->i + 1);
  if (starts_type(s, next)) {
    show_same(s);
    push(s, IN_TYPENAME, AT_START);
    top(s)->is_operand = is_operator && kind_at(s, s->i) != TOK_END;
    return;
  }
  show_same(s);
  push(s, IN_VALUE, AT_EXPR);
}

static void open_brace(shaper *s) {
  bool is_statements = s->last_kind == TOK_LPAREN && top(s)->kind == IN_VALUE;
  show_same(s);
  push(s, is_statements ? IN_BLOCK : IN_INIT,
       is_statements ? AT_START : AT_EXPR);
}

static void expression_comma(shaper *s) {
  frame *f = top(s);
  show_same(s);
  if (f->kind == IN_ENUM)
    start_item(f);
  else if (f->in_decl) {
    f->state = AT_DECL;
    f->name_seen = 0;
  }
}

/* A word with an argument list of its own grammar. */
static void builtin_group(shaper *s) {
  tp_tok last = s->i;
  if (kind_at(s, last + 1) == TOK_LPAREN)
    last = tp_tok_at(s->t, last + 1)->aux;
  show_group(s, last, "0");
}

static void expression_punctuation(shaper *s) {
  switch (kind_at(s, s->i)) {
  case TOK_LPAREN:
    open_paren(s);
    break;
  case TOK_LBRACKET:
    show_same(s);
    push(s, IN_VALUE, AT_EXPR);
    break;
  case TOK_LBRACE:
    open_brace(s);
    break;
  case TOK_RPAREN:
  case TOK_RBRACKET:
  case TOK_RBRACE:
    close(s);
    break;
  case TOK_COMMA:
    expression_comma(s);
    break;
  case TOK_SEMI:
    show_same(s);
    end_item(s);
    break;
  case TOK_ANDAND:
    if (!ends_operand(s) && kind_at(s, s->i + 1) == TOK_IDENT)
      show_group(s, s->i + 1, "0"); /* the address of a label */
    else
      show_same(s);
    break;
  default:
    show_same(s);
  }
}

static void expression_token(shaper *s) {
  uint8_t kind = kind_at(s, s->i);
  switch (kind) {
  case TOK_IDENT:
    expression_name(s);
    break;
  case TOK_NUMBER:
  case TOK_CHAR:
    show(s, "0");
    break;
  case TOK_STRING:
    strings(s);
    break;
  case TOK_EXTENSION:
    hide(s);
    break;
  case TOK_SIZEOF:
  case TOK_ALIGNOF:
    show(s, "sizeof");
    break;
  case TOK_REALIMAG:
    show(s, "~");
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
      expression_punctuation(s);
    else if (kind >= TOK_TYPEDEF && kind <= TOK_ATOMIC)
      hide(s); /* int a[static const 3] */
    else
      show(s, "@");
  }
}

/* ---- Declarations ---- */

static void hide_group(shaper *s) {
  tp_tok last = s->i;
  while (kind_at(s, last + 1) == TOK_VOLATILE ||
         kind_at(s, last + 1) == TOK_GOTO || kind_at(s, last + 1) == TOK_INLINE)
    last++;
  if (kind_at(s, last + 1) == TOK_LPAREN)
    last = tp_tok_at(s->t, last + 1)->aux;
  while (s->i <= last && s->i < s->to)
    hide(s);
}

/* struct, union, enum with tag and body. */
static void tagged(shaper *s) {
  bool is_enum = kind_at(s, s->i) == TOK_ENUM;
  frame *f = top(s);
  f->type_seen = 1;
  show(s, is_enum ? "enum" : "struct");
  while (skip_hidden(s, s->i) != s->i)
    hide_group(s);
  if (kind_at(s, s->i) == TOK_IDENT)
    show(s, "x");
  while (skip_hidden(s, s->i) != s->i)
    hide_group(s);
  if (kind_at(s, s->i) == TOK_LBRACE) {
    show_same(s);
    push(s, is_enum ? IN_ENUM : IN_RECORD, AT_START);
  }
}

/* A word of which types are made, or a typedef's name. The first one stands
 * for the type. */
static void type_word(shaper *s) {
  frame *f = top(s);
  tp_tok i = s->i;
  uint8_t kind = kind_at(s, i);
  if (kind == TOK_TYPEOF || kind == TOK_ATOMIC) {
    tp_tok last =
        kind_at(s, i + 1) == TOK_LPAREN ? tp_tok_at(s->t, i + 1)->aux : i;
    show_group(s, last, "int");
    s->t->at.at[i].flags |= TOK_F_TYPE;
  } else if (f->type_seen)
    hide(s);
  else {
    show(s, "int");
    s->t->at.at[i].flags |= TOK_F_TYPE;
  }
  f->type_seen = 1;
}

/* Specifiers without a type: int is meant. */
static void end_specifiers(shaper *s) {
  frame *f = top(s);
  bool is_old_parameter = f->kind == IN_PARAMS && kind_at(s, s->i) == TOK_IDENT;
  if (!f->type_seen && !is_old_parameter)
    put(s, s->i, "int");
  f->type_seen = 1;
  f->state = AT_DECL;
}

static void specifier_token(shaper *s) {
  frame *f = top(s);
  uint8_t kind = kind_at(s, s->i);
  bool is_atomic_of = kind == TOK_ATOMIC && kind_at(s, s->i + 1) == TOK_LPAREN;
  f->in_decl = 1;
  if (kind == TOK_TYPEDEF)
    f->is_typedef = 1;
  if (kind >= TOK_TYPEDEF && kind <= TOK_ATOMIC && !is_atomic_of)
    hide(s);
  else if (kind == TOK_EXTENSION)
    hide(s);
  else if (is_group_word(kind))
    hide_group(s);
  else if (kind >= TOK_STRUCT && kind <= TOK_ENUM)
    tagged(s);
  else if (is_atomic_of || (kind >= TOK_VOID && kind <= TOK_TYPEOF))
    type_word(s);
  else if (!f->type_seen && is_typedef_name(s, s->i))
    type_word(s);
  else
    end_specifiers(s);
}

/* ( in a declarator: around a part of it, or parameters. */
static void declarator_paren(shaper *s) {
  frame *f = top(s);
  tp_tok next = skip_hidden(s, s->i + 1);
  uint8_t kind = kind_at(s, next);
  bool needs_name = f->kind != IN_PARAMS && f->kind != IN_TYPENAME;
  bool is_name = kind == TOK_IDENT && (needs_name || !is_typedef_name(s, next));
  bool is_group = !f->name_seen && (kind == TOK_STAR || kind == TOK_LPAREN ||
                                    kind == TOK_LBRACKET || is_name);
  bool is_typedef = f->is_typedef;
  show_same(s);
  push(s, is_group ? IN_GROUP : IN_PARAMS, is_group ? AT_DECL : AT_START);
  if (is_group) {
    top(s)->is_typedef = is_typedef;
    top(s)->in_decl = 1;
  }
}

static void declarator_name(shaper *s) {
  frame *f = top(s);
  /* Members have a name space of their own. A declarator in parentheses
   * declares for what surrounds it. */
  uint32_t n = s->frames.n;
  while (n > 1 && s->frames.at[n - 1].kind == IN_GROUP)
    n--;
  if (s->frames.at[n - 1].kind != IN_RECORD && !f->name_seen)
    declare(s, s->i, f->is_typedef);
  f->name_seen = 1;
  show(s, "x");
}

/* The parameter declarations of an old-style definition begin. */
static bool begins_old_parameters(shaper *s) {
  frame *f = top(s);
  bool is_place = f->kind == IN_FILE || f->kind == IN_BLOCK;
  return is_place && f->name_seen && s->last_kind == TOK_RPAREN &&
         starts_type(s, s->i);
}

static void declarator_comma(shaper *s) {
  frame *f = top(s);
  show_same(s);
  if (f->kind == IN_PARAMS)
    start_item(f);
  else
    f->name_seen = 0;
}

static void declarator_brace(shaper *s) {
  frame *f = top(s);
  bool is_body = f->kind == IN_FILE || f->kind == IN_BLOCK;
  show_same(s);
  f->is_knr = 0;
  push(s, is_body ? IN_BLOCK : IN_INIT, is_body ? AT_START : AT_EXPR);
}

static void declarator_punctuation(shaper *s) {
  frame *f = top(s);
  switch (kind_at(s, s->i)) {
  case TOK_LPAREN:
    declarator_paren(s);
    break;
  case TOK_LBRACKET:
    show_same(s);
    f->name_seen = 1;
    push(s, IN_VALUE, AT_EXPR);
    break;
  case TOK_LBRACE:
    declarator_brace(s);
    break;
  case TOK_RPAREN:
  case TOK_RBRACKET:
  case TOK_RBRACE:
    close(s);
    break;
  case TOK_COMMA:
    declarator_comma(s);
    break;
  case TOK_SEMI:
    show_same(s);
    end_item(s);
    break;
  case TOK_COLON: /* a bit-field; the grammar wants a name */
    if (!f->name_seen)
      put(s, s->i, "x");
    show_same(s);
    f->state = AT_EXPR;
    break;
  case TOK_ASSIGN:
    show_same(s);
    f->state = AT_EXPR;
    break;
  default:
    show_same(s);
  }
}

static void declarator_token(shaper *s) {
  frame *f = top(s);
  uint8_t kind = kind_at(s, s->i);
  if (begins_old_parameters(s)) {
    start_item(f);
    f->is_knr = 1;
    f->state = AT_SPEC;
  } else if (kind == TOK_IDENT)
    declarator_name(s);
  else if ((kind >= TOK_TYPEDEF && kind <= TOK_ATOMIC) || kind == TOK_EXTENSION)
    hide(s);
  else if (is_group_word(kind) || kind == TOK_ASM)
    hide_group(s);
  else if (kind <= TOK_OP)
    declarator_punctuation(s);
  else
    show(s, "@");
}

/* ---- Statements ---- */

/* The colon of `case ...`: not one of a ?: in it. */
static tp_tok find_colon(shaper *s, tp_tok i) {
  uint32_t questions = 0;
  for (; i < s->to; i++) {
    uint8_t kind = kind_at(s, i);
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
static void end_label(shaper *s) {
  if (kind_at(s, s->i) == TOK_COLON)
    show_same(s);
  if (kind_at(s, skip_hidden(s, s->i)) == TOK_RBRACE && s->i)
    put(s, s->i - 1, ";");
}

static void case_label(shaper *s) {
  tp_tok colon = find_colon(s, s->i + 1);
  if (colon == s->i) {
    show(s, "@");
    return;
  }
  show_group(s, colon - 1, "x");
  end_label(s);
}

/* A keyword, then a value in parentheses, then a statement. */
static void headed(shaper *s, const char *word, uint8_t kind) {
  show(s, word);
  if (kind_at(s, s->i) != TOK_LPAREN)
    return;
  show_same(s);
  push(s, kind, kind == IN_FOR ? AT_START : AT_EXPR);
  top(s)->restarts = 1;
}

static void goto_statement(shaper *s) {
  frame *f = top(s);
  f->state = AT_EXPR;
  if (kind_at(s, s->i + 1) == TOK_STAR) {
    show(s, "return");
    hide(s);
    return;
  }
  show(s, "goto");
  if (kind_at(s, s->i) == TOK_IDENT)
    show(s, "x");
}

/* asm ( ... ) as a statement: one opaque value. */
static void asm_statement(shaper *s) {
  tp_tok last = s->i;
  while (kind_at(s, last + 1) == TOK_VOLATILE ||
         kind_at(s, last + 1) == TOK_GOTO || kind_at(s, last + 1) == TOK_INLINE)
    last++;
  if (kind_at(s, last + 1) == TOK_LPAREN)
    last = tp_tok_at(s->t, last + 1)->aux;
  top(s)->state = AT_EXPR;
  show_group(s, last, "0");
}

/* Declarations that declare nothing we need: an empty statement. */
static void skip_statement(shaper *s) {
  while (kind_at(s, s->i) != TOK_SEMI && kind_at(s, s->i) != TOK_END) {
    if (kind_at(s, s->i) == TOK_LPAREN) {
      tp_tok last = tp_tok_at(s->t, s->i)->aux;
      while (s->i < last && s->i < s->to)
        hide(s);
    }
    if (kind_at(s, s->i) != TOK_END)
      hide(s);
  }
}

static void simple_statement(shaper *s, const char *word) {
  top(s)->state = AT_EXPR;
  show(s, word);
}

static bool statement_keyword(shaper *s) {
  switch (kind_at(s, s->i)) {
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
    show(s, "else");
    return true;
  case TOK_DO:
    show(s, "do");
    return true;
  case TOK_CASE:
    case_label(s);
    return true;
  case TOK_DEFAULT:
    show(s, "x");
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

static void start_statement(shaper *s) {
  uint8_t kind = kind_at(s, s->i);
  if (kind == TOK_IDENT && kind_at(s, s->i + 1) == TOK_COLON) {
    show(s, "x");
    end_label(s);
  } else if (kind == TOK_EXTENSION)
    hide(s);
  else if (kind == TOK_ATTRIBUTE)
    hide_group(s);
  else if (starts_type(s, s->i))
    top(s)->state = AT_SPEC;
  else if (kind == TOK_LBRACE && top(s)->kind == IN_BLOCK) {
    show_same(s);
    push(s, IN_BLOCK, AT_START);
  } else if (kind == TOK_RBRACE || kind == TOK_RPAREN)
    close(s);
  else if (kind == TOK_SEMI)
    show_same(s);
  else if (!statement_keyword(s))
    top(s)->state = AT_EXPR;
}

/* The start of a member or an external declaration. */
static void start_declaration(shaper *s) {
  frame *f = top(s);
  uint8_t kind = kind_at(s, s->i);
  if (kind == TOK_STATIC_ASSERT || (kind == TOK_ASM && f->kind == IN_FILE)) {
    skip_statement(s);
    if (kind_at(s, s->i) == TOK_SEMI)
      hide(s);
    s->is_done = f->kind == IN_FILE;
  } else if (kind == TOK_SEMI) {
    hide(s);
    s->is_done = f->kind == IN_FILE;
  } else if (kind == TOK_RBRACE)
    close(s);
  else if (kind == TOK_LBRACE && f->is_knr)
    declarator_brace(s);
  else
    f->state = AT_SPEC;
}

static void start_parameter(shaper *s) {
  if (kind_at(s, s->i) == TOK_RPAREN)
    close(s);
  else if (kind_at(s, s->i) == TOK_ELLIPSIS)
    show_same(s);
  else if (kind_at(s, s->i) == TOK_COMMA)
    show_same(s);
  else
    top(s)->state = AT_SPEC;
}

static void start_token(shaper *s) {
  switch (top(s)->kind) {
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
    if (is_group_word(kind_at(s, s->i)))
      hide_group(s);
    else if (kind_at(s, s->i) == TOK_IDENT) {
      declare(s, s->i, false);
      show(s, "x");
    } else
      expression_punctuation(s);
    if (s->last_kind == TOK_ASSIGN)
      top(s)->state = AT_EXPR;
    break;
  default:
    top(s)->state = AT_EXPR;
  }
}

static void step(shaper *s) {
  switch (top(s)->state) {
  case AT_START:
    start_token(s);
    break;
  case AT_SPEC:
    specifier_token(s);
    break;
  case AT_DECL:
    declarator_token(s);
    break;
  default:
    expression_token(s);
  }
}

tp_tok tp_shape_make(tp_shape *out, tp_tokens *t, tp_tok from, tp_tok to,
                     tp_shape_mode mode, tp_is_typedef is_typedef,
                     void *state) {
  shaper s = {.out = out,
              .t = t,
              .i = from,
              .to = to,
              .is_typedef = is_typedef,
              .state = state,
              .mode = mode};
  VEC_CLEAR(&out->text);
  VEC_CLEAR(&out->token_at);
  if (mode != TP_SHAPE_FILE)
    put(&s, from, mode == TP_SHAPE_TYPE ? "int x = sizeof (" : "int x = (");
  push(&s, mode == TP_SHAPE_TYPE ? IN_TYPENAME : IN_FILE,
       mode == TP_SHAPE_VALUE ? AT_EXPR : AT_START);
  while (!s.is_done && s.i < to)
    step(&s);
  if (mode != TP_SHAPE_FILE)
    put(&s, to - 1, ") ;");
  VEC_FREE(&s.frames);
  VEC_FREE(&s.log);
  tp_map_free(&s.overlay);
  return s.i;
}

void tp_shape_free(tp_shape *s) {
  tp_str_free(&s->text);
  VEC_FREE(&s->token_at);
}
