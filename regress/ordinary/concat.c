/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text of inputs behind another one: it ends where the inputs do.
 * Decided: 16 covered, 4 infeasible */
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char in[6], out[16];
  for (int i = 0; i < 5; i++)
    in[i] = __VERIFIER_nondet_char();
  in[5] = 0;
  strcpy(out, "id:");
  strcat(out, in);
  if (strlen(out) < 3 || strlen(out) > 8)
    return 9;
  if (strcmp(out, "id:ab") == 0)
    return 1;
  if (out[3] == 'x' && in[0] != 'x')
    return 8;
  char *p = strchr(out, '=');
  if (p && p - out == 5)
    return 2;
  if (p && *p != '=')
    return 7;
  return 0;
}
