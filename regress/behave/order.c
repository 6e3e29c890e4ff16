/* Side effects in odd places: the order is the compiler's own. */
#include "behave.h"

static int x, i, a[8];
static short sx;
static int *p;
static struct pair {
  int v, w;
} s, *ps = &s, all[8], plain_all[8];
static unsigned u[8], plain_u[8];
static long l[8], plain_l[8];
static int plain[8];
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

static int g(void) {
  note(8);
  return 3;
}

static int move(void) {
  i = 3;
  return note(in(4) + 1);
}

static struct pair make(void) {
  note(6);
  return (struct pair){in(9), 4};
}

static struct pair make_plain(void) {
  note(6);
  return (struct pair){5, 4};
}

static struct pair *where(void) {
  note(5);
  return &all[2];
}

static int first(const struct pair *q) {
  return q->v + note(q->w);
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

static int sum(struct pair q, int k) {
  return q.v + q.w * k;
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
  T(a[note(1) & 7] = f());
  T(a[note(1) & 7] = (int)(unsigned)f());
  T((int)(u[note(1) & 7] = f()));
  T((int)(l[note(1) & 7] = f()));
  T(a[note(1) & 7] = f() + 1);
  T(a[note(1) & 7] += f());
  T(a[note(1) & 7] = x ? f() : note(4));
  T(a[note(1) & 7] = (note(2), f()));
  T(plain[note(1) & 7] = g());
  T((int)(plain_u[note(1) & 7] = g()));
  T((int)(plain_l[note(1) & 7] = g()));
  T(plain[note(1) & 7] = (int)(unsigned)g());
  T(plain[note(1) & 7] = g() + 1);
  T(plain[note(1) & 7] += g());
  T(plain[i] = move());
  T(a[i] = move());
  T((int)(u[i] = move()));
  T((all[note(1) & 7] = make()).v);
  T((all[note(1) & 7] = note(2) ? s : *ps).v);
  T((all[note(1) & 7] = (struct pair){note(2), f()}).v);
  T((all[note(1) & 7] = *(note(2), ps)).v);
  T((plain_all[note(1) & 7] = make_plain()).v);
  T((plain_all[note(1) & 7] = (struct pair){note(2), g()}).v);
  T((all[i] = move() ? s : *ps).v);
  T((all[i] = (struct pair){move(), 3}).v);
  T((*where() = make()).v);
  T(make().v + note(1));
  T(two(make().v, note(1)));
  T(first(&(struct pair){note(1), f()}) - note(3));
  T((note(1) ? s : *ps).v - f());
  T((all[1] = make(), all[1].v) - note(3));
  T((x ?: note(1)) - f());
  T((long)x & (int)f());
  T((int)((long)(short)x | (int)f()));
  T(-x + f());
  T(-f() + note(3));
  T(-g() + note(in(3)));
  T((note(1), 2) - (i -= f()));
  T((x ? g() : note(1)) - (note(2) ? 5 : 5));
  T((note(1) > 2 ? note(2) : 4) + (!note(3) ? (1 || x) : (1 || i)));
  T((x ^ s.v) | s.v | f());
  T(note(1) * (a[i] + 1) * f() - sx);
  T(a[*p & 7] = f() - 0);
  T(a[i] = - -f());
  T(a[i] = +move());
  T(a[note(1) & 7] = f() + (x && 0));
  T(a[note(1) & 7] = a[g()]);
  T(a[i] = x * (int)(long)move());
  T(a[move()] += (x && i) + 2);
  T((a[move()]) -= (x ? i : 7));
  T((int)(l[move()] *= x || i));
  T(a[move()] = (x && i) + 2);
  T(plain[move()] += x && i);
  T(sum(s, f()));
  T(sum(all[i], move()));
  T(sum(*ps, x + f()));
  T(x + (s.v = f()) - s.w);
  T(x - (i < 3 ? f() : g()) - s.v);
  T(f() < x + 1);
  T(f() <= note(2) + 1);
  T(1 - (x - f()));
  T((x + f()) * 0 + x);
  T(x / (f() | 1) + x);
  T((int)(x + (double)f()));
  T((x == f()) == (sx != f()));
  T(p[0] + (p = &a[4], f()));
  T(abs(f()) - abs(x));
  T(x - abs(f()));
  printf("%d %d %d\n", in(2) + x, f(), x);
  return 0;
}
