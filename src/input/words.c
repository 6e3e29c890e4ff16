/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass, one word at a time. */
#include "input/words.h"

#include <string.h>

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_name(char c) {
  return c == '_' || c == '$' || (c >= 'a' && c <= 'z') ||
         (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* The character `ahead` places on; NUL behind the end. */
static char look(const tp_words_reader *r, uint32_t ahead) {
  return r->size - r->at > ahead ? r->text[r->at + ahead] : '\0';
}

static void skip_line(tp_words_reader *r) {
  while (r->at < r->size && r->text[r->at] != '\n')
    r->at++;
}

static void skip_comment(tp_words_reader *r) {
  for (r->at += 2; r->at < r->size; r->at++) {
    if (look(r, 0) == '*' && look(r, 1) == '/') {
      r->at += 2;
      return;
    }
    r->line += look(r, 0) == '\n';
  }
}

static void skip_space(tp_words_reader *r) {
  while (r->at < r->size) {
    char c = look(r, 0);
    if (c == '\n' || c == ' ' || (c >= '\t' && c <= '\r')) {
      r->line += c == '\n';
      r->at++;
    } else if (c == '#' || (c == '/' && look(r, 1) == '/')) {
      skip_line(r);
    } else if (c == '/' && look(r, 1) == '*') {
      skip_comment(r);
    } else {
      return;
    }
  }
}

static void read_number(tp_words_reader *r) {
  for (char before = '\0'; r->at < r->size; r->at++) {
    char c = look(r, 0);
    bool is_sign = (c == '+' || c == '-') && before && strchr("eEpP", before);
    if (c == '.' && look(r, 1) == '.')
      return;
    if (c != '.' && !is_digit(c) && !is_name(c) && !is_sign)
      return;
    before = c;
  }
}

static void read_quoted(tp_words_reader *r, char quote) {
  for (r->at++; r->at < r->size && look(r, 0) != '\n'; r->at++) {
    if (look(r, 0) == quote) {
      r->at++;
      return;
    }
    if (look(r, 0) == '\\' && r->size - r->at > 1)
      r->at++;
  }
}

static tp_word_kind read_word(tp_words_reader *r) {
  char c = look(r, 0);
  if (is_name(c)) {
    while (r->at < r->size && (is_name(look(r, 0)) || is_digit(look(r, 0))))
      r->at++;
    return TP_WORD_NAME;
  }
  if (is_digit(c) || (c == '.' && is_digit(look(r, 1)))) {
    read_number(r);
    return TP_WORD_NUMBER;
  }
  if (c == '"' || c == '\'') {
    read_quoted(r, c);
    return TP_WORD_QUOTED;
  }
  if (c != '.' || look(r, 1) != '.') {
    r->at++;
    return TP_WORD_OTHER;
  }
  r->at += 2;
  if (look(r, 0) != '.')
    return TP_WORD_RANGE;
  r->at++;
  return TP_WORD_OTHER;
}

tp_word tp_words_next(tp_words_reader *r) {
  skip_space(r);
  tp_word w = {.first = look(r, 0), .begin = r->at, .line = r->line};
  w.kind = r->at < r->size ? read_word(r) : TP_WORD_END;
  w.end = r->at;
  return w;
}

bool tp_word_is(const char *text, const tp_word *w, const char *want) {
  size_t n = strlen(want);
  return w->end - w->begin == n && memcmp(text + w->begin, want, n) == 0;
}
