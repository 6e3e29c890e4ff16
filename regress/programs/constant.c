/* Conditions that the compiler knows, asserts, and system macros: listed, not
 * counted.
 * Branches: 10
 */
#include <assert.h>
#include <math.h>

int __VERIFIER_nondet_int(void);
double __VERIFIER_nondet_double(void);

#define DEBUG 0

int main(void)
{
    int v = __VERIFIER_nondet_int();
    double d = __VERIFIER_nondet_double();
    do {
        if (v == 3)
            break;
        if (DEBUG)
            return 9;
    } while (0);
    if (sizeof(long) == 8 && v == 4)
        return 1;
    assert(v != 4);
    while (1) {
        if (v > 100)
            break;
        v += 100;
        if (v < 0)
            return 2;
    }
    if (isnan(d))
        return 3;
    if (d > 1.0)
        return 4;
    return 0;
}
