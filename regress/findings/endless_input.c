/* An endless loop that reads inputs: no finding, it ends where there are none
 * left. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    unsigned sum = 0;
    int v = __VERIFIER_nondet_int();
    if (v == 5)
        for (;;)
            sum += (unsigned)__VERIFIER_nondet_int();
    return sum == 1;
}
