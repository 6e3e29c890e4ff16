/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ({ }).
 * Decided: 7 covered, 1 infeasible */

extern int __VERIFIER_nondet_int(void);

#define MAX(a, b) \
  ({ \
    int _a = (a), _b = (b); \
    _a > _b ? _a : _b; \
  })
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  int m = MAX(x, y);
  if (m < x)
    return 1;
  if (m == 7 && y < 7)
    return 2;
  return 0;
}
