/* Goes into the background, twice forked. No finding. */
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 6) {
        if (fork() == 0) {
            setsid();
            if (fork() == 0)
                for (;;)
                    sleep(1000);
            _exit(0);
        }
        return 2;
    }
    return 0;
}
