/* Statement expressions, commas, nested ?:, long chains, odd spelling. */
#include "behave.h"

#define MAX(a, b) \
  ({ \
    __typeof__(a) a_ = (a); \
    __typeof__(b) b_ = (b); \
    a_ > b_ ? a_ : b_; \
  })
#define ABS(x) ((x) < 0 ? -(x) : (x))
#define likely(x) __builtin_expect(!!(x), 1)
#define TYPE(x) \
  _Generic((x), int : "int", double : "double", unsigned : "unsigned", \
      default : "other")
#define TEN(m) m m m m m m m m m m

static int calls;
static int seen(int v) {
  calls++;
  return v;
}

static int spelled(int v){if(v>3)return-v;else if(!v)return+1;
  return~v;}

static int chain(int a, int b, int c) {
  return (a > 1 && b > 1 && c > 1 && a + b > 3 && a != c && b != c && a < 90 &&
          b < 90) ||
         (a == 0 || (b == 0 && !c)) || !(a && (b || c)) || (a, b) > (c, a);
}

static int terms(int v) {
  return v + 1 TEN(+v * 2) TEN(-1) TEN(+v) TEN(^v) TEN(+(v & 3));
}

static int big(int v) {
  return (v > 1) TEN(&&v < 100) TEN(&&v != 77) TEN(&&v > -5);
}

static int nested(int v) {
  return v > 4 ? v > 6 ? v > 7 ? 8 : 7 : v > 5 ? 6 : 5 : v > 2 ? v > 3 ? 4 : 3
                                               : v > 1        ? 2
                                                              : v;
}

static int sequence(int v, int w) {
  if (v > w)
    return v++, w;
  return (w++, seen(w)), v + w;
}

int main(void) {
  for (int k = 0; k < 9; k++) {
    int v = in(10), w = in(6);
    double d = v / 3.0;
    SHOW(MAX(v, w));
    SHOW(MAX(MAX(v, w), MAX(k, 3)));
    SHOW(MAX(seen(v), seen(w)) + calls);
    SHOW(ABS(v - w));
    SHOW(ABS(seen(v) - 5));
    if (likely(v > 3))
      puts("likely");
    if (__builtin_expect(v, 0) && likely(w))
      puts("expected");
    puts(TYPE(v));
    puts(TYPE(v + 1u));
    puts(TYPE(v > 2 ? v : w));
    puts(TYPE(d * v));
    puts(TYPE(seen(v)));
    SHOW(sizeof(v > 2));
    SHOW(sizeof seen(v));
    SHOW(calls);
    SHOW(spelled(v));
    SHOW(chain(v, w, k));
    SHOW(terms(v));
    SHOW(big(v));
    SHOW(nested(v));
    SHOW(sequence(v, w));
    SHOW((v++, w--, v * w));
    SHOW(({
      int t = v;
      while (t > 3)
        t -= 2;
      t;
    }));
    SHOW(({ v > 2; }) + ({ int z = w; z + v; }) * 2);
    SHOW((v > 2) + (w > 2) + !v + !!w);
    SHOW(-(v > 2 ? v : w) + (w ? v : 3) * 2);
    SHOW((v & 1 ? seen(v) : seen(w)) + (v = w) + (w += 2));
    int z = v && w, y = v || seen(w), x = !v;
    SHOW(z + 2 * y + 4 * x);
    z = v > 1 && (w > 1 || seen(3) > 2);
    SHOW(z);
    z = (v ?: 7) + (seen(w) ?: 9);
    SHOW(z);
    z = v, y = w;
    SHOW(z - y);
    SHOW(!(v > 3 || w > 3));
    SHOW(d > 1 && d < 2.5 ? (int)(d * 2) : -1);
    SHOW(1 ? v : w);
    SHOW(sizeof(int) == 4 && v > 2);
    if ((z = v - w) > 0 && (y = z * 2) < 9)
      SHOW(y);
    if (!(z = seen(v)))
      puts("zero");
    while ((z = z / 2))
      SHOW(z);
    for (z = v; z > 0 && seen(z) != 3; z--)
      ;
    SHOW(z);
    int const c1 = v, *const cp = &c1, c2 = *cp + 1;
    SHOW(c2);
    unsigned long ul = v, *ulp = &ul;
    SHOW(++*ulp);
    static int st;
    st += v;
    SHOW(st++);
    SHOW(__builtin_constant_p(v) + __builtin_abs(v - 5));
    SHOW(calls);
  }
  return calls & 63;
}
