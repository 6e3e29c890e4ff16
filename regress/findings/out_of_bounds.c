/* An index far outside of its array. */
int __VERIFIER_nondet_int(void);

static int table[16];

int main(void)
{
    long i = __VERIFIER_nondet_int();
    if (i < 0)
        return 0;
    if (i > 1000000)
        return table[i * 4096]; /* FINDING crash SIGSEGV */
    return i == 3;
}
