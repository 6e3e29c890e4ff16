/* float and double: limits, arithmetic, conversions, comparisons of every
 * kind, with values that are far apart.
 * Branches: 24
 */
double __VERIFIER_nondet_double(void);
float __VERIFIER_nondet_float(void);
int __VERIFIER_nondet_int(void);

int main(void)
{
    double volt = __VERIFIER_nondet_double();
    float amp = __VERIFIER_nondet_float();
    int code = __VERIFIER_nondet_int();
    double gain;

    if (!(volt >= -10.0 && volt <= 10.0))
        return 1;
    if (volt > 3.3 * 1.05)
        return 2;
    if (volt == 1.25)
        return 3;
    if (amp < 0.5f)
        return 4;
    if (amp > 1e-3f && amp < 2.0f)
        return 5;
    if (code < 0 || code > 4095)
        return 6;
    gain = code * 2.5 / 4096;
    if (gain > 2.0)
        return 7;
    if ((int)(gain * 100) == 42)
        return 8;
    if (volt - gain < -9.5)
        return 9;
    return 0;
}
