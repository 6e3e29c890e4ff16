/* Asks the operator, whom nobody plays. No finding. */
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    int c = getchar();
    if (v > 7)
        return c == EOF;
    return 0;
}
