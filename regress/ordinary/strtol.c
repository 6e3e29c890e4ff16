/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strtol: the number, and where it ends.
 * Decided: 11 covered, 3 infeasible */
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[6] = "1234";
  char *end;
  for (int i = 0; i < 2; i++)
    s[i] = __VERIFIER_nondet_char();
  long v = strtol(s, &end, 10);
  int r = 0;
  if (end == s)
    r = 1;
  else if (v == 1234)
    r = 2;
  else if (v > 9999)
    r = 3;
  else if (v < -999)
    r = 4;
  if (*end && v > 100)
    r += 10;
  return r;
}
