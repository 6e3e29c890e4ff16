/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/declaration.h - one declaration of --inputs, taken apart into words
 * (between inputs.c, which reads it, and inputs_text.c, which writes C). */
#ifndef TP_FRONT_DECLARATION_H
#define TP_FRONT_DECLARATION_H

#include "front/inputs.h"
#include "front/words.h"

#define TP_NO_WORD UINT32_MAX

typedef struct tp_span { /* words from .. to - 1; empty if equal */
  uint32_t from, to;
} tp_span;

typedef enum tp_form {
  TP_FORM_NOTHING, /* a parameter without out; a void function, a handle */
  TP_FORM_VALUE,   /* what the function returns */
  TP_FORM_OBJECT,  /* what the parameter points to; `count` of them if given */
  TP_FORM_TEXT,    /* characters and a NUL behind them, `count` in all */
  TP_FORM_BYTES    /* `count` bytes */
} tp_form;

/* What a parameter tells of the part that is tested. */
typedef enum tp_role {
  TP_ROLE_NONE,
  TP_ROLE_SOFT,   /* bin soft */
  TP_ROLE_HARD,   /* bin hard */
  TP_ROLE_SITE,   /* site, or it is called so */
  TP_ROLE_NUMBER, /* test number */
  TP_ROLE_NAME    /* test name */
} tp_role;

/* A parameter, or the result. */
typedef struct tp_item {
  tp_span words; /* of C: type and name */
  uint32_t name; /* word; TP_NO_WORD: it has none */
  tp_form form;
  tp_span count, low, high;
  tp_span set;                 /* the allowed values: what is in the braces */
  tp_span members;             /* of a record: what is in the braces */
  const struct tp_item *owner; /* it is a member of this one .. */
  tp_span path;                /* .. `.value`, `.pos.x` */
  bool is_called;              /* a function that it gets */
  bool is_ignored;  /* the same; a result or member that nobody needs */
  bool is_argument; /* what it is held against may be longer than it */
  tp_role role;
} tp_item;

/* calls NAME(ARGUMENT, ...): what is in the parentheses. */
typedef struct tp_call_back {
  uint32_t name; /* word */
  tp_span args;
} tp_call_back;

typedef struct tp_declaration {
  tp_span all; /* to the ')' that closes the parameters */
  uint32_t name;
  VEC(tp_item) params;
  tp_item result; /* words: its type */
  VEC(tp_call_back) calls;
  bool is_pointer, is_void, is_noreturn;
  bool or_null; /* the pointer that is returned */
  bool is_test;
  tp_item pass;    /* what a good part delivers: low and high, or set */
  tp_span assumed; /* what holds for all that is delivered; empty: nothing */
  tp_item when; /* a parameter and values of it, if only then; else no name */
} tp_declaration;

typedef struct tp_reading {
  tp_inputs_file *in;
  VEC(tp_word) words;   /* of the whole file */
  VEC(uint8_t) dropped; /* by word: not C */
  tp_declaration d;
  int rc; /* not 0: something that was written can't be */
  tp_diag *diag;
} tp_reading;

/* ---- words (reading.c) --------------------------------------------------- */

const tp_word *tp_rd_word(const tp_reading *r, uint32_t i);
bool tp_rd_is(const tp_reading *r, uint32_t i, const char *want);
bool tp_rd_is_char(const tp_reading *r, uint32_t i, char c);
bool tp_rd_is_any(const tp_reading *r, uint32_t i, const char *const *wanted);
bool tp_rd_is_type_word(const tp_reading *r, uint32_t i);
/* Status 3 with the place of word i. */
int tp_rd_refuse(tp_reading *r, uint32_t i, const char *why);
/* Behind the bracket that closes the one at i; `end` if none does. */
uint32_t tp_rd_behind_group(const tp_reading *r, uint32_t i, uint32_t end);
bool tp_rd_opens(const tp_reading *r, uint32_t i);
/* The first such word outside of brackets, or s.to. */
uint32_t tp_rd_find(const tp_reading *r, tp_span s, const char *want);
/* The name of a parameter declared by these words: the last identifier behind
 * its type. TP_NO_WORD: the words are a type alone. */
uint32_t tp_rd_name_of(const tp_reading *r, tp_span s);
bool tp_rd_has_char(const tp_reading *r, tp_span s, char c);
/* The whole number that words s are; false: they are none. */
bool tp_rd_number(const tp_reading *r, tp_span s, long *out);
/* These words are not C. */
void tp_rd_drop(tp_reading *r, tp_span s);

/* ---- bins (bins.c) ------------------------------------------------------- */

/* `bin`, `bins`, `sites` or `rule`: whether these words declare such a thing.
 */
bool tp_bins_begin(const tp_reading *r, tp_span s);
int tp_bins_read(tp_reading *r, tp_span s);
/* Words of ours before a parameter: its role; they are dropped. */
int tp_bins_read_role(tp_reading *r, tp_span *s, tp_role *out);
/* False: it is listed already. */
bool tp_bins_add(tp_inputs_file *in, const tp_declared_bin *bin);
/* What the function does to bins and tests, behind what it delivers. */
void tp_bins_write(tp_reading *r, tp_str *out);

/* ---- tables (bins_table.c) ----------------------------------------------- */

/* limits "FILE.csv" [{ FIELD = "COLUMN", ... }] */
int tp_bins_read_limits(tp_reading *r, tp_span s);
/* bins soft "FILE.csv" [{ FIELD = "COLUMN", ... }] */
int tp_bins_read_table(tp_reading *r, tp_span s, uint8_t kind);

/* ---- rows of bin tables (rows.c) ----------------------------------------- */

/* rows TABLE[].MEMBER */
int tp_rows_read(tp_reading *r, tp_span s);

/* ---- variables of the tester (variables.c) ------------------------------- */

/* Whether these words declare a variable. */
bool tp_variable_begin(const tp_reading *r, tp_span s);
int tp_variable_read(tp_reading *r, tp_span s);
/* Those that the function of r->d sets again. */
void tp_variable_write_calls(const tp_reading *r, tp_str *out);

/* ---- what one thing delivers (clause.c) ---------------------------------- */

/* From word item->words.to to `end`. */
int tp_clause_read(tp_reading *r, uint32_t end, tp_item *item);
/* in LOW .. HIGH or in { ... }, from word `in` on to `end`. */
int tp_clause_read_limits(tp_reading *r, uint32_t in, uint32_t end,
                          tp_item *item);

/* ---- members of records (members.c) -------------------------------------- */

/* The members of item->members, one after the other: *at is its first word,
 * and then that of the next. */
int tp_member_next(tp_reading *r, const tp_item *owner, uint32_t *at,
                   tp_item *out);
int tp_members_check(tp_reading *r, const tp_item *owner);
/* What they deliver. */
void tp_members_write(tp_reading *r, tp_str *out, const tp_item *owner);

/* ---- one slice (slice_text.c) -------------------------------------------- */

/* What --assume says of what was delivered; status 3 if that can't be. */
int tp_slice_write(tp_reading *r, tp_str *out, const tp_item *item,
                   const char *label);

/* ---- deliveries that depend on an argument (when.c) ---------------------- */

/* when NAME == VALUE, when NAME in VALUES: behind everything else. */
int tp_when_read(tp_reading *r, uint32_t behind, uint32_t *end);
/* The condition, in C. */
void tp_when_write(const tp_reading *r, tp_str *out);

/* ---- C (inputs_text.c) --------------------------------------------------- */

void tp_rd_add_word(const tp_reading *r, tp_str *out, uint32_t i);
/* As written, one space for any between words. */
void tp_rd_add_span(const tp_reading *r, tp_str *out, tp_span s);
/* A word at its line and column of the file: what a compiler says of it points
 * there. */
void tp_rd_add_in_place(const tp_reading *r, tp_str *out, uint32_t i);
/* Decisions of what follows are nobody's branches. */
void tp_rd_add_hidden_line(tp_str *out);
/* What it delivers, as an expression. */
void tp_rd_add_subject(const tp_reading *r, tp_str *out, const tp_item *item);
/* An expression: what item delivers is one of its set, or between low and high.
 */
void tp_rd_add_allowed(const tp_reading *r, tp_str *out, const tp_item *item);
void tp_inputs_write_delivery(tp_reading *r, tp_str *out, const tp_item *item);
/* The head of the definition of r->d. */
void tp_inputs_write_head(const tp_reading *r, tp_str *out);
/* What it does, in braces; its deliveries are added to r->in. */
void tp_inputs_write_body(tp_reading *r, tp_str *out);
/* "ate_read.value.flags": the name of what it delivers. */
void tp_inputs_label(const tp_reading *r, const tp_item *item, tp_str *out);
/* The parameter of r->d that word `name` names; NULL: none. */
tp_item *tp_inputs_param(tp_reading *r, uint32_t name);
/* The numbers of LOW .. HIGH among the arguments of a call; false: it is none,
 * or these are no numbers. */
bool tp_inputs_range(const tp_reading *r, tp_span arg, long *low, long *high);
/* Where an argument, or a parameter, that begins at word `from` ends. */
uint32_t tp_inputs_behind(const tp_reading *r, uint32_t from, uint32_t end);
/* What reports call an item: "ate_read.value", "ate_measure". */
void tp_inputs_label(const tp_reading *r, const tp_item *item, tp_str *out);

#endif
