/* A null pointer is written through, for one input only. */
int __VERIFIER_nondet_int(void);

static int store(int *p, int v)
{
    *p = v; /* FINDING crash SIGSEGV */
    return *p;
}

int main(void)
{
    int cell = 0;
    int x = __VERIFIER_nondet_int();
    int *p = &cell;
    if (x == 4711)
        p = 0;
    return store(p, x) > 10;
}
