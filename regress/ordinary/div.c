/* SPDX-License-Identifier: GPL-3.0-or-later */
/* div: a record that the library returns.
 * Decided: 5 covered, 1 infeasible */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  div_t d = div(x, 10);
  if (d.quot == 5 && d.rem == 3)
    return 1;
  if (d.rem > 9)
    return 2;
  return 0;
}
