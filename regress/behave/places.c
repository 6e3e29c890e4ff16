/* Elements behind pointers, by indices and pointers that depend on inputs. */
#include "behave.h"

typedef struct row {
  int low;
  short high;
  unsigned kind : 3, step : 7;
  char name[6];
  struct {
    double gain;
    int tap[3];
  } part[2];
} row;

static row rows[5] = {
    {1, 10, 1, 20, "one", {{0.5, {1, 2, 3}}, {1.5, {4, 5, 6}}}},
    {2, 20, 2, 40, "two", {{2.5, {7, 8, 9}}, {3.5, {10, 11, 12}}}},
    {3, 30, 3, 60, "three", {{4.5, {13, 14, 15}}, {5.5, {16, 17, 18}}}},
    {4, 40, 4, 80, "four", {{6.5, {19, 20, 21}}, {7.5, {22, 23, 24}}}},
    {5, 50, 5, 100, "five", {{8.5, {25, 26, 27}}, {9.5, {28, 29, 30}}}}};

static int at(int n) {
  return (int)((unsigned)in(n) % (unsigned)n);
}

static int said(const char *what, int v) {
  printf("%s ", what);
  return v;
}

static int pick(const int *t, int i) {
  return t[i];
}

static int pick_end(const int *end, int i) {
  return *(end - i);
}

static void put(int *t, int i, int v) {
  t[i] = v;
}

static const row *find(int i) {
  return i < 0 || i > 4 ? NULL : &rows[i];
}

static const row *find_twice(int i) {
  if (i > 4)
    return 0;
  return i == 4 ? rows + i : &rows[i + 1];
}

static const int *end_of(const int *t, int n, int i) {
  const int *p = i > n ? t + n : i < 0 ? 0 : i == 3 ? &t[i] : (t + i);
  return p ? p : (void *)0;
}

static const row *either(int c, const row *a, row *b) {
  return c > 2 ? a : c > 1 ? b : c ? NULL : (const row *)0;
}

static int sum(row all[], int n, int i) {
  row copy = all[i], other;
  other = all[n - 1 - i];
  row *p = all + i;
  return copy.low + other.high + p->part[i & 1].tap[i % 3] + p[-(i > 0)].low;
}

static void reads(void) {
  int local[6] = {3, 1, 4, 1, 5, 9}, *p = local, **pp = &p;
  static const int fixed[2][3] = {{1, 2, 3}, {4, 5, 6}};
  const int(*line)[3] = fixed;
  const char *text = "hello, world", *word;
  SHOW(pick(local, at(6)));
  SHOW(pick_end(local + 6, 1 + at(6)));
  SHOW(p[at(6)] + *(p + at(6)) + at(6)[p] + *(at(6) + p));
  SHOW((*pp)[at(6)] + *(*pp + at(6)));
  SHOW(line[at(2)][at(3)] + *(*(line + at(2)) + at(3)) + (*line)[at(3)]);
  SHOW(text[at(12)] + "abc"[at(3)] + *(text + at(12)));
  word = text + at(12);
  SHOW(*word++ + *word + word[-1]);
  word = strchr(text, 'h' + at(9));
  SHOW(word ? word[0] + (word > text ? word[-1] : 0) : -1);
  SHOW(p[said("index", at(6))] + said("beside", 2));
  int i = at(5);
  SHOW(p[i++] + 1);
  SHOW(p[i--] + local[i]);
  p += at(6);
  SHOW(*p + (p - local));
}

static void members(void) {
  int i = at(5);
  const row *r = &rows[i], *q = find(i), *s = rows;
  SHOW(r->low + r->high + r->kind + r->step);
  SHOW(q->low + (q == r) + (int)(q - rows));
  SHOW(find(at(7)) ? find(i)->high : -1);
  SHOW(find_twice(i)->low);
  SHOW(s[i].part[at(2)].tap[at(3)] + (s + i)->part[1].tap[0]);
  SHOWF(s[i].part[at(2)].gain + (*(s + i)).part[0].gain);
  SHOW(s[i].name[0] + r->name[at(3)] + *rows[i].name);
  SHOW((int)strlen(rows[i].name) + strcmp(r->name, "three"));
  SHOW(sum(rows, 5, i));
  const int *none = end_of(&rows[0].low, 1, i - 2);
  SHOW(none ? *none : -7);
  q = either(at(4), r, rows + at(5));
  SHOW(q ? q->low : -8);
  row copy[2] = {rows[i], *r}, last = i > 2 ? rows[at(5)] : rows[0];
  SHOW(copy[0].low + copy[1].part[1].tap[2] + last.high);
}

static void stores(void) {
  int local[6] = {3, 1, 4, 1, 5, 9}, *p = local, n = at(4);
  row own[3] = {{0}}, *r = own + at(3);
  put(local, at(6), at(100));
  p[at(6)] += 5;
  *(p + at(6)) -= 3;
  p[at(6)]++;
  --p[at(6)];
  p[n++] = said("stored", at(50));
  p[said("there", n)] = at(9);
  p[said("here", at(6))] = said("value", at(7));
  SHOW((p[at(6)] = at(30)) + 1);
  SHOW(p[at(6)]++);
  SHOW(++p[at(6)]);
  *p++ = at(3);
  *(p += at(3)) = 77;
  for (int i = 0; i < 6; i++)
    SHOW(local[i]);
  r->low = at(9);
  r->step = (unsigned)at(100);
  r->part[at(2)].tap[at(3)] = at(40);
  own[at(3)].high += 4;
  own[at(3)] = rows[at(5)];
  *(own + at(3)) = *(rows + at(5));
  own[at(3)].part[1] = rows[at(5)].part[at(2)];
  for (int i = 0; i < 3; i++) {
    SHOW(own[i].low + own[i].high + own[i].step);
    SHOW(own[i].part[0].tap[1] + own[i].part[1].tap[2]);
  }
}

static void heap(void) {
  int n = 4 + at(4);
  int *p = malloc((unsigned)n * sizeof *p), *q = calloc(3, sizeof *q);
  int sized[n];
  for (int i = 0; i < n; i++)
    p[i] = sized[i] = i * i;
  SHOW(p[at(n)] + sized[at(n)] + q[at(3)]);
  p = realloc(p, 500 * sizeof *p);
  memset(p + n, 0, (500u - (unsigned)n) * sizeof *p);
  p[at(500)] = 3;
  SHOW(p[at(500)] + p[at(4)]);
  char *s = strdup("some text");
  s[at(9)] = '!';
  SHOW(s[at(9)]);
  SHOW(pick((const int[]){7, 8, 9}, at(3)));
  free(s);
  free(q);
  free(p);
}

int main(void) {
  for (int i = 0; i < 6; i++) {
    reads();
    members();
    stores();
    heap();
  }
  printf("%d\n", passed);
  return 0;
}
