/* The same input decides for ever: no later turn of the loop can be left. */
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf again;
static int tries;

int main(void) {
  int value = __VERIFIER_nondet_int(), site = __VERIFIER_nondet_int();
  int job = __VERIFIER_nondet_int();
  if (setjmp(again))
    tries++;
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
  return 0;
}
