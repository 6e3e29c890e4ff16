/* exit deep inside, in a condition, in front of other conditions; a handler.
 * Branches: 20
 * Dead branches: 2
 *   v > 3, both                   probe(11) does not return
 */
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static int done;

static void at_end(void)
{
    if (done)
        done = 2;
}

static int probe(int v)
{
    if (v == 11)
        exit(1);
    return v > 50;
}

int main(void)
{
    int v = __VERIFIER_nondet_int(), w = __VERIFIER_nondet_int();
    atexit(at_end);
    if (w == 1)
        v = 11;
    if (w == 2 && v == 11) {
        probe(v);
        if (v > 3)
            return 9;
    }
    if (probe(v) && w > 3)
        done = 1;
    if (v < -100)
        abort();
    if (w == 77)
        _Exit(3);
    return 0;
}
