/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A coupling coefficient: triangles of half-integers, then an alternating sum
 * of products of factorials between limits. */
#include "numeric.h"

static int is_triangle(int a, int b, int c) {
  return a + b >= c && a - b <= c && b - a <= c && (a + b + c) % 2 == 0;
}

static double factorial(int n) {
  double f = 1;
  for (int i = 2; i <= n; i++)
    f *= i;
  return f;
}

static int least(int a, int b, int c) {
  int m = a < b ? a : b;
  return m < c ? m : c;
}

int main(void) {
  int j[6];
  for (int i = 0; i < 6; i++) {
    j[i] = __VERIFIER_nondet_int();
    if (j[i] < 0)
      return DOMAIN_ERROR;
    if (j[i] > 40)
      return OVERFLOWS;
  }
  if (!is_triangle(j[0], j[1], j[2]) || !is_triangle(j[0], j[4], j[5]))
    return 10;
  if (!is_triangle(j[3], j[1], j[5]) || !is_triangle(j[3], j[4], j[2]))
    return 11;
  int low = (j[0] + j[1] + j[2]) / 2 > (j[0] + j[4] + j[5]) / 2
                ? (j[0] + j[1] + j[2]) / 2
                : (j[0] + j[4] + j[5]) / 2;
  int high = least((j[0] + j[1] + j[3] + j[4]) / 2,
                   (j[1] + j[2] + j[4] + j[5]) / 2,
                   (j[2] + j[0] + j[5] + j[3]) / 2);
  double sum = 0;
  for (int k = low; k <= high; k++) {
    double term = factorial(k + 1) / factorial(k - low) / factorial(high - k);
    sum += k % 2 ? -term : term;
    if (term > 1e30)
      return LOSS;
  }
  if (sum == 0)
    return 12;
  return sum > 0 ? 13 : 14;
}
