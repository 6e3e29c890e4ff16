/* Every width, every operator, conversions, bit-fields, unions. */
#include "behave.h"

enum color { RED, GREEN = 5, BLUE };

struct bits {
  unsigned a : 3;
  int b : 5;
  unsigned long c : 40;
  _Bool d : 1;
  signed char e : 4;
  unsigned f;
};

union both {
  int i;
  unsigned char c[4];
  float f;
  struct {
    short lo, hi;
  };
};

struct deep {
  int k;
  struct {
    unsigned m : 7, n : 9;
    union {
      long q;
      char r[8];
    };
  };
};

static void operators(int n, unsigned u, long l, short s, char c,
                      unsigned char uc, double d, float f, _Bool b) {
  SHOW(n + u);
  SHOW(n - l);
  SHOW(s * c);
  SHOW(uc << 3);
  SHOW(n >> 2);
  SHOW(u >> 3);
  SHOW(n / 7);
  SHOW(n % 7);
  SHOW(u / 7);
  SHOW(l % 13);
  SHOW(n & u);
  SHOW(n | s);
  SHOW(n ^ c);
  SHOW(~n);
  SHOW(-u);
  SHOW(!n);
  SHOW(!d);
  SHOW(+c);
  SHOW(n < u);
  SHOW(s < uc);
  SHOW(c == uc);
  SHOW(d > f);
  SHOW(b + n);
  SHOWF(d + n);
  SHOWF(f * s);
  SHOWF(d / 3);
  SHOWF(-f);
  n += d;
  SHOW(n);
  uc += n;
  SHOW(uc);
  c *= 3;
  SHOW(c);
  s <<= 2;
  SHOW(s);
  u -= n;
  SHOW(u);
  l /= 3;
  SHOW(l);
  d -= l;
  SHOWF(d);
  f += d;
  SHOWF(f);
  b = n;
  SHOW(b);
  b = d;
  SHOW(b);
  b += 2;
  SHOW(b);
  uc++;
  SHOW(uc--);
  SHOW(--s);
  SHOWF(d++);
  SHOWF(--f);
  SHOW(b++);
  SHOW((char)(n * 77));
  SHOW((unsigned short)n);
  SHOW((_Bool)d);
  SHOW((long)d);
  SHOWF((float)l);
  SHOW(sizeof(n + l));
  SHOW((enum color)(n & 7));
}

static void bitfields(struct bits *p) {
  struct bits v = {.a = (unsigned)in(8), .b = -3, .c = 1};
  struct bits *q = p;
  SHOW(v.a);
  SHOW(v.a - 5);
  SHOW(v.a - 5 < 0);
  SHOW(v.b);
  v.a += 3;
  SHOW(v.a);
  v.a++;
  SHOW(v.a--);
  SHOW(v.c += 1234567890123);
  SHOW(v.c * 3 > 7);
  v.d = in(4);
  SHOW(v.d);
  q->e = (signed char)in(20);
  q->f = q->e * v.a;
  SHOW(q->e);
  SHOW(q->f);
  if (q->e > 2 && v.a != 1)
    puts("bits");
  SHOW((q->a = (unsigned)in(30)));
  SHOW(q->a ?: 9);
  *q = v;
  SHOW(q->b);
  switch (v.a) {
  case 0 ... 3:
    puts("low");
    break;
  default:
    puts("high");
  }
}

static void unions(void) {
  union both u;
  struct deep d = {.k = in(9), .m = 3, .q = 7};
  u.i = in(1000000);
  SHOW(u.c[0]);
  SHOW(u.c[2]);
  u.c[1] = (unsigned char)in(256);
  SHOW(u.i);
  SHOW(u.lo);
  u.hi = 3;
  SHOW(u.i);
  u.f = 1.5f + (float)in(2);
  SHOW(u.i);
  d.m += (unsigned)in(100);
  d.n = d.m * 3;
  SHOW(d.m);
  SHOW(d.n);
  d.q = in(70000);
  SHOW(d.r[0]);
  d.r[1] = 1;
  SHOW(d.q);
  SHOW(d.k);
}

int main(void) {
  for (int k = 0; k < 6; k++)
    operators(__VERIFIER_nondet_int() + vary(2000) - 1000,
              __VERIFIER_nondet_uint() + (unsigned)vary(900),
              __VERIFIER_nondet_long() - vary(100),
              (short)(__VERIFIER_nondet_short() + vary(300)),
              (char)(__VERIFIER_nondet_char() + vary(100)),
              (unsigned char)(__VERIFIER_nondet_uchar() + vary(256)),
              __VERIFIER_nondet_double() + vary(90) / 7.0,
              __VERIFIER_nondet_float() + vary(50) / 4.0f,
              __VERIFIER_nondet_bool() ^ vary(2));
  for (int k = 0; k < 4; k++) {
    struct bits b = {0};
    bitfields(&b);
    unions();
  }
  return 0;
}
