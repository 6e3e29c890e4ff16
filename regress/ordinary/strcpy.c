/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strcpy, strcat: what is there afterwards, wherever the texts end.
 * Decided: 9 covered, 3 infeasible */
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char a[8], b[8];
  a[0] = __VERIFIER_nondet_char();
  a[1] = 'x';
  a[2] = 0;
  strcpy(b, a);
  if (b[0] == 'k' && b[1] != 'x')
    return 1;
  if (!strcmp(b, "qx"))
    return 2;
  strcat(b, "yz");
  if (strlen(b) == 4 && b[3] == 'z')
    return 3;
  if (strlen(b) > 4)
    return 4;
  return 0;
}
