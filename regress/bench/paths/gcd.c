/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The greatest common divisor by subtraction. */
#include "tp2ph.h"

static int gcd(int a, int b) {
  if (a <= 0)
    return -1;
  if (b <= 0)
    return -1;
  while (a != b) {
    if (a > b)
      a -= b;
    else
      b -= a;
  }
  return a;
}

int main(void) {
  unsigned char a, b;
  tp2ph_input(a);
  tp2ph_input(b);
  return gcd(a, b) == 1;
}
