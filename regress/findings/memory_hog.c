/* Takes all the memory there is. */
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 3)
        for (;;) {
            char *p = malloc(1 << 20);
            memset(p, 1, 1 << 20); /* FINDING memory */
        }
    return 0;
}
