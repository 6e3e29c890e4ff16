/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/token.h - preprocessed C text as tokens.
 *
 * In: the text of a unit. Out: its tokens, brackets matched, line markers and
 * pragmas skipped (they are kept aside: #pragma pack changes layouts).
 * A token knows its bytes; what the parser gets to see in its place is
 * shape.c's business.
 */
#ifndef TP_FRONT_TOKEN_H
#define TP_FRONT_TOKEN_H

#include "ast/ast.h"

typedef uint32_t tp_tok; /* index of a token */

typedef enum tp_token_kind {
  TOK_END,
  TOK_IDENT,
  TOK_NUMBER,
  TOK_CHAR,
  TOK_STRING,
  TOK_JUNK, /* a byte that is no C */
  /* Punctuation. */
  TOK_LPAREN,
  TOK_RPAREN,
  TOK_LBRACKET,
  TOK_RBRACKET,
  TOK_LBRACE,
  TOK_RBRACE,
  TOK_SEMI,
  TOK_COMMA,
  TOK_COLON,
  TOK_QUESTION,
  TOK_DOT,
  TOK_ARROW,
  TOK_ELLIPSIS,
  TOK_STAR,
  TOK_AMP,
  TOK_ANDAND,
  TOK_INCDEC, /* ++ -- */
  TOK_ASSIGN, /* = and the compound ones */
  TOK_OP,     /* any other operator */
  /* Keywords: storage and function specifiers. */
  TOK_TYPEDEF,
  TOK_EXTERN,
  TOK_STATIC,
  TOK_AUTO,
  TOK_REGISTER,
  TOK_INLINE,
  TOK_NORETURN,
  TOK_THREAD,
  /* Qualifiers. */
  TOK_CONST,
  TOK_VOLATILE,
  TOK_RESTRICT,
  TOK_ATOMIC,
  /* Words of which types are made. */
  TOK_VOID,
  TOK_KCHAR,
  TOK_SHORT,
  TOK_INT,
  TOK_LONG,
  TOK_FLOAT,
  TOK_DOUBLE,
  TOK_SIGNED,
  TOK_UNSIGNED,
  TOK_BOOL,
  TOK_COMPLEX,
  TOK_INT128,
  TOK_FLOAT16,
  TOK_FLOAT32,
  TOK_FLOAT64,
  TOK_FLOAT128,
  TOK_FLOAT80,
  TOK_VA_LIST,
  TOK_AUTO_TYPE,
  TOK_TYPEOF,
  TOK_STRUCT,
  TOK_UNION,
  TOK_ENUM,
  /* What the compiler knows and the grammar need not. */
  TOK_ATTRIBUTE,
  TOK_ALIGNAS,
  TOK_ASM,
  TOK_EXTENSION,
  TOK_STATIC_ASSERT,
  TOK_LOCAL_LABEL,
  /* Operators that are words. */
  TOK_SIZEOF,
  TOK_ALIGNOF,
  TOK_REALIMAG,
  TOK_GENERIC,
  TOK_VA_ARG,
  TOK_OFFSETOF,
  TOK_COMPATIBLE,
  TOK_CHOOSE,
  /* Statements. */
  TOK_IF,
  TOK_ELSE,
  TOK_SWITCH,
  TOK_CASE,
  TOK_DEFAULT,
  TOK_WHILE,
  TOK_DO,
  TOK_FOR,
  TOK_RETURN,
  TOK_BREAK,
  TOK_CONTINUE,
  TOK_GOTO
} tp_token_kind;

enum {
  TOK_F_SYSTEM = 1,  /* in a system header */
  TOK_F_HIDDEN = 2,  /* the parser does not see it */
  TOK_F_TYPE = 4,    /* a typedef's name, used as a type */
  TOK_F_GROUP = 8,   /* the parser sees one word for all up to token `aux` */
  TOK_F_MARKED = 16, /* gcc says: from a macro of a system header */
  TOK_F_INSIDE = 32  /* between brackets that are MARKED */
};

typedef struct tp_token {
  uint32_t begin, end;
  uint32_t aux; /* IDENT: tp_name; brackets: the matching one; groups: the last
                   token */
  uint8_t kind;
  uint8_t flags;
} tp_token;

typedef struct tp_packing {
  uint32_t begin; /* in force from here on */
  uint32_t align; /* 0: none */
} tp_packing;

typedef struct tp_pragma { /* what stands behind the word */
  uint32_t begin, end;
} tp_pragma;

typedef struct tp_tokens {
  const char *text;
  tp_names *names;
  VEC(tp_token) at; /* the last one is TOK_END */
  VEC(tp_packing) packs;
  VEC(tp_pragma) pragmas;
  VEC(uint8_t) keyword_of; /* by tp_name: TOK_..., 0 if it is no keyword */
} tp_tokens;

/* Only once for all units: the words of C. */
void tp_tokens_init(tp_tokens *t, tp_names *names);
void tp_tokens_free(tp_tokens *t);
/* Which words are keywords: without gcc's own ones (asm, typeof) when it is
 * strict, without inline before C99. */
void tp_tokens_set_dialect(tp_tokens *t, bool is_strict, bool has_inline);
/* Replaces the tokens by those of the unit. */
void tp_tokens_read(tp_tokens *t, const tp_unit *unit);

static inline const tp_token *tp_tok_at(const tp_tokens *t, tp_tok i) {
  return &t->at.at[i];
}
static inline uint8_t tp_tok_kind(const tp_tokens *t, tp_tok i) {
  return t->at.at[i].kind;
}
/* Whether the token is spelled like this. */
bool tp_tok_is(const tp_tokens *t, tp_tok i, const char *text);
/* The token at a byte offset, or the next one. */
tp_tok tp_tok_find(const tp_tokens *t, uint32_t offset);
/* #pragma pack in force at an offset, 0 if none. */
uint32_t tp_tokens_pack(const tp_tokens *t, uint32_t offset);

#endif
