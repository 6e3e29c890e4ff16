/*
 * A machine whose state nobody but the machine knows: it is volatile, so no
 * query can be asked about it, and no input decides the conditions on it. What
 * is far away is reached by trying what leads to new behaviour.
 * Branches: 32
 */
extern int __VERIFIER_nondet_int(void);

static volatile int phase, volts, alarms;

static int step(int what) {
  if (phase == 0 && what == 17) {
    phase = 1;
    volts += 7;
    return 1;
  }
  if (phase == 1 && what == 4 && volts < 100) {
    phase = 2;
    return 2;
  }
  if (phase == 2 && (what == 99 || what == 98)) {
    phase = 3;
    volts = volts * 9 / 10 + 30;
    return 3;
  }
  if (phase == 3 && what == -5) {
    phase = 0;
    alarms++;
    return 4;
  }
  if (phase == 3 && what == 6) {
    phase = 1;
    volts += 40;
    return 5;
  }
  return 0;
}

int main(void) {
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what < -5 || what > 100)
      return 1;
#ifndef FOR_EVER /* then most runs do not end by themselves */
    if (what == 0)
      return 1;
#endif
    step(what);
    if (alarms == 2)
      return 2;
  }
}
