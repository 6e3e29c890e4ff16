/* Tries again for ever while its input is low: by longjmp, with new inputs each
 * time. With all inputs 0 it never ends; every branch can be taken. */
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf again;
static int tries;

int main(void) {
  int job = __VERIFIER_nondet_int();
  if (setjmp(again))
    tries++;
  int value = __VERIFIER_nondet_int(), site = __VERIFIER_nondet_int();
  if (job == 7) {
    if (site == 2)
      return 3;
  }
  if (value < 3)
    longjmp(again, 1);
  if (site > 5)
    return 1;
  if (job > 6)
    return 2;
  if (job == 4) {
    if (value == 9)
      return 5;
  }
  return 0;
}
