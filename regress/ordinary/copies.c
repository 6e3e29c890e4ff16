/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strdup, memcpy, memset: blocks of bytes.
 * Decided: 7 covered, 5 infeasible */
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

struct limits {
  int low, high;
};

int main(void) {
  struct limits a = {1, __VERIFIER_nondet_char()}, b;
  char text[4] = "ab";
  text[0] = __VERIFIER_nondet_char();
  memcpy(&b, &a, sizeof b);
  if (b.high != a.high)
    return 1;
  char *copy = strdup(text);
  if (strcmp(copy, text) != 0)
    return 2;
  memset(&a, 0, sizeof a);
  if (a.low || a.high)
    return 3;
  if (b.low == 1 && b.high == 42)
    return 4;
  return 0;
}
