/* Inputs in KLEE's manner: a struct, an array, a number.
 * Branches: 12
 */
#include <klee/klee.h>

struct part {
    int site;
    short temp;
    unsigned char flags[4];
};

int main(void)
{
    struct part p;
    int mode;
    unsigned codes[3];
    klee_make_symbolic(&p, sizeof p, "p");
    klee_make_symbolic(&mode, sizeof mode, "mode");
    klee_make_symbolic(codes, sizeof codes, "codes");
    klee_assume(mode >= 0);
    if (mode == 3)
        return 1;
    if (p.site == 4 && p.temp == -40)
        return 2;
    if (p.flags[2] == 0x80)
        return 3;
    if (codes[0] + codes[1] == codes[2] && codes[2] == 77)
        return 4;
    return 0;
}
