/* Products, quotients, shifts, bytes, masks and floats of each other. */
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
#define IN __VERIFIER_nondet_int()
#define TEN(S) S(0) S(1) S(2) S(3) S(4) S(5) S(6) S(7) S(8) S(9)
#define FORTY(S) TEN(S) TEN(S) TEN(S) TEN(S)

#define PRODUCT(i) t = (a + b) * (a + i), a = b, b = t;
#define QUOTIENT(i) t = c / (d | 1), c = d, d = t;
#define SHIFT(i) t = e << (f & 31) | e >> 3, e = f, f = t;
#define BYTE(i) z = x, z.byte[i % 4] = y.byte[(i + 1) % 4], x = y, y = z;
#define MASK(i) u = IN > i ? g & 0xff : h & 0x7f, g = h, h = u;
#define SMALL(i) s = p + q, p = q, q = s;
#define SCALE(i) w = IN > i ? v * 1.25 : r * 0.5 - i, r = v, v = w;

union word {
  unsigned whole;
  unsigned char byte[4];
};

int main(void) {
  unsigned a = (unsigned)IN, b = (unsigned)IN, e = (unsigned)IN, f = (unsigned)IN, c = e, d = f, t;
  int g = IN, h = IN, u;
  unsigned char p = (unsigned char)IN, q = (unsigned char)IN, s;
  union word x = {.whole = (unsigned)IN}, y = {.whole = (unsigned)IN}, z;
  double v = __VERIFIER_nondet_double(), r = __VERIFIER_nondet_double(), w;
  TEN(PRODUCT)
  FORTY(SHIFT)
  FORTY(BYTE)
  FORTY(MASK)
  FORTY(SMALL)
  FORTY(SCALE)
  if (g == 5 && (h & 15) == 3)
    return 1;
  if (h > 255) /* dead */
    return 2;
  if (p + q > 510) /* dead */
    return 3;
  if (x.whole == 99 && y.byte[2] == x.byte[1])
    return 4;
  if (v < 1.5)
    return 5;
  if (v == 100 || (float)v == 2.5f)
    return 6;
  if ((int)v == 7)
    return 7;
  if (v - r < 0 && v > r) /* dead */
    return 11;
  if ((double)g < (double)h && v * 1.5 <= 1e308 * 1e10)
    return 12;
  if (e == 12345)
    return 8;
  if (b == 77)
    return 9;
  TEN(QUOTIENT)
  if (c > d + 3 && c == d) /* dead */
    return 10;
  return d == 1234;
}
