/* Arithmetic by addition, subtraction and comparison only. */
#ifndef ARITHMETIC_H
#define ARITHMETIC_H

static int divides(unsigned d, unsigned n) {
  while (n > 0) {
    if (n < d)
      return 0;
    n -= d;
  }
  return 1;
}

static unsigned quotient(unsigned n, unsigned d) {
  unsigned q = 0;
  for (; n >= d; n -= d)
    q++;
  return q;
}

/* The largest r with r * r <= n: odd numbers are taken off. */
static unsigned root(unsigned n) {
  unsigned r = 0;
  for (unsigned odd = 1; n >= odd; odd += 2) {
    n -= odd;
    r++;
  }
  return r;
}

static int is_prime(unsigned n) {
  if (n == 2 || n == 3)
    return 1;
  if (n < 2 || divides(2, n) || divides(3, n))
    return 0;
  unsigned most = root(n);
  for (unsigned d = 5; d <= most; d += 6)
    if (divides(d, n) || divides(d + 2, n))
      return 0;
  return 1;
}

#endif
