/* It says that it never comes where it comes. */
int __VERIFIER_nondet_int(void);

static int step(int n)
{
    if (n == 4)
        __builtin_unreachable(); /* FINDING crash SIGILL */
    return n == 5 ? 7 : 0;
}

int main(void)
{
    int n = __VERIFIER_nondet_int(), r = step(n & 15);
    if (n == 4)
        r++;
    return r;
}
