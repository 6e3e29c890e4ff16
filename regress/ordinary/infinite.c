/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HUGE_VAL, INFINITY and NAN, also in tables.
 * Decided: 21 covered, 5 infeasible */
#include <math.h>

extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);

static const struct {
  double low, high;
} limits[] = {{1, 5}, {-HUGE_VAL, 7}, {3, INFINITY}, {NAN, 2}};
static float worst = -INFINITY;

int main(void) {
  double x = __VERIFIER_nondet_double(), most = -HUGE_VAL;
  int row = __VERIFIER_nondet_int();
  if (x > most)
    most = x;
  if (x > 5 && most < 5)
    return 1;
  if (x > HUGE_VAL)
    return 2;
  if (x == INFINITY)
    return 3;
  if (NAN > x)
    return 4;
  if (row < 0 || row > 3)
    return 5;
  if (x < limits[row].low)
    return 6;
  if (x > limits[row].high && row == 2)
    return 7;
  if (row == 1 && x < worst)
    return 8;
  return 0;
}
