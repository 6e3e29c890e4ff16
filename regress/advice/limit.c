/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A loop of more turns than are followed one by one. */
int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  if (n > 200)
    return 2;
  for (int i = 0; i < n; i++)
    s += 2;
  if (s == 7)
    return 1;
  return 0;
}
