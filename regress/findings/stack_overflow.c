/* Recursion without an end. */
int __VERIFIER_nondet_int(void);

static int deep(int n)
{
    volatile int room[64];
    room[0] = n;
    return deep(n + 1) + room[0]; /* FINDING crash SIGSEGV */
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 9)
        return deep(0);
    return 0;
}
