/* A handler for SIGSEGV of the program's own that ends well. No finding. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

static void caught(int s)
{
    (void)s;
    _exit(3);
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    signal(SIGSEGV, caught);
    if (v == 15)
        raise(SIGSEGV);
    return v > 15;
}
