/* Everything that Decide's own recursion meets, with merged values in it. */
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
#define IN __VERIFIER_nondet_int()

struct pair {
  int first, second;
  unsigned flag : 3;
};

static int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};

static int add_all(int n, ...) {
  va_list list;
  int sum = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    sum += va_arg(list, int);
  va_end(list);
  return sum;
}

static int depth(int n) {
  return n > 0 ? depth(n - 1) + 1 : 0;
}

static int grade(int x) {
  switch (x) {
  case 1:
  case 2:
    x += 3;
    break;
  case 5:
    return 9;
  default:
    x -= 1;
  }
  return x;
}

static int less(int *x) {
  return --*x;
}

static int jump(int x) {
  static const void *const to[] = {&&one, &&two};
  goto *to[x & 1];
one:
  x += 1;
two:
  return x;
}

int main(void) {
  int a = IN, b = IN, i = 0, t;
  char text[4] = "abc";
  struct pair p = {.second = a, .first = b}, q;
  for (int k = 0; k < 12; k++) {
    t = a;
    a = IN > k ? grade(b) : a + table[b & 7];
    b = t;
    if (a == 3)
      continue;
    if (b == 77 && a == 4)
      break;
  }
  do {
    q = p;
    q.flag = (unsigned)a & 7;
    p.first = q.second, p.second = q.first + (a > b ? a : b);
  } while (++i < 5);
  while (i-- > 0 && a != 9)
    a = a > 3 ? a - 1 : a + (int)sizeof text;
again:
  if (IN == 4 && i < 3) {
    i++;
    goto again;
  }
  text[i & 1] = (char)a;
  if (isdigit((unsigned char)text[1]) && text[1] > '9') /* dead */
    return 1;
  if (add_all(3, a, b, 1) != a + b + 1) /* dead */
    return 2;
  if (depth(5) != 5) /* dead */
    return 3;
  if (({ int v = a; v + 1; }) == a) /* dead */
    return 4;
  if (!(p.first == q.first) || q.flag > 7)
    return 5;
  if (a++ > 5 && a < 5) /* dead */
    return 6;
  if (abs(b) == 17 && &table[a & 7] == table + 3)
    return 7;
  t = less(&a) + less(&b) * (a = 3);
  while (IN > 0)
    t = t > 3 ? 0 : t + 1;
  if (t > 4 && a == 3 && jump(b) == b + 2) /* dead */
    return 8;
  return (a ?: b) == 0 && a; /* dead */
}
