/* Several files, a header with code, statics of the same name, flags from
 * compile_commands.json.
 * Branches: 23
 */
#include "limits.h"

int __VERIFIER_nondet_int(void);

static const struct limit limit = {-LEVEL, LEVEL};

static int check(int v)
{
    return outside(&limit, v) == 0;
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    if (!check(v))
        return 1;
    if (leak_test(v) != 0)
        return bin_of(-1);
    return bin_of(v);
}
