/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits 40 characters into tokens: names, keywords, numbers, strings, character
 * constants, comments and marks. */
#include "tp2ph.h"

enum { N = 40 };
enum { NAME, KEYWORD, NUMBER, STRING, CHARACTER, COMMENT, MARK, WRONG, KINDS };

static const char *const keywords[] = {"and", "or", "if", "xor", "lambda"};

static char text[N + 1];
static int at, count[KINDS];

static int is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

static int is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n';
}

static int is_mark(char c) {
  return c == '(' || c == ')' || c == '[' || c == ']' || c == ',' || c == '`';
}

static int equals(const char *from, int n, const char *word) {
  int i = 0;
  while (i < n && word[i] && from[i] == word[i])
    i++;
  return i == n && !word[i];
}

static int read_word(void) {
  int from = at;
  while (is_letter(text[at]) || is_digit(text[at]))
    at++;
  for (unsigned i = 0; i < sizeof keywords / sizeof *keywords; i++)
    if (equals(text + from, at - from, keywords[i]))
      return KEYWORD;
  return NAME;
}

static int read_number(void) {
  while (is_digit(text[at]))
    at++;
  return is_letter(text[at]) ? WRONG : NUMBER;
}

static int read_string(void) {
  for (at++; text[at] && text[at] != '\n'; at++)
    if (text[at] == '"') {
      at++;
      return STRING;
    }
  return WRONG;
}

static int read_character(void) {
  at++;
  if (!is_letter(text[at]))
    return WRONG;
  at++;
  return CHARACTER;
}

static int read_comment(void) {
  while (text[at] && text[at] != '\n')
    at++;
  return COMMENT;
}

static int read_token(void) {
  char c = text[at];
  if (is_letter(c))
    return read_word();
  if (is_digit(c))
    return read_number();
  if (c == '"')
    return read_string();
  if (c == '#')
    return read_character();
  if (c == ';')
    return read_comment();
  at++;
  return is_mark(c) ? MARK : WRONG;
}

int main(void) {
  for (int i = 0; i < N; i++)
    tp2ph_input(text[i]);
  while (text[at]) {
    while (is_blank(text[at]))
      at++;
    if (text[at])
      count[read_token()]++;
  }
  return count[WRONG] == 0 && count[KEYWORD] > 1;
}
