/* SPDX-License-Identifier: GPL-3.0-or-later */
/* <ctype.h>.
 * Decided: 5 covered, 1 infeasible */
#include <ctype.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char c = __VERIFIER_nondet_char();
  if (isdigit((unsigned char)c) && isalpha((unsigned char)c))
    return 1;
  if (toupper((unsigned char)c) == 'K' && c == 'k')
    return 2;
  if (isspace((unsigned char)c) && c > 'a')
    return 3;
  return 0;
}
