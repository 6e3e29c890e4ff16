/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distance of Damerau and Levenshtein, row by row. */
#include "app/nearest.h"

#include <string.h>

#define MAX_LENGTH 64

static unsigned least(unsigned a, unsigned b, unsigned c) {
  a = a < b ? a : b;
  return a < c ? a : c;
}

unsigned tp_word_distance(const char *a, const char *b) {
  unsigned rows[3][MAX_LENGTH];
  size_t n = strlen(a), m = strlen(b);
  if (n >= MAX_LENGTH || m >= MAX_LENGTH)
    return MAX_LENGTH;
  for (unsigned k = 0; k <= m; k++)
    rows[0][k] = k;
  for (unsigned i = 1; i <= n; i++) {
    unsigned *now = rows[i % 3], *last = rows[(i + 2) % 3];
    const unsigned *before = rows[(i + 1) % 3];
    now[0] = i;
    for (unsigned k = 1; k <= m; k++) {
      now[k] = least(last[k] + 1, now[k - 1] + 1,
                     last[k - 1] + (a[i - 1] != b[k - 1]));
      bool is_swap =
          i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
      if (is_swap && before[k - 2] + 1 < now[k])
        now[k] = before[k - 2] + 1;
    }
  }
  return rows[n % 3][m];
}

bool tp_word_is_near(const char *a, const char *b) {
  unsigned distance = tp_word_distance(a, b);
  return distance <= 2 && distance * 2 < strlen(b);
}
