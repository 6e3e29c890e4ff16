/* A function that calls itself twice, as deep as an input says.
 * Branches: 10
 * Dead branches: 3
 *   n > 1, T
 *   n > 1, F
 *   r == 100, T
 */
extern unsigned char __VERIFIER_nondet_uchar(void);
static int rec(int n, int v) {
  if (n <= 0)
    return v;
  if (v == 2)
    return rec(n - 2, v + 1);
  return rec(n - 1, v - 1) + rec(n - 3, v);
}
static int never(int n) {
  if (n > 1)
    return never(n - 1) + never(n - 2);
  return 1;
}
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar() & 7;
  unsigned char y = __VERIFIER_nondet_uchar() & 3;
  int r = rec(x, y);
  if (r == -1)
    return 1;
  if (r == 100)
    return never(x);
  return 0;
}
