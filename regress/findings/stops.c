/* Stops itself as the terminal would. No handler sees it, so the
 * place is that of the last decision. */
#include <signal.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 44) /* FINDING hang */
        raise(SIGSTOP);
    return v < 0;
}
