/* Kills its process group, itself with it. */
#include <signal.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 31)
        kill(0, SIGKILL); /* FINDING crash SIGKILL ? */
    return v < 0;
}
