/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic on any integers: where it overflows compilers do as they like, and
 * no proof hangs on that.
 * Decided: 11 covered, 1 infeasible */

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int m = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  if (k == 3 && k == 4)
    return 1;
  if (m - 8 > 90)
    return 2;
  if (m + k > 77 && m - k < -9 && 3 * m > 100)
    return 3;
  return 0;
}
