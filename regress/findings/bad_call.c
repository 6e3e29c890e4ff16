/* A call through a null function pointer. */
int __VERIFIER_nondet_int(void);

static int good(int v)
{
    return v + 1;
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    int (*f)(int) = v == 64 ? 0 : good;
    return f(v) == 3; /* FINDING crash SIGSEGV */
}
