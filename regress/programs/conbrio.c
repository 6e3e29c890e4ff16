/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Figure 1 of seed 001; what is main there is program here.
 * Branches: 12
 * Dead branches: 1: x > 0 [F] in f (its callers see to that)
 */
int __VERIFIER_nondet_int(void);
int a1(int x, int y);
int a2(int x);
int b(int x);
int f(int x);
int g(int x);
int h(int x);
int program(int x, int y)
{
    return (x > 0) ? a1(x, y) : a2(y);
}
int a1(int x, int y)
{
    if (y > 0)
        return b(x);
    else
        return 0;
}
int a2(int x)
{
    if (x > 0)
        return b(x);
    return 0;
}
int b(int x)
{
    if (x > 0)
        return f(x);
    else
        return 0;
}
int f(int x)
{
    int array[5] = {1, 3, 5, 7, 9}, result;
    if (g(x) != 0) {
        result = array[x];
    } else
        result = h(x);
    return result;
}
int g(int x)
{
    return (x < 5) ? 1 : 0;
}
int h(int x)
{
    return x + 2;
}
int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    return program(x, y);
}
