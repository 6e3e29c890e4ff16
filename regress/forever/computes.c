/* Reads, and then computes for ever without reading: that is a hang.
 * EXPECT status 1, unknown 0, ends exit timeout, hang 10 */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  volatile unsigned sum = 0;
  for (int i = 0; i < 100; i++)
    sum += (unsigned)__VERIFIER_nondet_int();
  if (sum == 12345)
    for (;;)
      sum++;
  return 0;
}
