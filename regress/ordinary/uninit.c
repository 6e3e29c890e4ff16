/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A variable that is set on each path.
 * Decided: 6 covered, 2 infeasible */

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int u;
  if (x > 3)
    u = 4;
  else
    u = x;
  if (u > 4)
    return 1;
  if (x == 2 && u != 2)
    return 2;
  return 0;
}
