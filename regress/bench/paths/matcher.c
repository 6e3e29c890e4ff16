/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A regular expression of 10 characters on a fixed text: '.', '*', '+', '?', '^',
 * '$', '\', sets with ranges, and '|' between alternatives. */
#include "tp2ph.h"

enum { N = 10 };

static char pattern[N + 1];
static const char *const lines[] = {"abcabc", "a0b1c2", "foo bar", "", "xyz{}"};

/* The place behind the item that begins at p; -1: it has no end. */
static int item_end(int p) {
  if (pattern[p] == '\\')
    return pattern[p + 1] ? p + 2 : -1;
  if (pattern[p] != '[')
    return p + 1;
  p++;
  if (pattern[p] == '^')
    p++;
  do {
    if (!pattern[p])
      return -1;
    p++;
  } while (pattern[p] != ']');
  return p + 1;
}

static int set_has(int p, int end, char c) {
  int is_other = pattern[p] == '^';
  for (p += is_other; p < end; p++) {
    if (pattern[p + 1] == '-' && p + 2 < end) {
      if (pattern[p] <= c && c <= pattern[p + 2])
        return !is_other;
      p += 2;
    } else if (pattern[p] == c) {
      return !is_other;
    }
  }
  return is_other;
}

static int item_has(int p, int end, char c) {
  if (!c)
    return 0;
  if (pattern[p] == '.')
    return 1;
  if (pattern[p] == '\\')
    return pattern[p + 1] == c;
  if (pattern[p] == '[')
    return set_has(p + 1, end - 1, c);
  return pattern[p] == c;
}

static int match_here(int p, int last, const char *text);

static int match_many(int p, int end, int last, const char *text, int least) {
  int n = 0;
  while (item_has(p, end, text[n]))
    n++;
  for (; n >= least; n--)
    if (match_here(end + 1, last, text + n))
      return 1;
  return 0;
}

static int match_here(int p, int last, const char *text) {
  if (p >= last)
    return 1;
  if (pattern[p] == '$' && p + 1 == last)
    return !*text;
  int end = item_end(p);
  if (end < 0 || end > last)
    return 0;
  if (end < last && pattern[end] == '*')
    return match_many(p, end, last, text, 0);
  if (end < last && pattern[end] == '+')
    return match_many(p, end, last, text, 1);
  if (end < last && pattern[end] == '?')
    return (item_has(p, end, *text) && match_here(end + 1, last, text + 1)) ||
           match_here(end + 1, last, text);
  return item_has(p, end, *text) && match_here(end, last, text + 1);
}

static int match_line(int p, int last, const char *text) {
  if (pattern[p] == '^')
    return match_here(p + 1, last, text);
  do {
    if (match_here(p, last, text))
      return 1;
  } while (*text++);
  return 0;
}

static int match(const char *text) {
  int from = 0;
  for (int p = 0; p <= N; p++)
    if (!pattern[p] || pattern[p] == '|') {
      if (match_line(from, p, text))
        return 1;
      if (!pattern[p])
        break;
      from = p + 1;
    }
  return 0;
}

int main(void) {
  int matched = 0;
  for (int i = 0; i < N; i++)
    tp2ph_input(pattern[i]);
  for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++)
    matched += match(lines[i]);
  return matched > 2;
}
