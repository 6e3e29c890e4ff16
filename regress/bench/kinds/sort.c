/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sort whose result is checked, and a search in it. */
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void abort(void);
void reach_error(void) {
  abort();
}
int main() {
  int n = __VERIFIER_nondet_int();
  if (n < 1 || n > 8)
    return 0;
  int a[8];
  for (int i = 0; i < n; i++)
    a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n - 1; i++)
    for (int j = 0; j < n - i - 1; j++)
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
  for (int i = 0; i < n - 1; i++)
    if (a[i] > a[i + 1])
      reach_error();
  int l = 0, h = n - 1, k = __VERIFIER_nondet_int();
  while (l <= h) {
    int m = (l + h) / 2;
    if (a[m] == k)
      return 1;
    else if (a[m] < k)
      l = m + 1;
    else
      h = m - 1;
  }
  return 2;
}
