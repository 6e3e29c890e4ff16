/* Children that detach themselves and stay. No finding: the run itself ends. */
#include <signal.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

static void stay(void)
{
    setsid();
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (;;)
        pause();
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    int i;
    if (v > 0)
        for (i = 0; i < 3; i++)
            if (fork() == 0)
                stay();
    if (v == 8)
        return 1;
    return 0;
}
