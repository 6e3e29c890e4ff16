/* Static and global variables, initialisers, const, a function that is called
 * with different constants, and one that nobody calls.
 * Branches: 16
 * Dead branches: 5
 *   never_called, both
 *   only_referred_to, both
 *   add(1)                        the third call returns 0
 */
int __VERIFIER_nondet_int(void);

static int limit = 100;
static const int step = 7;
int total;

static int add(int v)
{
    static int calls;
    calls++;
    total += v;
    if (calls > 2)
        return 0;
    return total > limit;
}

int never_called(int v)
{
    if (v == 3)
        return 1;
    return 0;
}

static int never_called_either(int v)
{
    return v > 3 ? 1 : v;
}

static int only_referred_to(int v)
{
    if (v == 5)
        return 1;
    return 0;
}

int (*unused)(int) = only_referred_to;

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (v > 1000 || v < -1000)
        return 1;
    if (add(v))
        limit += step;
    if (add(step))
        return limit == 107;
    if (add(1))
        return 3;
    return 0;
}
