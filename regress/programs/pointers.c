/* Function pointers: direct, in a table, as an argument, chosen by an input;
 * pointers to inputs, to structs, to pointers.
 * Branches: 18
 */
int __VERIFIER_nondet_int(void);

typedef int (*check)(int);

static int low(int v) { return v < 10; }
static int high(int v) { return v > 90; }
static int even(int v) { return v % 2 == 0; }

static int apply(check f, int v)
{
    if (f(v))
        return 1;
    return 0;
}

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    static const check table[] = {low, high, even};
    int which = __VERIFIER_nondet_int();
    int v = __VERIFIER_nondet_int();
    struct node last = {v, 0}, first = {1, &last}, *n;
    int *p = &v, **pp = &p, sum = 0;

    if (which < 0 || which > 2)
        return 1;
    if (apply(table[which], v))
        sum = 1;
    if (**pp == 33)
        *p = 44;
    for (n = &first; n; n = n->next)
        if (n->value == 55)
            sum += 2;
    if (*p == 44 && sum == 1)
        return 2;
    return 0;
}
