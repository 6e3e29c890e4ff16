/* Text: parsing, comparing, building; input objects of every kind. */
#include "behave.h"
#include <ctype.h>

void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

struct record {
  int id;
  char name[12];
  double value;
  unsigned flag : 1, mode : 3;
};

static const char *const words[] = {"PASS", "FAIL", "RETEST", "ABORT", NULL};

static int find(const char *w) {
  for (int i = 0; words[i]; i++)
    if (strcmp(words[i], w) == 0)
      return i;
  return -1;
}

static int parse(const char *s) {
  int sign = 1, v = 0;
  while (isspace((unsigned char)*s))
    s++;
  if (*s == '-' || *s == '+')
    sign = *s++ == '-' ? -1 : 1;
  for (; *s >= '0' && *s <= '9'; s++)
    v = v * 10 + (*s - '0');
  return sign * v;
}

static char *reverse(char *s) {
  size_t n = strlen(s);
  for (size_t i = 0; i < n / 2; i++) {
    char t = s[i];
    s[i] = s[n - 1 - i];
    s[n - 1 - i] = t;
  }
  return s;
}

static unsigned hash(const unsigned char *p, size_t n) {
  unsigned h = 2166136261u;
  while (n--)
    h = (h ^ *p++) * 16777619u;
  return h;
}

int main(void) {
  char text[20], copy[40];
  int object[4];
  struct record r;
  klee_make_symbolic(object, sizeof object, "object");
  klee_make_symbolic(&r, sizeof r, "r");
  klee_make_symbolic(text, 5, "text");
  for (int i = 0; i < 4; i++)
    object[i] = (object[i] & 3) + vary(9);
  SHOW(object[0] + object[3]);
  r.id = (r.id & 7) + vary(5);
  r.value = vary(3);
  r.flag = vary(2);
  r.mode += 2;
  memset(r.name, 0, sizeof r.name);
  SHOW(r.id + r.flag + r.mode);
  for (int k = 0; k < 10; k++) {
    int v = in(500) - 100;
    sprintf(text, "%*s%d", v & 3, "", v);
    SHOW(parse(text));
    SHOW(find(words[v & 3]));
    strcpy(copy, words[v & 3]);
    strncpy(r.name, copy, sizeof r.name - 1);
    strcat(copy, text);
    puts(reverse(copy));
    SHOW(hash((unsigned char *)copy, strlen(copy)));
    copy[v & 1] = (char)('a' + (v & 7));
    SHOW(strncmp(copy, "ab", (size_t)(v & 3)) != 0);
    SHOW(memcmp(copy, copy + 1, 2) < 0);
    SHOW(find(r.name) >= 0 && r.name[0] != 'F');
    copy[0] += 1;
    copy[1] ^= copy[0];
    SHOW(copy[1]);
    switch (copy[0]) {
    case 'a' ... 'm':
      puts("first half");
      break;
    case 'n' ... 'z':
      puts("second half");
    default:
      puts("other");
    }
  }
  return 0;
}
