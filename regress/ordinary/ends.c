/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts that may not end where they lie: what their bytes decide is known.
 * Decided: 8 covered, 4 infeasible */
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char in[4];
  for (int i = 0; i < 4; i++)
    in[i] = __VERIFIER_nondet_char();
  in[0] = in[1] = 'a';
  if (strlen(in) < 2)
    return 9;
  if (strcmp(in, "b") == 0)
    return 8;
  if (strcmp(in, "aab") == 0 && in[3])
    return 7;
  if (strchr(in, 'a') != in)
    return 6;
  return 0;
}
