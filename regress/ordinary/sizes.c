/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of arrays that do something, beside pointers that follow inputs.
 * Decided: 6 covered, 0 infeasible */

extern int __VERIFIER_nondet_int(void);

static int next(void) {
  static int n = 1;
  return n++;
}

int main(void) {
  int n = 1, i = __VERIFIER_nondet_int(), a[2] = {i, 3}, *p = &a[i & 1];
  int b[next()], k = i, c[n++];
  b[0] = *p;
  c[0] = k;
  if (b[0] == 4)
    return 1;
  if (c[0] == 5)
    return n;
  return a[0] > 7 ? 3 : 0;
}
