/* What the solver finds hard in one function leaves the others alone. */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

static int hard(const char *s) {
  int turns = 0;
  char *end;
  long n = strtol(s, &end, 0);
  while (n > 1 && turns < 500) {
    n = n % 2 ? n * n % 1000003 : n / 3 * n;
    turns++;
  }
  return turns == 17;
}

static int easy(int x) {
  if (x & 1 && (x & 3) == 2)
    return 1;
  if (x > 5 && x < 3)
    return 2;
  return 0;
}

int main(void) {
  int k = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  char s[7];
  for (int i = 0; i < 6; i++)
    s[i] = __VERIFIER_nondet_char();
  s[6] = 0;
  return k == 1 ? hard(s) : easy(x);
}
