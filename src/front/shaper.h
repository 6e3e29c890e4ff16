/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/shaper.h - the automaton behind shape.h, shared by its files:
 *   shape.c            writing, frames, names
 *   shape_value.c      expressions and initialisers
 *   shape_decl.c       specifiers and declarators
 *   shape_statement.c  what can begin an item
 */
#ifndef TP_FRONT_SHAPER_H
#define TP_FRONT_SHAPER_H

#include "base/map.h"
#include "front/shape.h"

enum tp_shape_in {
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

enum tp_shape_at { AT_START, AT_SPEC, AT_DECL, AT_EXPR };

typedef struct tp_shape_frame {
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
} tp_shape_frame;

typedef struct tp_shape_change {
  tp_name name;
  uint32_t before; /* overlay value */
} tp_shape_change;

typedef struct tp_shaper {
  tp_shape *out;
  tp_tokens *t;
  tp_tok i, to;
  VEC(tp_shape_frame) frames;
  tp_map overlay; /* name: 1 typedef, 2 other; absent or 0: ask the caller */
  VEC(tp_shape_change) log;
  tp_is_typedef is_typedef;
  void *state;
  uint8_t last_kind;  /* of the last token that was not hidden */
  bool closed_a_cast; /* the last token closed the type of a cast */
  bool is_done;
  tp_shape_mode mode;
} tp_shaper;

static inline uint8_t tp_shaper_kind(const tp_shaper *s, tp_tok i) {
  return i < s->to ? tp_tok_kind(s->t, i) : TOK_END;
}

static inline bool tp_shaper_is_group_word(uint8_t kind) {
  return kind == TOK_ATTRIBUTE || kind == TOK_ALIGNAS;
}

static inline tp_shape_frame *tp_shaper_top(tp_shaper *s) {
  return &VEC_LAST(&s->frames);
}

/* ---- shape.c ---- */
/* A word that stands for a token. */
void tp_shaper_put(tp_shaper *s, tp_tok token, const char *word);
/* The next token stands as `word` in the shape. */
void tp_shaper_show(tp_shaper *s, const char *word);
/* As written. */
void tp_shaper_show_same(tp_shaper *s);
/* All tokens up to `last` stand as one word. */
void tp_shaper_show_group(tp_shaper *s, tp_tok last, const char *word);
void tp_shaper_hide(tp_shaper *s);
/* The next word and what it has in parentheses. */
void tp_shaper_hide_group(tp_shaper *s);
/* Behind attributes and the like that begin at i. */
tp_tok tp_shaper_skip_hidden(const tp_shaper *s, tp_tok i);
bool tp_shaper_is_typedef(tp_shaper *s, tp_tok i);
bool tp_shaper_starts_type(tp_shaper *s, tp_tok i);
void tp_shaper_push(tp_shaper *s, uint8_t kind, uint8_t state);
/* A closing bracket: back to what surrounds it. */
void tp_shaper_close(tp_shaper *s);
void tp_shaper_declare(tp_shaper *s, tp_tok i, bool as_typedef);
void tp_shaper_start_item(tp_shape_frame *f);
/* ; at the level of items. */
void tp_shaper_end_item(tp_shaper *s);

/* ---- One token in each state ---- */
void tp_shaper_start(tp_shaper *s);
void tp_shaper_specifier(tp_shaper *s);
void tp_shaper_declarator(tp_shaper *s);
void tp_shaper_value(tp_shaper *s);
void tp_shaper_value_punctuation(tp_shaper *s);
/* { behind a declarator. */
void tp_shaper_body(tp_shaper *s);

#endif
