/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A condition before the first input, which no input can turn. */
int __VERIFIER_nondet_int(void);

static int mode = 1;

int main(void) {
  int armed = 0;
  if (mode == 2)
    return 1;
  for (int turn = 0; turn < 4; turn++) {
    int x = __VERIFIER_nondet_int();
    if (x == 90210)
      armed = 1;
  }
  return armed;
}
