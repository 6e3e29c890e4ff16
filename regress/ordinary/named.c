/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of different lengths that an index picks.
 * Decided: 14 covered, 4 infeasible */
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static const char *names[] = {"idle", "run", "stop", "error"};

static int parse(const char *s) {
  for (int i = 0; i < 4; i++)
    if (!strcmp(names[i], s))
      return i;
  return -1;
}

int main(void) {
  int s = __VERIFIER_nondet_int();
  if (s < 0 || s >= 4)
    return 9;
  if (strcmp(names[s], "run") == 0)
    return 1;
  if (strcmp(names[s], "halt") == 0)
    return 8;
  if (strlen(names[s]) == 5)
    return 2;
  if (strchr(names[s], 'z'))
    return 6;
  if (parse(names[s]) != s)
    return 7;
  return 0;
}
