/* Kills its process group, itself with it. No handler sees it, so the
 * place is that of the last decision. */
#include <signal.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 31) /* FINDING crash SIGKILL */
        kill(0, SIGKILL);
    return v < 0;
}
