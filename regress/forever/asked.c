/* An input says how many others there are: many, or for ever.
 * EXPECT status 0, unknown 0, ends exit inputs */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  for (unsigned i = 0; n == 5 || i < n % 4096; i++)
    sum += __VERIFIER_nondet_uint() == 9;
  if (n == 3000)
    return 4;
  return sum > 2;
}
