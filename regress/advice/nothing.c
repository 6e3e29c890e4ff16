/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a number points to is not known. */
#include <stdint.h>

int __VERIFIER_nondet_int(void);

static int table[4];

int main(void) {
  int x = __VERIFIER_nondet_int();
  int *p = (int *)((uintptr_t)table + (uintptr_t)(x & 3) * sizeof(int));
  *p = 1;
  if (table[0] + table[1] + table[2] + table[3] == 2)
    return 1;
  return 0;
}
