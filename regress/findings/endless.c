/* A loop that nothing ends. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    volatile int ready = 0;
    int v = __VERIFIER_nondet_int();
    if (v == 5)
        while (!ready) /* FINDING hang */
            ;
    return 0;
}
