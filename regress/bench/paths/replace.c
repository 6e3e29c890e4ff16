/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Replaces what a pattern of 10 characters matches in a line of 10. The pattern
 * has '?' (any character), '[abc]' and '[^abc]' (one of them, or none), '*' (what
 * is before it, any number of times), '%' and '$' (the line's ends), '@' (the
 * next character as it is). */
#include "tp2ph.h"

enum { PATTERN = 10, LINE = 10, MOST = 2 * PATTERN, ROOM = 64 };
enum { ANY, ONE_OF, NONE_OF, PLAIN, START, END };

typedef struct atom {
  int kind, repeats;
  char set[PATTERN];
  int n;
} atom;

static atom atoms[MOST];
static int n_atoms;

static int read_set(const char *p, int at, atom *a) {
  a->kind = ONE_OF;
  if (p[at] == '^') {
    a->kind = NONE_OF;
    at++;
  }
  while (p[at] && p[at] != ']')
    a->set[a->n++] = p[at++];
  return p[at] == ']' ? at + 1 : -1;
}

static int read_atom(const char *p, int at, atom *a) {
  a->n = a->repeats = 0;
  if (p[at] == '?') {
    a->kind = ANY;
    return at + 1;
  }
  if (p[at] == '[')
    return read_set(p, at + 1, a);
  if (p[at] == '%' && at == 0) {
    a->kind = START;
    return 1;
  }
  if (p[at] == '$' && !p[at + 1]) {
    a->kind = END;
    return at + 1;
  }
  a->kind = PLAIN;
  if (p[at] == '@' && p[at + 1])
    at++;
  a->set[a->n++] = p[at];
  return at + 1;
}

static int read_pattern(const char *p) {
  int at = 0;
  n_atoms = 0;
  while (p[at]) {
    atom *a = &atoms[n_atoms];
    at = read_atom(p, at, a);
    if (at < 0)
      return 0;
    n_atoms++;
    if (p[at] == '*') {
      if (a->kind == START || a->kind == END)
        return 0;
      a->repeats = 1;
      at++;
    }
  }
  return n_atoms > 0;
}

static int in_set(const atom *a, char c) {
  for (int i = 0; i < a->n; i++)
    if (a->set[i] == c)
      return 1;
  return 0;
}

static int fits(const atom *a, char c) {
  if (!c)
    return 0;
  switch (a->kind) {
  case ANY:
    return 1;
  case ONE_OF:
  case PLAIN:
    return in_set(a, c);
  case NONE_OF:
    return !in_set(a, c);
  default:
    return 0;
  }
}

/* Where what atom k and those behind it match ends; -1: nowhere. */
static int match(const char *line, int at, int k) {
  if (k == n_atoms)
    return at;
  const atom *a = &atoms[k];
  if (a->kind == START)
    return at == 0 ? match(line, at, k + 1) : -1;
  if (a->kind == END)
    return line[at] ? -1 : match(line, at, k + 1);
  if (!a->repeats)
    return fits(a, line[at]) ? match(line, at + 1, k + 1) : -1;
  int most = at;
  while (fits(a, line[most]))
    most++;
  for (; most >= at; most--) {
    int end = match(line, most, k + 1);
    if (end >= 0)
      return end;
  }
  return -1;
}

static int replace(const char *line, char *out) {
  int n = 0, times = 0;
  for (int at = 0; line[at];) {
    int end = match(line, at, 0);
    if (end > at) {
      out[n++] = '#';
      times++;
      at = end;
    } else {
      out[n++] = line[at++];
    }
  }
  out[n] = 0;
  return times;
}

int main(void) {
  char pattern[PATTERN + 1], line[LINE + 1], out[ROOM];
  for (int i = 0; i < PATTERN; i++)
    tp2ph_input(pattern[i]);
  for (int i = 0; i < LINE; i++)
    tp2ph_input(line[i]);
  pattern[PATTERN] = line[LINE] = 0;
  if (!read_pattern(pattern))
    return 2;
  return replace(line, out) > 1;
}
