/* SPDX-License-Identifier: GPL-3.0-or-later */
/* atoi.
 * Decided: 3 covered, 1 infeasible */
#include <stdlib.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[6] = "12";
  s[0] = __VERIFIER_nondet_char();
  int v = atoi(s);
  if (v == 72)
    return 1;
  if (v > 92)
    return 2;
  return 0;
}
