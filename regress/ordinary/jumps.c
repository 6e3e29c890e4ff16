/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jumps out of and inside of ({ }), a switch in one.
 * Decided: 16 covered, 3 infeasible */

extern char __VERIFIER_nondet_char(void);

int main(void) {
  int x = __VERIFIER_nondet_char(), y = 0;
  y += ({
    int r = 0;
  again:
    if (++r < 3)
      goto again;
    if (x == 9)
      goto out;
    switch (x) {
    case 1:
      r = 10;
      break;
    case 2 ... 4:
      r += x;
    }
    r;
  });
  if (y == 10 && x != 1)
    return 1;
  if (y == 6)
    return x == 3 ? 2 : 3;
out:
  return x == 9 && y ? 4 : 0;
}
