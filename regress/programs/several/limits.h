/* A header with code: counted once, whoever includes it. */
#ifndef LIMITS_H
#define LIMITS_H

struct limit {
    int low, high;
};

static inline int outside(const struct limit *l, int v)
{
    if (v < l->low)
        return -1;
    if (v > l->high)
        return 1;
    return 0;
}

/* Not used where it is first seen. */
static inline int is_edge(int v)
{
    return v == 7 ? 1 : 0;
}

int leak_test(int site);
int bin_of(int result);

#endif
