/* Stops itself as the terminal would. */
#include <signal.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 44)
        raise(SIGSTOP); /* FINDING hang ? */
    return v < 0;
}
