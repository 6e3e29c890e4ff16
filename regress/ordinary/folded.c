/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What C leaves open and compilers fold: the model's values may be those for
 * which it is, and no proof hangs on that.
 * Decided: 15 covered, 2 infeasible, 1 unknown */

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int i = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (k == 3 && k == 4)
    return 1;
  if (-i > 90 && i != 7)
    return 2;
  if (k != 0 && i / k == 5 && k != 1)
    return 3;
  if (-i == i && i != 0)
    return 4;
  return 0;
}
