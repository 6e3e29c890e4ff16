/*
 * A tester that waits for commands: what a command does depends on those
 * before it, and there is no limit to how many come.
 * Branches: 28
 * Dead branches: 5
 *   phase == LOST (T), both conditions behind it   nothing enters that phase
 */
extern int __VERIFIER_nondet_int(void);

enum { WAIT, CONTACT, FORCE, MEASURE, DONE, LOST };
#define KEYS 12

static const int keys[KEYS] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8};
static int phase = WAIT, fails;

/* The keys in their order open the engineering mode. */
static int unlock(int key) {
  static int step;
  step = key == keys[step] ? step + 1 : 0;
  return step == KEYS;
}

static int command(int what) {
  if (phase == LOST) {
    if (what > 0)
      return -2;
    if (fails == 0)
      return -3;
  }
  switch (what) {
  case 1:
    if (phase == WAIT)
      phase = CONTACT;
    return 0;
  case 2:
    if (phase != CONTACT)
      return ++fails;
    phase = FORCE;
    return 0;
  case 3:
    if (phase == FORCE && fails < 2)
      phase = MEASURE;
    else if (phase == MEASURE)
      phase = DONE;
    return 0;
  default:
    return 1;
  }
}

int main(void) {
  for (;;) {
    int what = __VERIFIER_nondet_int();
    if (what == 0)
      return phase == DONE;
    if (unlock(what) == 1)
      return 9;
    if (command(what) > 3)
      return 2;
  }
}
