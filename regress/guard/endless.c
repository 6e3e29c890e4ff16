/* A store outside of its object, and a search that does not end by itself: what
 * is printed is not followed. */
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);
static int b[8], a[2], c[8];

int main(void) {
  char text[16];
  unsigned x = __VERIFIER_nondet_uint();
  unsigned last = x == 77777 ? 8 : 0;
  int *p = a;
  for (int k = 0; k < 8; k++)
    b[k] = c[k] = 0;
  for (unsigned k = 0; k <= last; k++)
    p[k] = 1;
  if (x == 77777) {
    if (b[0] + b[1] + b[2] + b[3] + c[0] + c[1] + c[2] + c[3] == 0)
      return 1;
    return 2;
  }
  if (x == 5 && b[0])
    return 9;
  snprintf(text, sizeof text, "%u", x);
  return text[0] == 'x' ? 7 : 0;
}
