/* An assert that does not hold. */
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v > 1000)
        assert(v != 4000); /* FINDING crash SIGABRT */
    return 0;
}
