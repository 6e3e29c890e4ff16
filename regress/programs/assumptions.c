/* Assumptions: runs that break one are no tests, and prove nothing.
 * Conditions inside of them are not counted.
 * Branches: 20
 * Dead branches: 7
 *   a < -5                        a later assumption excludes it
 *   a == -3, !(c == 5), kind == 2, range > 9, range < 0, even == 7
 *                                 an earlier one excludes them
 */
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void klee_assume(unsigned long);
static int half(int n) {
  if (n == 0)
    n = 8;
  __VERIFIER_assume(n > -100);
  return n / 2;
}
static int only(int c) {
  __VERIFIER_assume(c == 5);
  if (c == 5)
    return 1;
  return 0;
}
int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  if (a < -5)
    b++;
  __VERIFIER_assume(a > 0 && b > 0);
  __VERIFIER_assume(a < 1000);
  if (a == -3)
    return 1;
  if (b == 7)
    return 2;
  int c = only(__VERIFIER_nondet_int());
  int kind = __VERIFIER_nondet_int();
  __VERIFIER_assume(kind == 1 || kind == 3);
  if (kind == 2)
    return 3;
  int range = __VERIFIER_nondet_int();
  klee_assume((range >= 0) & (range < 10));
  if (range > 9)
    return 4;
  if (range < 0)
    return 5;
  int even = __VERIFIER_nondet_int();
  __VERIFIER_assume(even % 2 == 0);
  if (even == 7)
    return 6;
  if (even == 8)
    return half(__VERIFIER_nondet_int()) == 4;
  return c;
}
