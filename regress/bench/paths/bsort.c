/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bubble sort of 30 bytes. */
#include "tp2ph.h"

enum { N = 30 };

static void sort(unsigned char *v, int n) {
  for (int last = n - 1; last > 0; last--)
    for (int i = 0; i < last; i++)
      if (v[i] > v[i + 1]) {
        unsigned char swapped = v[i];
        v[i] = v[i + 1];
        v[i + 1] = swapped;
      }
}

int main(void) {
  unsigned char v[N];
  for (int i = 0; i < N; i++)
    tp2ph_input(v[i]);
  sort(v, N);
  return v[0] == 0;
}
