/* Inputs in tp2ph's manner, also in bounded loops, and assumptions.
 * Branches: 12
 * Dead branches: 1
 *   mask == 9                     assumed to be below 8
 */
#include <tp2ph.h>

#define SITES 3

int main(void)
{
    struct {
        int bin;
        double leak;
    } site[SITES];
    int i, good = 0, mask;
    tp2ph_input(site);
    mask = tp2ph_input_int("mask");
    tp2ph_assume(mask > 0);
    tp2ph_assume(mask < 8);
    for (i = 0; i < SITES; i++) {
        if (!(mask & 1 << i))
            continue;
        if (site[i].bin != 1)
            break;
        if (site[i].leak < 1.5)
            good++;
    }
    if (good == SITES)
        return 1;
    if (mask == 9)
        return 2;
    return 0;
}
