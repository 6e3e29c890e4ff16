/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A volatile object: any value at each read, one and the same in a copy.
 * Decided: 8 covered, 2 infeasible */

extern int __VERIFIER_nondet_int(void);

volatile int v;
int main(void) {
  int x = __VERIFIER_nondet_int();
  v = x;
  if (x == 5 && x == 6)
    return 1;
  int c = v;
  if (c == 3 && c == 4)
    return 2;
  if (c == 3)
    return 3;
  return 0;
}
