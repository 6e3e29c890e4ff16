/* A program that waits for something that never comes. */
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 12)
        pause(); /* FINDING hang */
    return v > 3;
}
