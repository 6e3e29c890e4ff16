/* Recursion that ends, but too late for the stack of the plain program; the
 * instrumented one has a larger stack. */
int __VERIFIER_nondet_int(void);

static int deep(int n)
{ /* FINDING crash SIGSEGV */
    volatile char room[4096];
    room[0] = (char)n;
    if (n == 0)
        return 1;
    return deep(n - 1) + room[0];
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v == 9)
        return deep(2500) > 2;
    return v == 5 ? deep(3) : 0;
}
