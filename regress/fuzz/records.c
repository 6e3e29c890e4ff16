/* Each kind of record that a trace can have, each in a run of its own: the
 * first input chooses. The traces are short, so that most changes hit. */
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
char __VERIFIER_nondet_char(void);

static int numbers(void) {
  char text[6] = {0};
  char *end;
  for (int i = 0; i < 4; i++)
    text[i] = __VERIFIER_nondet_char();
  if (atoi(text) == 7)
    return 1;
  if (strtol(text, &end, 0) == 7 && *end)
    return 2;
  return strtoul(text, NULL, 16) == 255;
}

/* Longer than what is looked at. */
static int long_texts(void) {
  static char a[300], b[300];
  a[1] = __VERIFIER_nondet_char();
  memset(a + 2, 'x', 290);
  memset(b, 'x', 292);
  if (memcmp(a, b, 290) > 0)
    return 1;
  return strlen(a) == 5;
}

static int texts(void) {
  char text[5] = "abcd";
  text[1] = __VERIFIER_nondet_char();
  text[2] = __VERIFIER_nondet_char();
  if (strcmp(text, "axyd") == 0)
    return 1;
  if (strchr(text, 'q') == text + 2 || strstr(text, "zz"))
    return 2;
  return strspn(text, "abz") == 3;
}

static int unsigned_switch(void) {
  switch (__VERIFIER_nondet_uint()) {
  case 3 ... 5:
    return 1;
  case 4000000000u:
    return 2;
  }
  switch (__VERIFIER_nondet_ulonglong()) {
  case 1:
  case ~0ull:
    return 3;
  }
  return 0;
}

static int behind_pointers(void) {
  static const int odd[5] = {1, 3, 5, 7, 9};
  const int *q = odd;
  int room[4] = {1, 2, 3, 4}, *p = room;
  unsigned x = __VERIFIER_nondet_uint() & 3;
  if (q[x + 1] == 5)
    return 3;
  p[x] = (int)x + 5;
  if (p[1] == 6)
    return 1;
  int y = q[x];
  p++;
  if (*(p + x - 1) == 8 && y == 7)
    return 2;
  return 0;
}

struct cell {
  unsigned low : 3, high : 9;
  short value;
};

static int in_tables(void) {
  static short grid[3][4];
  struct cell cells[3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  unsigned x = __VERIFIER_nondet_uint() % 3, y = __VERIFIER_nondet_uint() % 4;
  grid[x][y] = (short)x;
  cells[x].high = y & 511;
  cells[x].value += 1;
  if (grid[1][2] == 1)
    return 1;
  return cells[1].high == 3 && cells[2].value == 10;
}

static int wide(void) {
  long double w = __VERIFIER_nondet_int();
  int x = __VERIFIER_nondet_int();
  struct cell c = {0};
  c.low = (unsigned)x & 7;
  char *bytes = (char *)&x;
  if (bytes[1] == 3)
    return 1;
  return w > 3 && c.low == 5;
}

int main(void) {
  switch (__VERIFIER_nondet_uint() % 8) {
  case 0:
    return numbers();
  case 1:
    return long_texts();
  case 2:
    return texts();
  case 3:
    return unsigned_switch();
  case 4:
    return behind_pointers();
  case 5:
    return in_tables();
  default:
    return wide();
  }
}
