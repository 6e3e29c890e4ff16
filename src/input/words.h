/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input/words.h - C text as words, without its grammar (inside module front).
 *
 * For the declarations of --inputs and for looking a name up in preprocessed
 * text. Comments are passed over: those of C, and a # to the end of its line,
 * which in preprocessed text is a line marker.
 */
#ifndef TP_INPUT_WORDS_H
#define TP_INPUT_WORDS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum tp_word_kind {
  TP_WORD_END,
  TP_WORD_NAME,   /* also keywords */
  TP_WORD_NUMBER, /* a number of the preprocessor; ".." ends it */
  TP_WORD_QUOTED, /* 'c' or "text" */
  TP_WORD_RANGE,  /* .. */
  TP_WORD_OTHER   /* one character, or ... */
} tp_word_kind;

typedef struct tp_word {
  uint8_t kind;
  char first; /* its first character */
  uint32_t begin, end;
  uint32_t line; /* from 1 */
} tp_word;

typedef struct tp_words_reader {
  const char *text;
  uint32_t size, at, line;
} tp_words_reader;

/* The next word; at the end TP_WORD_END, again and again. */
tp_word tp_words_next(tp_words_reader *r);
/* Whether the word is this text. */
bool tp_word_is(const char *text, const tp_word *w, const char *want);

#endif
