/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a byte is a prime number. */
#include "tp2ph.h"

#include "arithmetic.h"

int main(void) {
  unsigned char n;
  tp2ph_input(n);
  if (quotient(n, 2) > 200)
    return 2;
  return is_prime(n);
}
