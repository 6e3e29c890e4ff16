/* More ways to a branch than one argument has room for, and no induction: the
 * array is too large for that. Each has its own. */
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned table[150];
  int bin = 0;
  for (int turn = 0; turn < 150; turn++) {
    unsigned x = __VERIFIER_nondet_uint() & 3;
    table[turn] = x + x;
    table[turn] += 8;
    if (table[turn] == 13) /* dead */
      bin = 1;
  }
  return bin;
}
