/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sprintf, snprintf, vsnprintf: keys that are made of numbers and names.
 * Decided: 23 covered, 7 infeasible */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

static const char *const names[] = {"pass", "fail", "alarm"};

static int put(char *to, size_t n, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int length = vsnprintf(to, n, format, list);
  va_end(list);
  return length;
}

int main(void) {
  char key[16], line[12];
  int site = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_int();
  unsigned code = (unsigned)__VERIFIER_nondet_int();
  if (site < 0 || site > 15 || s < 0 || s > 2)
    return 9;
  sprintf(key, "site%d", site);
  if (strcmp(key, "site12") == 0)
    return 1;
  if (strcmp(key, "site99") == 0)
    return 8;
  if (strlen(key) > 6)
    return 7;
  int n = snprintf(line, sizeof line, "%-5s:%04X", names[s], code & 0xffff);
  if (n >= (int)sizeof line)
    return 6;
  if (strcmp(line, "fail :00FF") == 0)
    return 2;
  if (line[0] == 'a' && s != 2)
    return 5;
  if (put(line, 4, "%03d%c", site, 'x') != 4)
    return 4;
  if (line[2] == '7' && line[3] == 0)
    return 3;
  if (line[3])
    return 10;
  return 0;
}
