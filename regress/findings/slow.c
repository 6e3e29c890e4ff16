/* Ends in time, but not when every decision of it is recorded. No finding, and
 * what lies before and in the loop is covered all the same. */
int __VERIFIER_nondet_int(void);

int main(void)
{
    int v = __VERIFIER_nondet_int();
    unsigned i, sum = 0;
    if (v == 9)
        for (i = 0; i < 20000000; i++)
            sum += i;
    return sum == 1;
}
