/* ?:, &&, ||, !, comma, nested in each other and in expressions, arguments,
 * initialisers, indices and returns.
 * Branches: 46
 * Dead branches: 2
 *   !(c, d)                       d is 1, 2 or 3
 *   a ? .. : 2                    for a == 0 the test before returns
 */
int __VERIFIER_nondet_int(void);

static int pick(int a, int b)
{
    return a > b ? a : b;
}

static int both(int a, int b)
{
    return a > 10 && b > 20;
}

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    int c = (a == 3 || b == 4) + (a == 5 && b == 6);
    int d = !(a > 0) ? 1 : !!b ? 2 : 3;
    int table[2] = {a < b ? 1 : 0, (b++, b) == 9};
    int e;

    if ((a > 1 && b > 1) || (a < -1 && (b < -1 || b == 100)))
        e = 1;
    else
        e = 0;
    if (!(a == 7 && b != 7))
        e += 2;
    if (c, d)
        e += 4;
    if ((e = pick(a, b)) == 1000 && table[a > 500])
        e++;
    if (both(a, b) != (a < 50))
        return 1;
    return pick(a ? 1 : 2, b ?: 3) == 2;
}
