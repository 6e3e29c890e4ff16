/*
 * What <math.h> of the C library expands to: numbers told apart by functions
 * with names of their own.
 * Branches: 24
 * Dead branches: 6
 *   f == f (T), f < 1e30f (T)   not of a NaN, not of an infinity
 *   behind __finite             __isnan (T), __isinf (T), d > 0 (T) if negative
 *   !__isinf(d) (T)             nothing else is left
 */
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
extern int __isnanf(float), __isinff(float);
extern int __finite(double), __signbit(double), __isinf(double), __isnan(double);
int main(void) {
  float f = __VERIFIER_nondet_float();
  double d = __VERIFIER_nondet_double();
  if (__isnanf(f)) {
    if (f == f)
      return 1;
    return 2;
  }
  if (__isinff(f)) {
    if (f > -1e30f && f < 1e30f)
      return 3;
    return 4;
  }
  if (__finite(d)) {
    if (__isnan(d) || __isinf(d))
      return 5;
    if (__signbit(d) && d > 0)
      return 6;
    return 7;
  }
  if (__isnan(d))
    return 8;
  if (!__isinf(d))
    return 9;
  return 0;
}
