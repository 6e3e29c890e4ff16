/* What a loop begins with is one of what an earlier one left. */
extern int __VERIFIER_nondet_int(void);
enum result { IDLE, READY = 3, BUSY, FAILED = -2 };
static enum result last = IDLE;
static int tested, failed;

int main(void) {
  for (int turn = 0; turn < 70; turn++)
    if (__VERIFIER_nondet_int() == turn)
      last = BUSY;
  for (int turn = 0; turn < 70; turn++) {
    int measured = __VERIFIER_nondet_int();
    if (measured > 7)
      last = FAILED;
    if (last == READY)
      tested++;
  }
  for (int turn = 0; turn < 70; turn++) {
    if (__VERIFIER_nondet_int() < turn)
      failed++;
    if (last == READY)
      return 2;
  }
  return 0;
}
