/* A small cheap program: what its runs are made of is always the same. One
 * branch is never taken. */
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);

static int check(int value, int low, int high) {
  if (value < low)
    return 1;
  return value > high ? 2 : 0;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  unsigned char job = __VERIFIER_nondet_uchar();
  double volts = __VERIFIER_nondet_double();
  int bin = check(a, 10, 20) + 3 * check(b, 100, 300);
  switch (a) { /* another value in each run */
  case 5:
    bin++;
    break;
  case 123456789:
    bin += 2;
  }
  if (job == 7 && volts > 1.25)
    bin++;
  if (a * 3 + b == 987654321 && b == 777777)
    bin = 99;
  if (bin == 1000)
    return 1;
  return 0;
}
