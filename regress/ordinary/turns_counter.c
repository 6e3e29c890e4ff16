/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A counter that is above 0 whenever the machine is in that state.
 * Decided: 11 covered, 1 infeasible */
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  int st = 0, cnt = 0;
  for (;;) {
    _Bool ev = __VERIFIER_nondet_bool();
    if (st == 0) {
      if (ev) {
        st = 1;
        cnt++;
      }
    } else if (ev)
      cnt++;
    else {
      if (cnt > 0)
        cnt--;
      else
        return 50;
      st = cnt ? 1 : 0;
    }
    if (cnt == 20)
      return 9;
  }
}
