/* A machine that reads commands for ever, whatever these are but one: no run
 * ends by itself before that one comes. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int phase = 0;
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what == 77)
      return phase;
    if (phase == 0 && what == 5)
      phase = 1;
    else if (phase == 1 && what == 9)
      phase = 2;
    else if (phase == 2 && what == 3)
      return 9;
  }
}
