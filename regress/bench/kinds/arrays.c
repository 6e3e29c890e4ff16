/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hundred inputs: their maximum, sum, order and duplicates. */
#include "tp2ph.h"
#define N 100
int main(void) {
  int a[N];
  tp2ph_input(a);
  int k = tp2ph_input_int("k");
  int max = a[0], mi = 0;
  long sum = 0;
  int dup = 0, sorted = 1;
  for (int i = 0; i < N; i++) {
    if (a[i] > max) {
      max = a[i];
      mi = i;
    }
    sum += a[i];
    if (i && a[i] < a[i - 1])
      sorted = 0;
  }
  if (mi == N - 1 && max > 1000)
    return 1;
  if (sum == 12345)
    return 2;
  if (sorted && a[0] == 5 && a[N - 1] == 500) {
    int lo = 0, hi = N - 1;
    while (lo < hi) {
      int m = (lo + hi) / 2;
      if (a[m] < k)
        lo = m + 1;
      else
        hi = m;
    }
    if (a[lo] == k && lo == 37)
      return 3;
  }
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++)
      if (a[i] == a[j])
        dup++;
  if (dup == 0)
    return 4;
  if (dup == N * (N - 1) / 2 && a[0] == 77)
    return 5;
  return 0;
}
