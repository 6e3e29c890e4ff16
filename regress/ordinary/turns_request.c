/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A request that is there in each turn of the state that moves.
 * Decided: 24 covered, 2 infeasible */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int st = 0, trips = 0, floor_ = 0, want = -1;
  for (int t = 0; t < 200; t++) {
    int ev = __VERIFIER_nondet_uchar(), arg = ev >> 3;
    ev &= 7;
    if (ev == 1 && arg < 6)
      want = arg;
    if (st == 0) {
      if (want == floor_) {
        want = -1;
        trips++;
      } else if (want >= 0)
        st = 1;
    } else if (ev == 3) {
      if (want < 0)
        return 99;
      if (want > floor_)
        floor_++;
      else
        floor_--;
      if (floor_ == want)
        st = 0;
    }
    if (floor_ < 0 || floor_ > 5)
      return 98;
    if (trips > 12)
      return 9;
  }
  return 0;
}
