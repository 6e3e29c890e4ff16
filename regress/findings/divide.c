/* The divisor is 0 for one input. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int rate = __VERIFIER_nondet_int();
    if (rate < 0)
        return 1;
    return 1000 / (rate - 77) > 3; /* FINDING crash SIGFPE */
}
