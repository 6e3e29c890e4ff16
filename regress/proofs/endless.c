/* Floats that are printed are not followed: the search for the last branch
 * takes all the time there is. */
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  char text[16];
  unsigned x = __VERIFIER_nondet_uint();
  unsigned mode = x > 9 ? 3 : 4;
  for (int i = 0; i < 3; i++)
    x ^= __VERIFIER_nondet_uint();
  snprintf(text, sizeof text, "%g", (double)x);
  if (text[0] == 'x')
    return 1;
  if (mode == 5) /* dead */
    return 2;
  return 0;
}
