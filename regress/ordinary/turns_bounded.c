/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A guarded counter in a loop that ends by itself.
 * Decided: 9 covered, 1 infeasible */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  int sp = 0;
  for (int fuel = 0; fuel < 100; fuel++) {
    int op = __VERIFIER_nondet_uchar();
    if (op < 100) {
      if (sp == 8)
        return 21;
      sp++;
    } else {
      if (sp == 0)
        return 20;
      sp--;
    }
    if (sp > 8)
      return 91;
  }
  return 0;
}
