/* What proofs rest on: assignments, calls, loops, pointers, ways that meet. Each
 * dead branch has its line in regress/suite/proofs.sh. */
int __VERIFIER_nondet_int(void);
static int classify(int v) {
  if (v > 100)
    return 1;
  if (v < 0)
    return 2;
  return 3;
}
int main(void) {
  int a = __VERIFIER_nondet_int();
  int bin = 3, sum = 0;
  if (a > 10)
    bin = 4;
  for (int i = 0; i < 4; i++)
    sum += i;
  if (sum == 7)
    return 9;
  if (bin == 7)
    return 1;
  int k = classify(a);
  if (k == 5)
    return 2;
  if (a > 5) {
    if (bin == 3 && a > 20)
      return 3;
  }
  int *p = &bin;
  *p = 8;
  if (bin != 8) {
    if (a == 3)
      return 4;
  }
  int late(int);
  int (*f)(int) = a == 4 ? classify : 0;
  return f && f != late && f(a) == 2;
}
int late(int v) {
  if (v > 3)
    return 1;
  return 2;
}
