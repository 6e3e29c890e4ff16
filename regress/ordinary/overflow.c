/* SPDX-License-Identifier: GPL-3.0-or-later */
/* __builtin_add_overflow and its kin.
 * Decided: 13 covered, 3 infeasible */

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), r;
  if (__builtin_add_overflow(x, y, &r)) {
    if (x >= 0 && y < 0)
      return 1;
    return 2;
  }
  if (r == 5 && x == 3 && y != 2)
    return 3;
  if (__builtin_mul_overflow(x, 4, &r))
    return 4;
  if (__builtin_sub_overflow(x, 1, &r))
    return 5;
  return 0;
}
