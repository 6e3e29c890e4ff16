/* Inputs for the behaviour programs: 0 in a plain run, so each is varied by a
 * sequence of its own; the value still depends on the input. */
#ifndef BEHAVE_H
#define BEHAVE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
_Bool __VERIFIER_nondet_bool(void);

static unsigned behave_state = 12345;
static int vary(int n) {
  behave_state = behave_state * 1103515245u + 12345u;
  return (int)((behave_state >> 16) % (unsigned)n);
}
static int in(int n) {
  return __VERIFIER_nondet_int() + vary(n);
}
/* Conditions on a value: a symbolic value that is not what the program computed
 * is found out by one of them. */
static int passed;
static long witness(long v) {
  for (int bit = 0; bit < 12; bit++)
    if (v >> bit & 1)
      passed++;
  if (v < 0 || v > 5000)
    passed++;
  return v;
}
static double witness_double(double v) {
  if (v < 0 || v > 1)
    passed++;
  if (v > 2.5 && v != 7)
    passed++;
  return v;
}
#define SHOW(x) printf("%d %s = %ld\n", __LINE__, #x, witness(x))
#define SHOWF(x) printf("%d %s = %.17g\n", __LINE__, #x, witness_double(x))

#endif
