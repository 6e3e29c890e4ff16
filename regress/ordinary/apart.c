/* A block of the heap lies where nothing else lies; a length is no more than
 * inputs say. Decided: 11 covered, 4 infeasible, 1 unknown */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static char spare[16];

int main(void) {
  int n = __VERIFIER_nondet_int();
  char *p = n > 50 ? spare : malloc(16);
  if (!p) /* no run lacks memory */
    return 1;
  if (p == spare) {
    if (n <= 50)
      return 2;
    return 0;
  }
  if (n > 50)
    return 3;
  strcpy(p, "abcdefgh");
  size_t most = n & 7, length = strnlen(p, most);
  if (length != most)
    return 4;
  if (strnlen(p, most + 6) > 8)
    return 5;
  if (length == 7)
    return 6;
  return 0;
}
