/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function that nobody uses, whose branches do not count, beside a root that
 * takes long to invert: found by a run, nothing is left to search for.
 * Decided: 4 covered, 0 infeasible */

extern int __VERIFIER_nondet_int(void);
static unsigned isqrt(unsigned n) {
  unsigned x = n, y = 1;
  while (x > y) {
    x = (x + y) / 2;
    y = n / x;
  }
  return x;
}
static unsigned unused(unsigned e) {
  unsigned r = 1;
  while (e) {
    if (e & 1)
      r = r * 3;
    e >>= 1;
  }
  return r;
}
int main(void) {
  unsigned a = (unsigned)__VERIFIER_nondet_int() % 60000;
  if (isqrt(a) == 100)
    return 1;
  return 0;
}
