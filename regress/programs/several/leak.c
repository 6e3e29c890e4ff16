#include "limits.h"

int __VERIFIER_nondet_int(void);

static const struct limit limit = {0, 50};

static int check(int v)
{
    int side = outside(&limit, v);
    return side > 0 ? 2 : side < 0 ? 1 : 0;
}

int leak_test(int site)
{
    int v = __VERIFIER_nondet_int();
    if (site == 3)
        v += 10;
    return check(v);
}
