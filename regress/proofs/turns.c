/* A dead branch in a long loop: what is so in any turn is so in each. */
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int bin = 0;
  for (int turn = 0; turn < 150; turn++) {
    unsigned x = __VERIFIER_nondet_uint() & 3;
    unsigned twice = x + x;
    unsigned more = twice + 8;
    if (more == 13) /* dead */
      bin = 1;
  }
  return bin;
}
