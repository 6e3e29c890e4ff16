/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A code and its inverse, checksums. */
#include <string.h>
#include "tp2ph.h"
static int enc(const unsigned char *s, int n, unsigned char *o) {
  int k = 0;
  for (int i = 0; i < n;) {
    int j = i;
    while (j < n && s[j] == s[i] && j - i < 255)
      j++;
    o[k++] = (unsigned char)(j - i);
    o[k++] = s[i];
    i = j;
  }
  return k;
}
static int dec(const unsigned char *s, int n, unsigned char *o, int cap) {
  int k = 0;
  for (int i = 0; i + 1 < n; i += 2) {
    for (int c = 0; c < s[i]; c++) {
      if (k >= cap)
        return -1;
      o[k++] = s[i + 1];
    }
  }
  return k;
}
static unsigned crc(const unsigned char *s, int n) {
  unsigned c = ~0u;
  for (int i = 0; i < n; i++) {
    c ^= s[i];
    for (int b = 0; b < 8; b++)
      c = c & 1 ? (c >> 1) ^ 0xEDB88320u : c >> 1;
  }
  return ~c;
}
int main(void) {
  unsigned char in[12], e[32], d[16];
  tp2ph_input(in);
  int n = enc(in, 12, e);
  if (n > 24)
    return 1;
  if (n == 2)
    return 2;
  int m = dec(e, n, d, 16);
  if (m != 12)
    return 3;
  if (memcmp(in, d, 12))
    return 4;
  if (n == 6 && in[0] == 'A' && in[11] == 'Z')
    return 5;
  if ((crc(in, 4) & 0xffff) == 0xbeef)
    return 6;
  unsigned char x[8];
  tp2ph_input(x);
  m = dec(x, 8, d, 16);
  if (m == -1)
    return 7;
  if (m == 16)
    return 8;
  if (m == 3 && d[2] == 9)
    return 9;
  return 0;
}
