/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function outside of the program delivers. */
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (getppid() == 12345 && x == 6)
    return 1;
  return 0;
}
