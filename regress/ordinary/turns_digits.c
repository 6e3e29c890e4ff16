/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number that is refused while it is read.
 * Decided: 7 covered, 1 infeasible */
extern char __VERIFIER_nondet_char(void);
int main(void) {
  int v = 0, c;
  while ((c = __VERIFIER_nondet_char()) >= '0' && c <= '9') {
    v = v * 10 + (c - '0');
    if (v > 99)
      return 2;
  }
  if (v > 99)
    return 9;
  return 0;
}
