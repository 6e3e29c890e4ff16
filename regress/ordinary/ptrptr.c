/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers to pointers.
 * Decided: 10 covered, 2 infeasible */

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int a = 1, b = 2, *p = &a, **pp = &p;
  if (x)
    *pp = &b;
  **pp = 9;
  if (a == 9 && x)
    return 1;
  if (b == 9 && !x)
    return 2;
  if (b == 9)
    return 3;
  return 0;
}
