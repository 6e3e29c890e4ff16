/* What C has besides: compound literals, designated initialisers, _Generic,
 * typedefs, long double, sizeof, _Alignas, variadic functions, restrict.
 * Branches: 12
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

int __VERIFIER_nondet_int(void);
long __VERIFIER_nondet_long(void);

typedef struct pair {
    int a, b;
} pair;

#define KIND(x) _Generic((x), int: 1, long: 2, default: 3)

static int sum(int n, ...)
{
    va_list args;
    int s = 0;
    va_start(args, n);
    while (n-- > 0)
        s += va_arg(args, int);
    va_end(args);
    return s;
}

static int first(const pair *restrict p)
{
    return p->a;
}

int main(void)
{
    int v = __VERIFIER_nondet_int();
    long l = __VERIFIER_nondet_long();
    _Alignas(16) pair p[2] = {[1] = {.b = v}};
    uint8_t byte = (uint8_t)l;
    if (first(&(pair){v, 2}) == 12)
        return 1;
    if (p[1].b == 13)
        return 2;
    if (KIND(l) == 2 && l == 1L << 40)
        return 3;
    v += sum(2, 3, 4) - 6;
    if (byte == offsetof(pair, b))
        return 4;
    if ((v & 7) == (int)sizeof(pair) - 3)
        return 5;
    return 0;
}
