/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line "name=value": found, cut and read.
 * Decided: 11 covered, 3 infeasible */
#include <stdlib.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char line[10] = "vdd=330";
  line[2] = __VERIFIER_nondet_char();
  line[4] = __VERIFIER_nondet_char();
  char *at = strchr(line, '=');
  if (!at)
    return 1;
  *at = 0;
  if (strcmp(line, "vdd") != 0 && strlen(line) == 4)
    return 2;
  char *end;
  long value = strtol(at + 1, &end, 10);
  if (end == at + 1)
    return 3;
  if (value > 999)
    return 4;
  if (value == 330 && *end)
    return 5;
  return 0;
}
