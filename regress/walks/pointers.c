/* Pointers that are swapped, with NULL, along lists, into arrays; functions
 * that are. */
extern int __VERIFIER_nondet_int(void);
#define IN __VERIFIER_nondet_int()
#define TEN(S) S(0) S(1) S(2) S(3) S(4) S(5) S(6) S(7) S(8) S(9)
#define FORTY(S) TEN(S) TEN(S) TEN(S) TEN(S)

struct cell {
  int value;
  struct cell *next;
};

static int more(int x) {
  return x + 1;
}

static int twice(int x) {
  return x * 2;
}

#define SWAP(i) \
  if (IN > i) \
    t = p, p = q, q = t;
#define DROP(i) \
  if (IN > i) \
    t = r, r = s, s = t;
#define WALK(i) \
  if (IN > i) \
    w = k, k = l->next ? l->next : l, l = w;
#define MOVE(i) \
  if (IN > i) \
    t = x, x = y + (IN & 1), y = t;
#define CALL(i) \
  if (IN > i) \
    h = f, f = g, g = h;
#define INDEX(i) z = m + n, m = n, n = z;

int main(void) {
  int a = IN, b = IN, array[8] = {1, 2, 3, 4, 5, 6, 7, 8}, other[60] = {0}, copy[2];
  int *p = &a, *q = &b, *r = &a, *s = 0, *x = array, *y = other, *t;
  struct cell one = {1, 0}, two = {2, &one}, *k = &one, *l = &two, *w;
  int (*f)(int) = more, (*g)(int) = twice, (*h)(int);
  unsigned char m0 = (unsigned char)IN, n0 = (unsigned char)IN;
  unsigned long m = m0, n = n0, z;
  FORTY(SWAP)
  FORTY(DROP)
  FORTY(WALK)
  FORTY(MOVE)
  FORTY(CALL)
  FORTY(INDEX)
  if (*p == 7)
    return 1;
  *q = 5;
  if (a != 5 && b != 5) /* dead */
    return 2;
  if (p == q) /* dead */
    return 3;
  if (r && s) /* dead */
    return 4;
  if (r && *r == 9)
    return 5;
  if (k->value == 3) /* dead */
    return 6;
  k->value = IN;
  if (one.value == 9 && two.value == 8) /* dead */
    return 7;
  if (x - array == 3)
    return 8;
  array[m & 7] = 9;
  if (array[n & 7] == 9)
    return 9;
  __builtin_memcpy(copy, p, sizeof *p);
  if (copy[0] == 77)
    return 10;
  if (((char *)&p)[1] == IN)
    return 11;
  if ((t = array + m) == array + 3 && *t == 4)
    return 12;
  return f(3) == 5; /* dead */
}
