/* Structs by value: assigned, passed, returned, nested, in arrays, compared.
 * Branches: 16
 * Dead branches: 1
 *   copy.number != 100            judge changes its own copy
 */
int __VERIFIER_nondet_int(void);
short __VERIFIER_nondet_short(void);

struct limit {
    short low, high;
};
struct test {
    int number;
    struct limit limit;
    int results[3];
};

static struct limit widen(struct limit l, short by)
{
    l.low -= by;
    l.high += by;
    return l;
}

static struct test make(int number)
{
    struct test t = {.number = number, .limit = {-10, 10}};
    t.results[1] = __VERIFIER_nondet_int();
    return t;
}

static int judge(struct test t)
{
    int v = t.results[1];
    t.number = 0;
    if (v < t.limit.low)
        return 1;
    if (v > t.limit.high)
        return 2;
    return 0;
}

int main(void)
{
    struct test all[2], copy;
    short by = __VERIFIER_nondet_short();
    if (by < 0 || by > 100)
        return 1;
    all[0] = make(100);
    all[1] = all[0];
    all[1].limit = widen(all[1].limit, by);
    copy = all[1];
    if (judge(all[0]) == 2)
        if (judge(copy) == 0)
            return 2;
    if (copy.number != 100)
        return 3;
    if (make(7).results[1] == copy.limit.high)
        return 4;
    return 0;
}
