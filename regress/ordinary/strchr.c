/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strchr: where a byte is found.
 * Decided: 5 covered, 3 infeasible */
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[8] = "ab:cd";
  s[1] = __VERIFIER_nondet_char();
  char *p = strchr(s, ':');
  int r = 0;
  if (!p)
    r = 1;
  else if (p - s == 1)
    r = 2;
  else if (p - s == 2)
    r = 3;
  else if (p - s == 3)
    r = 4;
  return r;
}
