/* Closes every descriptor and goes on. No finding. */
#include <unistd.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    int fd;
    if (v > 20)
        for (fd = 0; fd < 1024; fd++)
            close(fd);
    if (v == 21)
        return 1;
    if (v == 22)
        return 2;
    return 0;
}
