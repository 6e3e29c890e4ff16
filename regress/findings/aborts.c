/* abort() two calls deep. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void die(void)
{
    abort(); /* FINDING crash SIGABRT */
}

static void check(int v)
{
    if (v > 100 && v % 7 == 3)
        die();
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    check(v);
    return 0;
}
