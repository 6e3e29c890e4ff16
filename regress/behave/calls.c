/* Calls: function pointers, recursion, variadics, callbacks, statics. */
#include "behave.h"
#include <stdarg.h>

typedef int (*op)(int, int);

static int add(int a, int b) {
  return a + b;
}
static int sub(register int a, register int b) {
  register int r = a;
  r -= b;
  return r;
}
static int larger(int a, int b) {
  if (a > b)
    return a;
  return b;
}

static op choose(int k) {
  static op const all[] = {add, sub, larger};
  return all[k % 3];
}

static long fib(int n) {
  return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static int even(int n);
static int odd(int n) {
  return n == 0 ? 0 : even(n - 1);
}
static int even(int n) {
  return n == 0 || odd(n - 1);
}

static int total(int n, ...) {
  va_list ap;
  int r = 0;
  va_start(ap, n);
  while (n-- > 0)
    r += va_arg(ap, int);
  va_end(ap);
  return r;
}

static void print(const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  vprintf(fmt, ap);
  va_end(ap);
}

static int comparisons;
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  comparisons++;
  return x < y ? -1 : x > y;
}

static int counter(void) {
  static int n = 3;
  static int last[2] = {1, 2};
  n += in(2) + last[n & 1];
  return n++;
}

static double mean(float a, short b, char c, double d) {
  return (a + b + c + d) / 4;
}

int old_style(a, b)
int a;
char b;
{
  return a * b;
}

static inline __attribute__((always_inline)) int twice(int v) {
  return v + v;
}

static void out(int *a, int *b, int v) {
  *a = v;
  *b = v > 2 ? v * 2 : v;
}

static int apply(op f, int a, int b) {
  return f(a, (*f)(b, a));
}

static int many(int a, int b, int c, int d, int e, int f, int g, int h) {
  return a - b + c - d + e - f + g - h;
}

static _Bool is_small(int v) {
  return v < 4;
}

static unsigned char narrow(int v) {
  return v;
}

static const char *word(int v) {
  return v > 3 ? "big" : v ? "small" : "zero";
}

static int *greater_of(a, b)
int *a, *b;
{
  return *a > *b ? a : b;
}

/* A type of pointers to functions that is declared inside. */
static int inner_type(int v) {
  typedef int *(*choice)();
  int three = 3;
  choice const choose = greater_of;
  if (*choose(&v, &three) > 3)
    return v;
  return *choose(&three, &v);
}

int main(void) {
  for (int k = 0; k < 8; k++) {
    int v = in(9), a, b;
    SHOW(choose(v)(v, k));
    SHOW((*choose(k))(k, v));
    SHOW(apply(choose(v + 1), v, 2));
    SHOW(fib(v + 2));
    SHOW(even(v));
    SHOW(total(3, v, k, v * k));
    SHOW(total(v & 3, 1, 2, 3));
    print("%d %s %c\n", v, word(v), 'a' + v);
    SHOW(counter() + counter());
    SHOWF(mean((float)v, (short)v, (char)v, v));
    SHOWF(mean(v, v * 70000, v * 300, 1));
    SHOW(old_style(v, v + 1));
    SHOW(twice(twice(v)));
    out(&a, &b, v);
    SHOW(a * 10 + b);
    SHOW(many(v, k, add(v, 1), 3, sub(v, k), v, fib(3), narrow(v * 100)));
    SHOW(is_small(v) + narrow(v + 254));
    if (is_small(v) && strcmp(word(v), "small") == 0)
      puts("small");
    SHOW(strlen(word(v)));
    SHOW(add(add(v, sub(v, k)), larger(add(1, v), 3)));
    (void)add(v, v);
    v > 4 ? (void)puts("gt") : (void)add(1, 2);
    k && puts("k");
  }
  SHOW(inner_type(in(4)));
  int list[9];
  for (int k = 0; k < 9; k++)
    list[k] = in(50);
  qsort(list, 9, sizeof *list, compare);
  for (int k = 0; k < 9; k++)
    printf("%d ", list[k]);
  SHOW(comparisons > 0);
  int *found = bsearch(&list[4], list, 9, sizeof *list, compare);
  SHOW(found && *found == list[4]);
  return 0;
}
