/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A branch that only a proof decides, and the search is told not to prove. */
int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 10 && x < 5)
    return 1;
  return 0;
}
