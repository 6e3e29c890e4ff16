/* The same kind of crash at two lines: two findings. */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 10)
        abort(); /* FINDING crash SIGABRT */
    if (v == 20)
        abort(); /* FINDING crash SIGABRT */
    return 0;
}
