/* Reads 10,000 samples, then ends: what lies behind them is reached.
 * EXPECT status 0, unknown 0, ends exit */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int high = 0, last = 0;
  for (int i = 0; i < 10000; i++) {
    last = __VERIFIER_nondet_int();
    high |= last;
  }
  if (high == 0)
    return 1;
  return last == 4711 ? 2 : 3;
}
