/* Conditions that random values hardly turn, each of another kind. */
#include <math.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);

static const unsigned short limits[8] = {3, 900, 17, 42000, 5, 61, 7, 8};
static unsigned char seen[64];

/* Not followed from path to path: the table is too large. */
static int large[4000];

static int integers(int a, int b) {
  if (a * 3 - b == 123457)
    return 1;
  if (a > 1000 && a < 1003 && b == -7)
    return 2;
  if (a == 40 || (b & 0xff00) == 0x4200)
    return 3;
  return 0;
}

static int floats(double x, double y) {
  if (x * y > 1e6 && x < 10)
    return 1;
  if (x + y == 12.5)
    return 2;
  return 0;
}

static int words(const char *word) {
  if (strcmp(word, "RETEST") == 0)
    return 1;
  if (strncmp(word, "QA_", 3) == 0)
    return 2;
  return 0;
}

static int tables(unsigned char i) {
  int n = 0;
  if (limits[i & 7] == 42000)
    return 1;
  for (int k = 0; k < 64; k++)
    seen[k] = __VERIFIER_nondet_uchar() == 200;
  for (int k = 0; k < 64; k++)
    n += seen[k];
  if (n > 3) /* no input is in n, but each decides over it */
    return 2;
  return 0;
}

static int taken_as_it_is(int a) {
  for (int i = 0; i < 4000; i++)
    large[i] = i * 7;
  if (a >= 0 && a < 4000 && large[a] == 21007)
    return 1;
  if (lgamma(1 + (unsigned)a % 100) > 359.1) /* not modelled */
    return 2;
  return 0;
}

static int counters(void) {
  int level = 0;
  for (int i = 0; i < 200; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c == 0)
      break;
    level += c == 'u' ? 1 : level > 0 ? -1 : 0;
    if (level == 25)
      return 1;
  }
  return 0;
}

int main(void) {
  char word[8] = "";
  switch (__VERIFIER_nondet_uchar() % 6) {
  case 0: {
    int a = __VERIFIER_nondet_int();
    return integers(a, __VERIFIER_nondet_int());
  }
  case 1: {
    double x = __VERIFIER_nondet_double();
    return floats(x, __VERIFIER_nondet_double());
  }
  case 2:
    for (int i = 0; i < 7; i++)
      word[i] = (char)__VERIFIER_nondet_uchar();
    return words(word);
  case 3:
    return tables(__VERIFIER_nondet_uchar());
  case 4:
    return taken_as_it_is(__VERIFIER_nondet_int());
  default:
    return counters();
  }
}
