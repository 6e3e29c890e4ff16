/* Values that are swapped and added up: each is a graph of a few hundred nodes
 * that as a tree would have more than 10^12. */
extern int __VERIFIER_nondet_int(void);
#define IN __VERIFIER_nondet_int()
#define TEN(S) S(0) S(1) S(2) S(3) S(4) S(5) S(6) S(7) S(8) S(9)
#define FORTY(S) TEN(S) TEN(S) TEN(S) TEN(S)

#define ADD(i) t = a + b + 1, a = b, b = t;
#define SWAP(i) \
  if (IN > i) \
    u = c, c = d, d = u;
#define COUNT(i) u = e, e = IN > i ? e + f : f - 1, f = u;
#define NEST(i) g = IN ? (IN > i ? g : h) : (h > 3 ? g + 1 : h - 1), h = g > h ? h : g;
#define TOTAL(i) \
  if (IN == i) \
    n += m + 1; \
  else \
    m += n;
#define BOOL(i) v = (p && q) || IN > i, p = q, q = !v;

int main(void) {
  unsigned a = (unsigned)IN, b = (unsigned)IN, t;
  int c = IN, d = IN, e = IN, f = IN, g = IN, h = IN, n = 0, m = 0, u;
  _Bool p = IN > 0, q = IN > 1, v;
  FORTY(ADD)
  FORTY(SWAP)
  FORTY(COUNT)
  FORTY(NEST)
  FORTY(TOTAL)
  FORTY(BOOL)
  if (a == 5 && a == b)
    return 1;
  if (b == 1234567)
    return 2;
  if (c == d && c != d) /* dead */
    return 3;
  if (e == f && (e & 1) != (f & 1)) /* dead */
    return 4;
  if (n == 77 || m < -5)
    return 5;
  if (g > h + 1 && g == h) /* dead */
    return 6;
  if (p && q && !v)
    return 7;
  return (a + b) * 2 % 2 == 1; /* dead */
}
