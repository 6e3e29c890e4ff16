/* SPDX-License-Identifier: GPL-3.0-or-later */
/* strstr, strrchr: where a text, and the last of a byte, stands.
 * Decided: 6 covered, 2 infeasible */
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char s[12] = "lot=A7 ok";
  s[4] = __VERIFIER_nondet_char();
  int r = 0;
  char *p = strstr(s, "=B");
  if (p) {
    if (p == s + 3)
      r = 1;
    else
      r = 2;
  }
  if (strstr(s, "ok") == 0)
    r = 5;
  char *q = strrchr(s, 'o');
  if (q == s)
    r = 7;
  return r;
}
