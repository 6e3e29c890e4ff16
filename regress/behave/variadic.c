/* Arguments without parameter. */
#include "behave.h"

#include <stdarg.h>

typedef struct pair {
  int a;
  long b;
} pair;

static long next_of(char kind, va_list l) {
  switch (kind) {
  case 'i':
    return va_arg(l, int);
  case 'u':
    return va_arg(l, unsigned);
  case 'l':
    return va_arg(l, long);
  case 'd':
    return (long)(va_arg(l, double) * 4);
  case 'p':
    return *va_arg(l, const int *);
  case 's':
    return (long)strlen(va_arg(l, char *));
  case 'r':
    return va_arg(l, pair).b;
  default:
    return -1;
  }
}

static long all(const char *kinds, ...) {
  long sum = 0;
  va_list l, again;
  va_start(l, kinds);
  va_copy(again, l);
  for (const char *k = kinds; *k; k++)
    sum = sum * 3 + next_of(*k, l);
  if (*kinds)
    sum += next_of(*kinds, again);
  va_end(again);
  va_end(l);
  return sum;
}

static long from_pointer(va_list *l, int n) {
  long sum = 0;
  while (n-- > 0)
    sum += va_arg(*l, int) * (n + 1);
  return sum;
}

static long twice(int n, ...) {
  va_list l;
  va_start(l, n);
  long sum = from_pointer(&l, n);
  va_end(l);
  va_start(l, n);
  for (int i = 0; i < n; i++)
    if (va_arg(l, int) > 10)
      sum += 1000;
  va_end(l);
  return sum;
}

static long many(double first, int n, ...) {
  va_list l;
  long sum = (long)first;
  va_start(l, n);
  for (int i = 0; i < n; i++)
    sum += va_arg(l, int) + (long)va_arg(l, double) * 2;
  va_end(l);
  return sum;
}

static int text(char *to, size_t size, const char *format, ...) {
  va_list l;
  va_start(l, format);
  int n = va_arg(l, int);
  n += vsnprintf(to, size, format, l);
  va_end(l);
  return n;
}

static int deep(int depth, ...) {
  va_list l;
  va_start(l, depth);
  int v = va_arg(l, int);
  int r = depth > 0 ? deep(depth - 1, v + 1, depth) + va_arg(l, int) : v;
  va_end(l);
  return r;
}

static int none(int n, ...) {
  return n;
}

static int printed(int v) {
  printf("%d,", v);
  return v;
}

int main(void) {
  long (*call)(int, ...) = twice;
  char to[40];
  for (int i = 0; i < 5; i++) {
    int v = in(20);
    pair r = {v, in(30)};
    float f = (float)in(9) / 2;
    unsigned char c = (unsigned char)in(200);
    _Bool b = in(2);
    SHOW(all("i", v));
    SHOW(all("idlu", v, f, (long)in(50), (unsigned)v));
    SHOW(all("ddddddddddi", f, 1.0, f, 2.0, f, f, f, 3.0, f, f, v));
    SHOW(all("iiiiiiii", c, b, v, 1, (short)in(7), 'x', in(3), v));
    SHOW(all("psri", &v, "four", r, in(11)));
    SHOW(twice(3, v, in(15), in(15)) + call(2, in(15), v));
    SHOW(many(f, 8, v, f, 2, 2.5, v, f, 4, 4.5, v, f, 6, 6.5, v, f, 8, 8.5));
    SHOW(text(to, sizeof to, "%d %ld %.1f", v, v + 1, (long)v, f));
    SHOW(to[0] + to[1]);
    SHOW(deep(3, v, 5));
    SHOW(none(v, in(3), printed(in(4))) + none(printed(in(5))));
  }
  printf("%d\n", passed);
  return 0;
}
