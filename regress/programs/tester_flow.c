/* Steps that fill a context and go to the end on the first error; retries; the
 * end asks for combinations of what they left behind.
 * Branches: 58
 * Dead branches: 10
 */
extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);
#define CHECK(x)                                                               \
    do {                                                                       \
        rc = (x);                                                              \
        if (rc != 0)                                                           \
            goto out;                                                          \
    } while (0)
struct ctx {
    int err;
    int retries;
    const char *where;
    int *log;
    int n;
};
static int init(struct ctx *c)
{
    int v = __VERIFIER_nondet_int();
    if (v == 0) {
        c->err = 3;
        c->where = "init";
        return -1;
    }
    return 0;
}
static int power(struct ctx *c)
{
    do {
        double v = __VERIFIER_nondet_double();
        if (v > 3.2 && v < 3.4)
            return 0;
        c->retries++;
    } while (c->retries < 3);
    c->err = 4;
    c->where = "power";
    return -2;
}
static int run(struct ctx *c)
{
    for (int i = 0; i < 4; i++) {
        int v = __VERIFIER_nondet_int();
        if (v < 0)
            continue;
        if (c->n >= 4)
            return -9; /* dead T */
        c->log[c->n++] = v;
        if (v > 100) {
            c->err = 5;
            return -3;
        }
    }
    return c->n == 0 ? -4 : 0;
}
int main(void)
{
    int log[4] = {0};
    struct ctx c = {0, 0, 0, log, 0};
    int rc;
    CHECK(init(&c));
    CHECK(power(&c));
    CHECK(run(&c));
out:
    if (rc == 0 && c.err != 0)
        return 20; /* dead second T */
    if (rc == -1 && c.n > 0)
        return 21; /* dead second T */
    if (rc == -2 && c.retries != 3)
        return 22; /* dead second T */
    if (rc == -9)
        return 23; /* dead T */
    if (rc == -3 && log[0] <= 100 && c.n == 1)
        return 24; /* third T dead */
    if (c.retries > 3)
        return 25; /* dead T */
    if (c.err == 4 && rc != -2)
        return 26; /* dead second T */
    if (!c.where && (rc == -1 || rc == -2))
        return 27; /* dead: both T */
    return rc ? 1 : 0;
}
