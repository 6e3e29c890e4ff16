/* setjmp and longjmp: out of calls, with a code that depends on an input.
 * Branches: 16
 */
#include <setjmp.h>

int __VERIFIER_nondet_int(void);

static jmp_buf back;

static int measure(int v)
{
    if (v > 1000)
        longjmp(back, 1);
    if (v < 0)
        longjmp(back, v == -7 ? 7 : 2);
    return v * 2;
}

int main(void)
{
    volatile int tries = 0, turns = 0;
    int code = setjmp(back);
    if (++turns > 3)
        return 8;
    if (code == 7)
        return 7;
    if (code == 1)
        tries++;
    if (tries > 1)
        return 1;
    if (measure(__VERIFIER_nondet_int()) == 500)
        return 2;
    return 0;
}
