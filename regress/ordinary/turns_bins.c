/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bins that are always found, with counts beside them.
 * Decided: 22 covered, 2 infeasible */
extern int __VERIFIER_nondet_int(void);
static struct {
  int no, count, cons;
} bins[5] = {{1, 0, 0}, {5, 0, 0}, {6, 0, 0}, {7, 0, 0}, {99, 0, 0}};
static int find_bin(int no) {
  for (int i = 0; i < 5; i++)
    if (bins[i].no == no)
      return i;
  return -1;
}
int main(void) {
  for (;;) {
    int v = __VERIFIER_nondet_int(), sbin = 1;
    if (v < 0)
      sbin = 5;
    else if (v > 1000)
      sbin = 6;
    else if (v == 500)
      sbin = 7;
    int b = find_bin(sbin);
    if (b < 0)
      return 70;
    bins[b].count++;
    for (int i = 0; i < 5; i++)
      if (i != b)
        bins[i].cons = 0;
    if (++bins[b].cons >= 3 && sbin != 1)
      return sbin == 7 ? 2 : 3;
    if (bins[0].count == 10)
      return 0;
  }
}
