/* SPDX-License-Identifier: GPL-3.0-or-later */
/* errno: strtol says in it what does not fit; what is called besides may leave
 * anything there, as printf.
 * Decided: 14 covered, 1 infeasible, 1 unknown */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern char __VERIFIER_nondet_char(void);

static int parse(const char *s, long *out) {
  char *end;
  errno = 0;
  long v = strtol(s, &end, 10);
  if (errno == ERANGE)
    return 2;
  if (end == s || *end)
    return 1;
  if (v > 1000)
    return 3;
  *out = v;
  return 0;
}

int main(void) {
  char text[4] = "999";
  char big[32] = "9223372036854775800";
  long v;
  for (int i = 0; i < 3; i++)
    text[i] = __VERIFIER_nondet_char();
  if (parse(text, &v) == 2)
    return 2; /* three characters always fit */
  big[18] = __VERIFIER_nondet_char();
  errno = 0;
  unsigned n = (unsigned)strlen(big);
  if (errno)
    return 4; /* never */
  if (parse(big, &v) == 2)
    return 3;
  printf("%u\n", n);
  if (errno == 7)
    return 5; /* printf may set it */
  return 0;
}
