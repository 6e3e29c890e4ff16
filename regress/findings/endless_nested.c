/* Loops that end inside of one that does not, and one that does not inside of
 * those that do: each endless loop is one finding. */
int __VERIFIER_nondet_int(void);
static volatile int ready;
static unsigned total;

static void settle(int pin)
{
    int i;
    for (i = 0; i < 10 + pin; i++)
        total += (unsigned)i;
}

static void wait_for_tester(void)
{
    while (!ready) /* FINDING hang */
        total++;
}

static int count(int n)
{
    int i, sum = 0;
    for (i = 0; i < n; i++)
        sum += i & 1 ? i : -i;
    return sum;
}

int main(void)
{
    int v = __VERIFIER_nondet_int(), site, pin;
    for (site = 0; site < 4; site++) {
        if (v == 10 + site)
            wait_for_tester();
        for (pin = 0; pin < 3; pin++)
            settle(pin);
    }
    if (v == 20)
        for (;;) { /* FINDING hang */
            for (pin = 0; pin < 3; pin++)
                settle(pin);
            total += (unsigned)count(5);
        }
    return v < 0;
}
