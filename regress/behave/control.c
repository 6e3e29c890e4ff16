/* Control flow: every statement, jumps into and out of everything. */
#include "behave.h"
#include <setjmp.h>

static jmp_buf env;
static volatile int watched;

static int duff(char *to, const char *from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
  case 0:
    do {
      *to++ = *from++;
    case 7:
      *to++ = *from++;
    case 6:
      *to++ = *from++;
    case 5:
      *to++ = *from++;
    case 4:
      *to++ = *from++;
    case 3:
      *to++ = *from++;
    case 2:
      *to++ = *from++;
    case 1:
      *to++ = *from++;
    } while (--n > 0);
  }
  return n;
}

static int jump_in(int k) {
  int r = 0, i = 1;
  if (k > 2)
    goto inside;
  for (i = 0; i < 3; i++) {
    r += i * k;
  inside:
    r++;
    if (r > 20)
      break;
  }
  {
    int z = k * 2;
    r += z;
    if (z > 10)
      goto out;
  }
  switch (k) {
    int never;
  case 1:
    never = in(3);
    r += never;
    /* fall through */
  case 2 ... 4:
    r *= 2;
    break;
  default:
    r = -r;
  case 9:
    r--;
  }
out:
  return r;
}

static int computed(int k) {
  static void *const table[] = {&&zero, &&one, &&two};
  int r = 0;
  goto *table[k % 3];
two:
  r += 4;
one:
  r += 2;
zero:
  r += 1;
  return r;
}

static int deeper(int n) {
  if (n == 0)
    longjmp(env, 3 + (in(4) & 1));
  return deeper(n - 1) + 1;
}

static int jumps(int k) {
  volatile int count = 0;
  int code = setjmp(env);
  count++;
  if (code == 0)
    return deeper(k);
  if (setjmp(env) == 0 && count < 5)
    deeper(1);
  switch (setjmp(env)) {
  case 0:
    deeper(2);
  case 3:
    count += 10;
    break;
  default:
    count += 20;
  }
  return code * 100 + count;
}

static int loops(int n) {
  int s = 0, i, j;
  for (i = 0, j = n; i < j; i++, j--)
    s += i * j;
  while (n-- > 0)
    if (n % 3 == 1)
      continue;
    else if (n == 2)
      break;
    else
      s += n;
  do {
    s--;
  } while (s > 10 && s % 5);
  for (;;) {
    if (s++ > 12)
      break;
  }
  for (int k = in(4), l = k + 1; k < l + 2; k++)
    s += k;
  while (s % 7 && s > 0)
    --s;
  for (; s < 3;)
    s++;
  return s;
}

static int early(int v) {
  if (v < 2)
    return v;
  else if (v < 4)
    return v * 2;
  else
    return -v;
}

static void nothing(int v) {
  if (v)
    return;
  puts("nothing");
}

static int chain(int v) {
  return v == 1 ? 10 : v == 2 ? 20 : v > 5 && v < 8 ? 60 : v ?: -1;
}

int main(void) {
  char from[32], to[32] = {0};
  for (int k = 0; k < 31; k++)
    from[k] = (char)('a' + in(26));
  from[31] = 0;
  for (int k = 1; k < 20; k += 3)
    SHOW(duff(to, from, k));
  puts(to);
  for (int k = 0; k < 12; k++) {
    int v = in(10);
    SHOW(jump_in(v));
    SHOW(computed(v));
    SHOW(loops(v));
    SHOW(early(v));
    SHOW(chain(v));
    nothing(v);
    watched = v;
    if (watched > 3 && watched++ < 9)
      SHOW(watched);
    SHOW(watched + v);
  }
  SHOW(jumps(4));
  SHOW(jumps(in(3)));
  if (in(2) ? in(3) : in(4))
    puts("yes");
  while (0)
    puts("never");
  do
    puts("once");
  while (0);
  return in(3) + 4;
}
