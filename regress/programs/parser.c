/*
 * A parser of nested texts: it calls itself, and what it comes to depends on
 * where the last call stopped reading. Too much for one query.
 * Branches: 80
 */
#include <ctype.h>
#include <string.h>

#include "tp2ph.h"

static const char *at;
static int depth, error;

static void value(void);

static void skip_space(void) {
  while (*at == ' ' || *at == '\n' || *at == '\t')
    at++;
}

static int is_digit(void) {
  return isdigit((unsigned char)*at);
}

static void digits(int why) {
  if (!is_digit())
    error = why;
  while (is_digit())
    at++;
}

static void text(void) {
  at++;
  while (*at && *at != '"') {
    if (*at++ != '\\')
      continue;
    if (*at != 'n' && *at != 't' && *at != '"' && *at != '\\') {
      error = 1;
      return;
    }
    at++;
  }
  if (*at != '"')
    error = 2;
  else
    at++;
}

static void number(void) {
  if (*at == '-')
    at++;
  if (*at == '0')
    at++;
  else
    digits(3);
  if (!error && *at == '.') {
    at++;
    digits(4);
  }
  if (!error && (*at == 'e' || *at == 'E')) {
    at++;
    if (*at == '+' || *at == '-')
      at++;
    digits(5);
  }
}

static void list(void) {
  at++;
  skip_space();
  if (*at == ']') {
    at++;
    return;
  }
  for (;;) {
    value();
    skip_space();
    if (error)
      return;
    if (*at == ']') {
      at++;
      return;
    }
    if (*at != ',') {
      error = 6;
      return;
    }
    at++;
    skip_space();
  }
}

static void pairs(void) {
  at++;
  skip_space();
  if (*at == '}') {
    at++;
    return;
  }
  for (;;) {
    if (*at != '"') {
      error = 7;
      return;
    }
    text();
    skip_space();
    if (error)
      return;
    if (*at != ':') {
      error = 8;
      return;
    }
    at++;
    value();
    skip_space();
    if (error)
      return;
    if (*at == '}') {
      at++;
      return;
    }
    if (*at != ',') {
      error = 9;
      return;
    }
    at++;
    skip_space();
  }
}

static void word(const char *what) {
  if (strncmp(at, what, strlen(what)) == 0)
    at += strlen(what);
  else
    error = 11;
}

static void value(void) {
  if (++depth > 3) {
    error = 10;
    return;
  }
  switch (*at) {
  case '{':
    pairs();
    break;
  case '[':
    list();
    break;
  case '"':
    text();
    break;
  case 't':
    word("true");
    break;
  case 'n':
    word("null");
    break;
  default:
    number();
  }
  depth--;
}

int main(void) {
  char line[16];
  tp2ph_input(line);
  line[15] = '\0';
  at = line;
  skip_space();
  value();
  if (!error && *at)
    error = 12;
  return error;
}
