/* Recursion without an end: the stack is full where a function begins. */
int __VERIFIER_nondet_int(void);

static int deep(int n)
{ /* FINDING crash SIGSEGV */
    volatile int room[64];
    room[0] = n;
    return deep(n + 1) + room[0];
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 9)
        return deep(0);
    return 0;
}
