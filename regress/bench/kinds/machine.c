/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A machine with a state that reads commands for ever. 54 branches; 9 are dead.
 */
#include <stdio.h>
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int a1 = 23, a19 = 9, a10 = 0, a12 = 0, a4 = 14;
int inputs[] = {2, 5, 3, 1, 6, 4};
void errorCheck(void) {
  if ((a19 == 10 && a10 == 1) && a4 == 14) {
    abort();
  }
  if (a12 > 50 && a10 == 3) {
    abort();
  }
}
int calculate_output(int input) {
  errorCheck();
  if (((a10 == 0) && (input == 1)) && (a4 == 14)) {
    a10 = 1;
    a12 = a12 + 7;
    return 21;
  } else if (a10 == 1 && input == 5 && a12 < 100) {
    a10 = 2;
    a19 = 8;
    return 22;
  } else if (a10 == 2 && (input == 3 || input == 2)) {
    a10 = 3;
    a12 = (a12 * 9) / 10 + 30;
    return 23;
  } else if (a10 == 3 && input == 6 && a12 > 30) {
    a10 = 0;
    a4 = a4 - 1;
    return 24;
  } else if (a10 == 3 && input == 4) {
    a10 = 1;
    a12 -= 5;
    return 25;
  }
  return -2;
}
int main() {
  int output = -1;
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input != 1 && input != 2 && input != 3 && input != 4 && input != 5 &&
        input != 6)
      return -2;
    output = calculate_output(input);
    if (output == -2)
      fprintf(stderr, "Invalid input: %d\n", input);
    else if (output != -1)
      printf("%d\n", output);
  }
}
