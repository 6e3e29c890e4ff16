/* Stops its parent process. No finding: the parent is woken again. */
#include <signal.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 12)
        return kill(getppid(), SIGSTOP) ? 4 : 3;
    return v < 0;
}
