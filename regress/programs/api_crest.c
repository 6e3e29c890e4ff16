/* Inputs in CREST's manner, of each type.
 * Branches: 12
 */
#include <crest.h>

int main(void)
{
    unsigned char uc;
    char c;
    unsigned short us;
    short s;
    unsigned u;
    int i;
    CREST_unsigned_char(uc);
    CREST_char(c);
    CREST_unsigned_short(us);
    CREST_short(s);
    CREST_unsigned_int(u);
    CREST_int(i);
    if (uc == 200 && c == -3)
        return 1;
    if (us == 60000 || s == -30000)
        return 2;
    if (u > 4000000000u)
        return 3;
    if (i == -2000000000)
        return 4;
    return 0;
}
