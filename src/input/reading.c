/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of a file of --inputs, and what is asked of them whatever they
 * declare. */
#include "input/declaration.h"

#include <stdlib.h>

/* ---- words --------------------------------------------------------------- */

const tp_word *tp_rd_word(const tp_reading *r, uint32_t i) {
  return &r->words.at[i];
}

bool tp_rd_is(const tp_reading *r, uint32_t i, const char *want) {
  return tp_word_is(r->in->text.at, tp_rd_word(r, i), want);
}

bool tp_rd_is_char(const tp_reading *r, uint32_t i, char c) {
  return tp_rd_word(r, i)->kind == TP_WORD_OTHER &&
         tp_rd_word(r, i)->first == c &&
         tp_rd_word(r, i)->end == tp_rd_word(r, i)->begin + 1;
}

bool tp_rd_is_any(const tp_reading *r, uint32_t i, const char *const *wanted) {
  for (; *wanted; wanted++)
    if (tp_rd_is(r, i, *wanted))
      return true;
  return false;
}

int tp_rd_refuse(tp_reading *r, uint32_t i, const char *why) {
  int rc = tp_diag_set(r->diag, TP_REFUSED, "%s", why);
  tp_inputs_point(r->in, tp_rd_word(r, i)->begin, r->diag);
  return rc;
}

/* Behind the bracket that closes the one at i; `end` if none does. */
uint32_t tp_rd_behind_group(const tp_reading *r, uint32_t i, uint32_t end) {
  uint32_t depth = 0;
  for (; i < end; i++) {
    char c = tp_rd_word(r, i)->kind == TP_WORD_OTHER ? tp_rd_word(r, i)->first
                                                     : '\0';
    depth += c == '(' || c == '[' || c == '{';
    if ((c == ')' || c == ']' || c == '}') && --depth == 0)
      return i + 1;
  }
  return end;
}

bool tp_rd_opens(const tp_reading *r, uint32_t i) {
  return tp_rd_is_char(r, i, '(') || tp_rd_is_char(r, i, '[') ||
         tp_rd_is_char(r, i, '{');
}

/* The first such word outside of brackets, or s.to. */
uint32_t tp_rd_find(const tp_reading *r, tp_span s, const char *want) {
  uint32_t i = s.from;
  while (i < s.to && !tp_rd_is(r, i, want))
    i = tp_rd_opens(r, i) ? tp_rd_behind_group(r, i, s.to) : i + 1;
  return i;
}

static bool is_qualifier(const tp_reading *r, uint32_t i) {
  static const char *const words[] = {"const",      "volatile",     "restrict",
                                      "__restrict", "__restrict__", "__const",
                                      "register",   "_Atomic",      NULL};
  return tp_rd_is_any(r, i, words);
}

bool tp_rd_is_type_word(const tp_reading *r, uint32_t i) {
  static const char *const words[] = {
      "void",  "char",   "short",    "int",    "long",  "float", "double",
      "_Bool", "signed", "unsigned", "struct", "union", "enum",  NULL};
  return tp_rd_is_any(r, i, words);
}

static bool is_tag(const tp_reading *r, tp_span s, uint32_t i) {
  static const char *const words[] = {"struct", "union", "enum", NULL};
  return i > s.from && tp_rd_is_any(r, i - 1, words);
}

/* The name of a parameter declared by these words: the last identifier behind
 * its type. TP_NO_WORD: the words are a type alone. */
uint32_t tp_rd_name_of(const tp_reading *r, tp_span s) {
  bool has_type = false;
  uint32_t name = TP_NO_WORD;
  for (uint32_t i = s.from; i < s.to; i++) {
    if (tp_rd_is_char(r, i, '['))
      i = tp_rd_behind_group(r, i, s.to) - 1;
    else if (tp_rd_is_char(r, i, '(') && name != TP_NO_WORD)
      break; /* what a function pointer takes */
    else if (tp_rd_word(r, i)->kind != TP_WORD_NAME || is_qualifier(r, i))
      continue;
    else if (tp_rd_is_type_word(r, i) || is_tag(r, s, i) || !has_type)
      has_type = true;
    else
      name = i;
  }
  return name;
}

bool tp_rd_has_char(const tp_reading *r, tp_span s, char c) {
  for (uint32_t i = s.from; i < s.to; i++)
    if (tp_rd_is_char(r, i, c))
      return true;
  return false;
}

void tp_rd_drop(tp_reading *r, tp_span s) {
  for (uint32_t i = s.from; i < s.to; i++)
    r->dropped.at[i] = 1;
}

bool tp_rd_number(const tp_reading *r, tp_span s, long *out) {
  bool is_negative = s.from < s.to && tp_rd_is_char(r, s.from, '-');
  uint32_t at = s.from + is_negative;
  char *end = NULL;
  if (at + 1 != s.to || tp_rd_word(r, at)->kind != TP_WORD_NUMBER)
    return false;
  *out = strtol(r->in->text.at + tp_rd_word(r, at)->begin, &end, 0);
  *out = is_negative ? -*out : *out;
  return end == r->in->text.at + tp_rd_word(r, at)->end;
}
