/* Recursion: on an input, mutual, with an input at each level.
 * Branches: 20
 */
int __VERIFIER_nondet_int(void);

static int depth(int n)
{
    if (n <= 0)
        return 0;
    return 1 + depth(n - 3);
}

static int odd(unsigned n);
static int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}
static int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}

static int read_until(int left)
{
    int v = __VERIFIER_nondet_int();
    if (v == 42 || left == 0)
        return left;
    return read_until(left - 1);
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 20)
        return 1;
    if (depth(n) == 5)
        return 2;
    if (n >= 0 && even((unsigned)n))
        return 3;
    if (read_until(4) == 2)
        return 4;
    return 0;
}
