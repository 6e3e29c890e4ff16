/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strncpy, memchr, strncmp, strcasecmp.
 * Decided: 5 covered, 1 infeasible */
#include <string.h>
#include <strings.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char a[8];
  strncpy(a, "abcdefghij", 7);
  a[7] = 0;
  a[3] = __VERIFIER_nondet_char();
  if (memchr(a, 'd', 7))
    return 1;
  if (strncmp(a, "abc", 3))
    return 2;
  if (strcasecmp(a, "ABCDEFG") == 0)
    return 3;
  return 0;
}
