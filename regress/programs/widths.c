/* All integer widths: conversions that cut, extend, wrap and change the sign.
 * Branches: 34
 */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <tp2ph.h>

int main(void)
{
    signed char sc = tp2ph_input_schar("sc");
    unsigned char uc = tp2ph_input_uchar("uc");
    short ss = tp2ph_input_short("ss");
    unsigned short us = tp2ph_input_ushort("us");
    int si = tp2ph_input_int("si");
    unsigned ui = tp2ph_input_uint("ui");
    long long ll = tp2ph_input_llong("ll");
    unsigned long long ull = tp2ph_input_ullong("ull");
    bool flag = tp2ph_input_bool("flag");
    int n = 0;

    if (sc == -128)
        n++;
    if (uc + 1 == 256)
        n++;
    if ((unsigned char)(uc + 1) == 0)
        n++;
    if ((short)us == -2)
        n++;
    if ((uint16_t)ss == 0x8000)
        n++;
    if (si == INT_MIN)
        n++;
    if (ui > (unsigned)si && si < 0)
        n++;
    if ((char)si == 'q' && si > 1000000)
        n++;
    if (ll == 0x123456789abcdef)
        n++;
    if ((int)ll == 5 && ll > 0xffffffff)
        n++;
    if (ull == ULLONG_MAX)
        n++;
    if (-ui == 10u)
        n++;
    if (flag != (si > 3))
        n++;
    if ((bool)(us & 0x300))
        n++;
    return n > 8;
}
