/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A tree, a vector and strings on the heap. */
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
typedef struct tree {
  int key;
  struct tree *l, *r;
} tree;
static tree *ins(tree *t, int k) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = k;
    return t;
  }
  if (k < t->key)
    t->l = ins(t->l, k);
  else if (k > t->key)
    t->r = ins(t->r, k);
  return t;
}
static int height(tree *t) {
  if (!t)
    return 0;
  int a = height(t->l), b = height(t->r);
  return 1 + (a > b ? a : b);
}
typedef struct {
  int *at;
  int n, cap;
} vec;
static void push(vec *v, int x) {
  if (v->n == v->cap) {
    v->cap = v->cap ? v->cap * 2 : 2;
    v->at = realloc(v->at, v->cap * sizeof(int));
  }
  v->at[v->n++] = x;
}
int main(void) {
  tree *t = 0;
  vec v = {0};
  for (int i = 0; i < 5; i++) {
    int k = __VERIFIER_nondet_int();
    if (k == 0)
      break;
    t = ins(t, k);
    push(&v, k);
  }
  if (height(t) == 5)
    return 1;
  if (height(t) == 3 && v.n == 5)
    return 2;
  if (t && t->l && t->l->r && t->l->r->key == -7)
    return 3;
  if (v.n == 4 && v.at[3] == v.at[0] * 2)
    return 4;
  char *s = malloc(6);
  for (int i = 0; i < 5; i++)
    s[i] = __VERIFIER_nondet_char();
  s[5] = 0;
  char *d = strdup(s);
  if (d[0] == 'x' && strlen(d) == 3)
    return 5;
  if (strcmp(s, "magic") == 0)
    return 6;
  free(s);
  free(d);
  if (v.n > 5)
    return 7;
  return 0;
}
