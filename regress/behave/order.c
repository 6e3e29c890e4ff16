/* Side effects in odd places: the order is the compiler's own. */
#include "behave.h"

static int x, i, a[8];
static short sx;
static int *p;
static struct pair {
  int v, w;
} s, *ps = &s;
static char trail[4096];

static int note(int k) {
  char text[16];
  sprintf(text, "%d ", k);
  strcat(trail, text);
  return k;
}

static int f(void) {
  x += 100;
  i = 1;
  sx += 100;
  p = &a[3];
  a[0] += 50;
  s.v += 100;
  note(7);
  return in(5) + 7;
}

static void reset(void) {
  x = in(3);
  i = 0;
  sx = (short)in(4);
  p = &a[2];
  for (int k = 0; k < 8; k++)
    a[k] = in(9);
  s.v = in(6);
  s.w = 2;
  trail[0] = 0;
}

static int two(int u, int v) {
  return u * 1000 + v;
}

static int three(int u, int v, int w) {
  note(u);
  return u + 10 * v + 100 * w;
}

#define T(e) \
  do { \
    reset(); \
    int r = (e); \
    printf("%s -> %d [%d %d %d %d] %d %d %d %s\n", #e, r, a[0], a[1], a[2], \
           a[3], x, s.v, i, trail); \
    witness(r); \
    witness(a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3] + 11 * x + 13 * s.v); \
  } while (0)

int main(void) {
  T(x > f());
  T(x + f());
  T(x - f());
  T(sx - f());
  T(sx + f());
  T(a[0] + f());
  T(a[i] = f());
  T(*p = f());
  T(a[i] += f());
  T(x += f());
  T(s.v += f());
  T(x -= f());
  T(x = x - f());
  T(a[i] = f() + 1);
  T(a[i] = x + 1 + f());
  T(a[i] = (char)f());
  T(s.v + f());
  T(*p + f());
  T(ps->v * f());
  T(f() + x);
  T(x + 1 > f());
  T(x + 1 - f());
  T(a[i] = x - f());
  T((x, f()) - x);
  T(x ? x : f());
  T(a[f() & 7]);
  T(a[i] - f());
  T(p[i] - f());
  T(two(x, f()));
  T(two(f(), x));
  T(two(a[i], f()));
  T(two(f(), a[i]));
  T(two(x, x - f()));
  T(two(note(1) + x, note(2) + x));
  T(three(note(x), note(sx), note(a[0])));
  T(three(f(), f(), f()));
  T(two(two(x, f()), two(f(), x)));
  T(s.v = f());
  T(ps->v = f());
  T(x << (f() & 3));
  T(-x - f());
  T((long)x - f());
  T(x * 2.0 - f());
  T(x % (f() + 1));
  T((x & 3) | f());
  T(x == f());
  T(sx == f());
  T(!x - f());
  T(x - (i = f()));
  T(x - f() - f());
  T(a[x & 7] - f());
  T(x > f() && x < f());
  T(x > f() || note(3) > 2);
  T((x > f()) + (sx > f()) * 2);
  T(x++ + f());
  T(f() - --x);
  T(a[i]++ - f());
  T(*p++ = f());
  T(x = i = f());
  T(x += i += f());
  T((x = f()) > 3 ? (i = x) : (sx = (short)x));
  printf("%d %d %d\n", in(2) + x, f(), x);
  return 0;
}
