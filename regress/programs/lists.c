/*
 * Blocks of the heap: a sorted list, a list that some paths only extend, a row
 * that grows.
 * Branches: 40
 * Dead branches: 7
 *   sorted->v > sorted->next->v (T)   it is sorted
 *   length(sorted) != 3 (T)
 *   x <= 0 (T)                        there is no list then
 *   row[0] != 0 (T)                   as calloc left it
 *   (y & 3) != 1 (T), both behind it  only row[y & 3] is 77, or y itself
 */
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

struct node {
    int v;
    struct node *next;
};

static struct node *make(int v, struct node *next)
{
    struct node *n = malloc(sizeof *n);
    __VERIFIER_assume(n != NULL);
    n->v = v;
    n->next = next;
    return n;
}

static void insert(struct node **at, int v)
{
    while (*at && (*at)->v < v)
        at = &(*at)->next;
    *at = make(v, *at);
}

static int length(const struct node *n)
{
    int count = 0;
    for (; n; n = n->next)
        count++;
    return count;
}

int main(void)
{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    struct node *sorted = NULL, *some = NULL;
    int *row = calloc(2, sizeof *row);
    int bin = 0;

    insert(&sorted, x);
    insert(&sorted, y);
    insert(&sorted, 50);
    if (sorted->v > sorted->next->v) /* dead */
        bin = 1;
    if (sorted->v == 50)
        bin = 2;
    if (length(sorted) != 3) /* dead */
        bin = 3;

    if (x > 0) {
        some = make(x, some);
        if (y > 3)
            some->v = 9;
    }
    if (some && some->v == 9 && x <= 0) /* dead */
        bin = 4;
    if (length(some) == 1 && some->v == 7)
        bin = 5;

    row[1] = y;
    row = realloc(row, 4 * sizeof *row);
    row[2] = x;
    if (row[0] != 0) /* dead */
        bin = 6;
    if (row[1] + row[2] == 10 && y == 4)
        bin = 7;
    row[y & 3] = 77;
    if (row[1] == 77 && x == 6 && (y & 3) != 1 && y != 77) /* dead */
        bin = 8;
    return bin;
}
