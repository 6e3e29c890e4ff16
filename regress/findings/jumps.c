/* longjmp out of two calls, over frames with symbolic values. No finding. */
#include <setjmp.h>

int __VERIFIER_nondet_int(void);

static jmp_buf again;

static void inner(int v)
{
    if (v > 50)
        longjmp(again, 2);
    if (v < -50)
        longjmp(again, 3);
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    switch (setjmp(again)) {
    case 0:
        inner(v);
        break;
    case 2:
        return v == 60;
    case 3:
        return v == -60;
    default:
        return 9;
    }
    return v == 0;
}
