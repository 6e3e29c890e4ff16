/* Structs by value, arrays, pointers, compound literals, initialisers. */
#include "behave.h"

typedef struct point {
  int x, y;
} point;

typedef struct shape {
  point at[3];
  const char *name;
  double weight;
  struct {
    short tag;
    unsigned char raw[5];
  } info;
} shape;

static point make(int x, int y) {
  point p = {x, y};
  return p;
}

static point swap(point p) {
  p = (point){p.y, p.x};
  return p;
}

static point pick(int c, point a, point b) {
  return c > 1 ? a : b;
}

static shape build(int k) {
  shape s = {.at = {[1] = {k, k + 1}, [0].y = 3},
             .name = "shape",
             .weight = k / 2.0,
             .info = {.raw = {1, 2, [4] = (unsigned char)k}}};
  s.at[2] = make(k, -k);
  return s;
}

static long sum(const shape *s, int n) {
  long r = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < 3; k++)
      r += s[i].at[k].x * 3 + s[i].at[k].y + s[i].info.raw[k + 1];
  return r;
}

static void tables(int i, int j) {
  static const int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49};
  int grid[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  point pts[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  char text[] = "hello";
  SHOW(squares[i & 7]);
  SHOW(grid[i % 3][j & 3]);
  grid[i % 3][j & 3] = i;
  grid[1][j & 3] += 5;
  grid[i % 3][2]++;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 4; c++)
      printf("%d ", grid[r][c]);
  puts("");
  pts[i & 3].y = j;
  SHOW(pts[i & 3].y + pts[1].x);
  SHOW((i & 3)[pts].x);
  SHOW("0123456789"[i % 10]);
  text[i % 5] = 'x';
  puts(text);
  SHOW(squares[squares[i & 1] + 1]);
  if (squares[i & 7] > 10 && grid[i % 3][j & 3] < 9)
    puts("table");
}

static void pointers(int k) {
  int a[6] = {1, k, 3}, *p = a, **pp = &p;
  int *end = a + 6;
  *p++ = k;
  *p++ += 2;
  (*p)++;
  ++*p;
  p[1] = p[-1] + **pp;
  *(p + 2) = k * 2;
  *(k & 1 ? &a[4] : &a[5]) = 9;
  SHOW(p - a);
  SHOW(p < end);
  SHOW(p + (k & 1) == a + 2);
  while (p != a)
    SHOW(*--p);
  SHOW(&a[3] - p);
  p = k > 3 ? a : 0;
  if (p && *p)
    puts("pointer");
  SHOW(!p);
  void *v = &a[k & 3];
  SHOW(*(int *)v);
  SHOW(((point *)a)->y);
}

static void literals(int k) {
  point p = (point){k, 2};
  point *q = &(point){.y = k};
  int *list = (int[]){k, k * 2, 3};
  int one = (int){k};
  p.x += q->y;
  SHOW(p.x + list[1] + one);
  SHOW(((point){k, 7}).x);
  SHOW(make(k, 1).x + swap((point){k, 5}).x);
  p = q->y > 2 ? p : *q;
  SHOW(p.x);
  *q = p = make(k, 8);
  SHOW(q->y);
  int arr[] = {[2] = k, [0 ... 1] = 4};
  SHOW(arr[0] + arr[2]);
  point many[2] = {p, {k}};
  SHOW(many[0].y + many[1].x);
}

static int vla(int n) {
  int a[n + 1], total = 0;
  int(*row)[n + 1] = &a;
  for (int i = 0; i <= n; i++)
    a[i] = i * n;
  for (int i = 0; i <= n; i++)
    total += (*row)[i] + (int)sizeof a;
  return total;
}

__attribute__((const)) static int twice(int v) {
  return v > 1 ? 2 * v : v;
}

/* clang wants no side effects in what is repeated. */
static int ranges(int v) {
  int a[] = {[1 ... 3] = v, [5] = v + 1};
  struct {
    int x, y;
  } r[4] = {[0 ... 1] = {v, 2}, [3].y = v};
  int chosen[] = {[0 ... 3] = v > 2 ? a[2] : 7, [4 ... 5] = a[v & 3] || v < 3};
  int kept[2] = {[0 ... 1] = (v & 1) ?: twice(v)};
  chosen[0] += ((int[]){[0 ... 3] = v == 4 ? twice(v) : 2})[v & 1];
  return a[2] + a[3] * 10 + a[5] + r[1].x + r[3].y + chosen[0] + chosen[3] +
         chosen[5] + kept[1];
}

int main(void) {
  shape s[3];
  for (int k = 0; k < 3; k++)
    s[k] = build(in(9));
  SHOW(sum(s, 3));
  s[1] = s[in(3)];
  SHOW(sum(s, 3));
  SHOWF(s[0].weight + s[1].weight);
  for (int k = 0; k < 6; k++) {
    int v = in(8);
    point p = swap(make(v, k)), q;
    q = pick(v, p, make(1, 1));
    SHOW(q.x * 10 + q.y);
    tables(v, in(5));
    pointers(v);
    literals(v);
    SHOW(vla(v));
    SHOW(ranges(v));
  }
  shape *heap = malloc(2 * sizeof *heap);
  heap[0] = s[2];
  memcpy(&heap[1], &s[1], sizeof *heap);
  SHOW(sum(heap, 2));
  memset(heap, 0, sizeof *heap);
  memmove(heap[0].at, heap[1].at + 1, 2 * sizeof(point));
  SHOW(sum(heap, 2));
  SHOW(memcmp(&heap[0], &heap[1], sizeof(point)) != 0);
  free(heap);
  return 0;
}
