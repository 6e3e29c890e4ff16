/* Conditions that come out of macros: whole statements, nested macros, two on
 * one line, arguments that are conditions, a macro used twice.
 * Branches: 28
 * Dead branches: 2
 *   n > 2 in IN                   there are two sites
 *   c == 4                        then n is 0
 */
int __VERIFIER_nondet_int(void);

#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CLAMP(v, lo, hi) ((v) < (lo) ? (lo) : (v) > (hi) ? (hi) : (v))
#define CHECK(cond, bin) \
    do { \
        if (!(cond)) \
            return bin; \
    } while (0)
#define IN(v, lo, hi) ((v) >= (lo) && (v) <= (hi))
#define FOR_SITES(i) for (i = 0; i < 2; i++)

int main(void)
{
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), i, n = 0;
    int m = MAX(a, b), c = CLAMP(a, -5, 5);
    CHECK(m < 1000, 1);
    CHECK(IN(b, -20, 20) || a == 3, 2);
    FOR_SITES(i)
        if (MAX(c, i) == 1)
            n++;
    if (IN(n, 1, 2)) { if (c == 4) return 4; }
    CHECK(n != 1, 5);
    return 0;
}
