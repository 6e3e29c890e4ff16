/* exit, _exit and quick ends below other calls, with handlers. No finding. */
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

static int calls;

static void at_end(void)
{
    calls++;
}

static void third(int v)
{
    if (v == 1)
        exit(0);
    if (v == 2)
        _exit(0);
    if (v == 3)
        exit(7);
}

static void second(int v)
{
    third(v);
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    atexit(at_end);
    second(v);
    return calls;
}
