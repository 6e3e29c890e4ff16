/* Megabytes on stdout and stderr. No finding. */
#include <stdio.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    int i;
    if (v == 2)
        for (i = 0; i < 50000; i++) {
            printf("measurement %d of many: in limits, more or less\n", i);
            fprintf(stderr, "warning %d\n", i);
        }
    return v == 3;
}
