/* Arithmetic: + - * / %, shifts, bit operators, compound assignments,
 * increments, of inputs.
 * Branches: 36
 * Dead branches: 3
 *   v * v == 3 (mod 2^32)         squares of odd numbers are 1 modulo 8
 *   (v ^ v) != 0
 *   !(--s == 9)                   s++ was 9
 */
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned v = __VERIFIER_nondet_uint(), k = __VERIFIER_nondet_uint();
    int s = __VERIFIER_nondet_int(), n = 0;

    if (v * 3 == 21)
        n++;
    if (v * v == 3)
        n++;
    if (v / 7 == 1000 && v % 7 == 6)
        n++;
    if (s / 4 == -3 && s % 4 == -2)
        n++;
    if (k < 32 && v >> k == 5)
        n++;
    if (k < 31 && (1u << k) == 4096)
        n++;
    if ((s >> 3) == -2)
        n++;
    if ((v & 0xff00) == 0x4200)
        n++;
    if ((v | 0xf) == 0x10f)
        n++;
    if ((v ^ v) != 0)
        n++;
    if (~v == 12)
        n++;
    v += k;
    v <<= 2;
    if (v == 400)
        n++;
    if (s++ == 9 && --s == 9)
        n++;
    return n == 5;
}
