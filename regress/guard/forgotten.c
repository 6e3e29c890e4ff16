/* A store outside of its object, which the model takes not to happen. Of the
 * two calls of is_clean the model leads a run astray at the first; why the
 * second can't be decided is something else. */
#include <stdio.h>

extern unsigned __VERIFIER_nondet_uint(void);
static int b[8], a[2], c[8];

static int is_clean(void) {
  if (b[0] + b[1] + b[2] + b[3] + c[0] + c[1] + c[2] + c[3] == 0)
    return 1;
  return 0;
}

int main(void) {
  char text[8];
  unsigned x = __VERIFIER_nondet_uint();
  unsigned last = x == 77777 ? 8 : 0;
  int *p = a;
  for (int k = 0; k < 8; k++)
    b[k] = c[k] = 0;
  for (unsigned k = 0; k <= last; k++)
    p[k] = 1;
  if (x == 77777)
    return is_clean();
  if (x == 5 && b[0])
    return 9;
  snprintf(text, sizeof text, "%d", 5);
  if (text[0] == '7')
    return is_clean();
  return 0;
}
