/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No other state than those of the machine, beside a timer that has no bound.
 * Decided: 19 covered, 1 infeasible */
extern unsigned char __VERIFIER_nondet_uchar(void);
enum { INIT, WAIT, PURGE, BURN, LOCK };
int main(void) {
  int s = INIT, timer = 0, tries = 0;
  for (;;) {
    int v = __VERIFIER_nondet_uchar();
    timer++;
    switch (s) {
    case INIT:
      if (timer >= 10) {
        s = WAIT;
        timer = 0;
      }
      break;
    case WAIT:
      if (v < 55) {
        s = PURGE;
        timer = 0;
        tries = 0;
      }
      break;
    case PURGE:
      if (timer >= 15) {
        s = BURN;
        timer = 0;
      }
      break;
    case BURN:
      if (v < 5) {
        s = ++tries >= 3 ? LOCK : PURGE;
        timer = 0;
      }
      break;
    case LOCK:
      if (timer > 20 && v < 30) {
        s = INIT;
        timer = 0;
      }
      break;
    }
  }
}
