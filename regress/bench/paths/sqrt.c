/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The integer square root by halving an interval. */
#include "tp2ph.h"

static int compare(unsigned long long r, unsigned long long n) {
  if (r * r > n)
    return 1;
  if ((r + 1) * (r + 1) <= n)
    return -1;
  return 0;
}

static unsigned long long root(unsigned long long n) {
  unsigned long long low = 0, high = 1;
  if (n == 0 || n == 1)
    return n;
  while (high * high <= n)
    high *= 2;
  for (;;) {
    unsigned long long middle = (low + high) / 2;
    switch (compare(middle, n)) {
    case 1:
      high = middle;
      break;
    case -1:
      low = middle;
      break;
    default:
      return middle;
    }
  }
}

int main(void) {
  unsigned n;
  tp2ph_input(n);
  return root(n) == 7;
}
