/* The divisor is 0 for two inputs. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int rate = __VERIFIER_nondet_int();
    int share = 0;
    if (rate != 77)
        share = rate;
    return 1000 / share > 3; /* FINDING crash SIGFPE */
}
