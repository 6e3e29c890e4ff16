/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges of cases and of elements; designators that give a member again.
 * Decided: 10 covered, 5 infeasible */

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  switch (x) {
  case 0 ... 9:
    if (x > 9)
      return 1;
    return 2;
  case 10:
    return 3;
  }
  struct {
    struct {
      int a, b[3];
    } in;
    int z;
  } s = {.in.b[1] = 4, .z = x, .in = {.a = 3, .b = {[2] = x}}};
  if (s.in.b[1])
    return 4;
  if (s.in.b[2] != x)
    return 5;
  if (s.z == 77 && s.in.a == 3)
    return 6;
  int t[6] = {[1 ... 3] = 5};
  if (t[2] != 5)
    return 7;
  return 0;
}
