/* Names that hide each other, declarations everywhere, gcc's local labels. */
#include "behave.h"

static int v = 3;
typedef int number;

static int hide(int v) {
  int r = v;
  {
    int v = r + 1;
    r += v;
    for (int v = 0; v < 2; v++) {
      extern int printf(const char *, ...);
      int r = v;
      printf("%d %d\n", r, v);
    }
    {
      number number = v + 1;
      r += number;
    }
  }
  return r + v;
}

static int labels(int k) {
  __label__ again, done;
  int n = 0;
again:
  if (++n > k)
    goto done;
  goto again;
done:;
  int after = n * 2;
  return after;
}

static int declared(int k) {
  int a = k, b = a + 1, c = b > 2 ? a : b, *p = &c, d[2] = {a, b};
  const int e = *p + d[1], f = e * 2;
  enum { LOW = 2, HIGH = 5 } level = k > 3 ? HIGH : LOW;
  struct local {
    int x;
  } s = {k}, t = s, *q = &t;
  unsigned char narrow = k * 100, wide = narrow + 1;
  register int fast = k;
  if (k)
    ;
  else
    ;
  switch (k)
  case 3:
    fast++;
  q->x += fast;
  return a + b + c + d[0] + e + f + level + t.x + narrow + wide;
}

static int empty(void) {
  return 0;
}

static int unused(int a, int b) {
  return a ? 1 : 2;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int k = 0; k < 7; k++) {
    int x = in(6);
    SHOW(hide(x));
    SHOW(labels(x));
    SHOW(declared(x));
    SHOW(empty() + unused(x, x + 1));
    v = v + x;
    SHOW(v);
  }
  return argc - 1;
}
