/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prime factors of a byte. */
#include "tp2ph.h"

#include "arithmetic.h"

int main(void) {
  unsigned char byte;
  unsigned factors = 0;
  tp2ph_input(byte);
  unsigned n = byte;
  if (n > 250 || is_prime(n))
    return 1;
  unsigned most = root(n);
  for (unsigned d = 2; d <= most; d++)
    if (is_prime(d))
      while (divides(d, n)) {
        factors++;
        n = quotient(n, d);
        if (n == 0)
          return 2;
      }
  return n == 1 ? 0 : 3;
}
