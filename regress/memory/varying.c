/* Results that nobody follows differ in each run, and so do the conditions in
 * which they are. Two branches are never taken. */
#include <stdio.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  char text[32];
  snprintf(text, sizeof text, "%d", a / 3);
  int third = atoi(text);
  if (b + third > 1000)
    b -= 5;
  if (b * 7 == third && third % 2 == 1 && third == 6)
    return 3;
  return third > b;
}
