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

/* A parameter, or the result. */
typedef struct tp_item {
  tp_span words; /* of C: type and name */
  uint32_t name; /* word; TP_NO_WORD: it has none */
  tp_form form;
  tp_span count, low, high;
  tp_span set;                /* the allowed values: what is in the braces */
  bool is_called, is_ignored; /* a function that it gets */
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
  bool or_null;    /* the pointer that is returned */
  tp_span assumed; /* what holds for all that is delivered; empty: nothing */
} tp_declaration;

typedef struct tp_reading {
  tp_inputs *in;
  VEC(tp_word) words;   /* of the whole file */
  VEC(uint8_t) dropped; /* by word: not C */
  tp_declaration d;
  tp_diag *diag;
} tp_reading;

/* The definition of r->d, into out; its deliveries are added to r->in. */
void tp_inputs_write(tp_reading *r, tp_str *out);
/* The numbers of LOW .. HIGH among the arguments of a call; false: it is none,
 * or these are no numbers. */
bool tp_inputs_range(const tp_reading *r, tp_span arg, long *low, long *high);
/* Where an argument, or a parameter, that begins at word `from` ends. */
uint32_t tp_inputs_behind(const tp_reading *r, uint32_t from, uint32_t end);
/* What reports call an item: "ate_read.value", "ate_measure". */
void tp_inputs_label(const tp_reading *r, const tp_item *item, tp_str *out);

#endif
