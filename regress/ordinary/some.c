/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies and fills of as many bytes as inputs say: what lies behind them stays.
 * Decided: 27 covered, 5 infeasible */
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int split(const char *s, char *key, char *value) {
  const char *eq = strchr(s, '=');
  if (!eq || eq == s)
    return 0;
  size_t n = (size_t)(eq - s);
  memcpy(key, s, n);
  key[n] = 0;
  strcpy(value, eq + 1);
  return 1;
}

int main(void) {
  unsigned char buf[8] = {0};
  int table[4] = {1, 2, 3, 4};
  char text[6], key[6], value[6];
  unsigned n = __VERIFIER_nondet_uint();
  if (n > 8)
    return 9;
  memset(buf, 0xaa, n);
  if (n < 8 && buf[7] == 0xaa)
    return 8;
  if (n > 3 && buf[3] != 0xaa)
    return 7;
  memmove(table, table + 1, n % 4 * sizeof *table);
  if (table[0] == 2 && table[2] == 3)
    return 1;
  if (table[3] != 4)
    return 6;
  for (int i = 0; i < 5; i++)
    text[i] = (char)__VERIFIER_nondet_uchar();
  text[5] = 0;
  if (!split(text, key, value))
    return 2;
  if (strlen(key) > 4 || strlen(key) == 0)
    return 5;
  if (!strcmp(key, "t") && !strcmp(value, "25"))
    return 3;
  return 0;
}
