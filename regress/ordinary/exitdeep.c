/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exit and abort deep inside calls.
 * Decided: 8 covered, 2 infeasible */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static void die(int c) {
  if (c > 3)
    exit(c);
  if (c < -3)
    abort();
}
static int mid(int a) {
  die(a);
  return a;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = mid(x);
  if (y > 3)
    return 1;
  if (y < -3)
    return 2;
  if (y == 3)
    return 3;
  return 0;
}
