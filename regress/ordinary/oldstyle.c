/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Old-style definitions, with registers, beside pointers that follow inputs.
 * Decided: 6 covered, 0 infeasible */

extern int __VERIFIER_nondet_int(void);

static int pick(n, at)
register int n, *at;
{
  if (n == 3)
    return at[1];
  return n;
}

int main(void) {
  int x = __VERIFIER_nondet_int(), a[2] = {x, 3}, *p = &a[x & 1];
  int r = pick(x & 15, a);
  if (*p == 4)
    r++;
  return r == 12 ? 1 : 0;
}
