/* A machine that reads commands for ever: hardly a run ends by itself, and what
 * is far away needs many of them. Too far for most strategies. */
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
    step(what);
    if (alarms == 2)
      return 2;
  }
}
