/* SPDX-License-Identifier: GPL-3.0-or-later */
/* x ?: y, evaluated once.
 * Decided: 12 covered, 2 infeasible */

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x ?: 7;
  if (y == 0)
    return 1;
  if (y == 7)
    return 2;
  int z = (x > 3 ?: x);
  if (z == 1 && x == 5)
    return 3;
  if (z == 5)
    return 4;
  return 0;
}
