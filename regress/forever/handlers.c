/* A run that is given no more ends there: nothing that the program does at its
 * exit is done, and an exit with the same status is another end.
 * EXPECT status 0, unknown 0, ends exit inputs */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static void at_exit(void) {
  abort();
}

int main(void) {
  atexit(at_exit);
  while (1)
    if (__VERIFIER_nondet_int() == 8)
      _Exit(0);
}
