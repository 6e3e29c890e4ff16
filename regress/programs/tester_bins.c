/* Measurements against limits, status codes, early returns and bins: whoever
 * asks for a bin or a code that nothing sets, or for a combination that the
 * flow rules out, is dead.
 * Branches: 63
 * Dead branches: 16
 */
extern double __VERIFIER_nondet_double(void);
extern int __VERIFIER_nondet_int(void);
enum status { PASS, FAIL, ALARM, SKIP };
enum bin {
    BIN_GOOD = 1,
    BIN_CONT = 2,
    BIN_LEAK = 3,
    BIN_FUNC = 5,
    BIN_SYS = 9
};
static int hard_bin, soft_bin;
static enum status check(double v, double lo, double hi)
{
    if (v != v)
        return ALARM;
    if (v < lo)
        return FAIL;
    if (v > hi)
        return FAIL;
    if (v < lo || v > hi)
        return SKIP; /* dead x2 (T,T) */
    return PASS;
}
static void set_bin(enum bin b, int soft)
{
    if (hard_bin == 0) {
        hard_bin = b;
        soft_bin = soft;
    } else if (hard_bin == BIN_GOOD && b != BIN_GOOD)
        hard_bin = BIN_SYS;
}
static enum status contact(void)
{
    for (int pin = 0; pin < 4; pin++) {
        double v = __VERIFIER_nondet_double();
        enum status s = check(v, 0.2, 0.8);
        if (s == ALARM)
            return ALARM;
        if (s == FAIL) {
            set_bin(BIN_CONT, 20 + pin);
            return FAIL;
        }
        if (s == SKIP)
            return SKIP; /* dead T */
    }
    return PASS;
}
static enum status leakage(int temp)
{
    double lim = temp > 100 ? 5e-6 : temp > 50 ? 2e-6 : 1e-6;
    double v = __VERIFIER_nondet_double();
    enum status s = check(v, -lim, lim);
    if (s != PASS) {
        set_bin(BIN_LEAK, temp > 100 ? 33 : 31);
        return s;
    }
    if (temp <= 50 && v > 1.5e-6)
        return FAIL; /* dead T (second) */
    return PASS;
}
int main(void)
{
    int temp = __VERIFIER_nondet_int();
    if (temp < -40 || temp > 150)
        return 2;
    enum status s = contact();
    if (s == SKIP)
        return 3; /* dead T */
    if (s != PASS)
        goto done;
    s = leakage(temp);
    switch (s) {
    case PASS:
        set_bin(BIN_GOOD, 1);
        break;
    case FAIL:
        break;
    case ALARM:
        hard_bin = BIN_SYS;
        break;
    case SKIP:
        return 4; /* dead */
    default:
        return 5; /* dead */
    }
done:
    if (hard_bin == 0 && s == PASS)
        return 6; /* dead: second T (hb==0 & PASS) */
    if (hard_bin == BIN_GOOD && s != PASS)
        return 7; /* dead second T */
    if (hard_bin == BIN_FUNC)
        return 8; /* dead T */
    if (soft_bin > 40)
        return 9; /* dead T */
    return hard_bin == BIN_GOOD ? 0 : 1;
}
