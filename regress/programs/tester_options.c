/* A table of limits chosen by the name of the part, options as bits, limits
 * that only some parts have.
 * Branches: 32
 * Dead branches: 6
 */
#include "tp2ph.h"
#include <string.h>
struct limit {
    const char *part;
    int temp;
    double lo, hi;
    unsigned mask;
};
static const struct limit limits[] = {
    {"PB_RPC_LT", -40, 0.9, 1.1, 0x3},
    {"PB_RPC_RT", 25, 0.95, 1.05, 0x7},
    {"PB_RPC_HT", 125, 0.85, 1.2, 0xf},
};
enum { N = sizeof limits / sizeof limits[0] };
#define OPT_TRIM 1u
#define OPT_FUSE 2u
#define OPT_BURN 4u
static const struct limit *find(const char *part)
{
    for (int i = 0; i < N; i++)
        if (strcmp(limits[i].part, part) == 0)
            return &limits[i];
    return 0;
}
int main(void)
{
    char part[12];
    unsigned opts;
    double v;
    tp2ph_input(part);
    tp2ph_input(opts);
    tp2ph_input(v);
    part[11] = 0;
    const struct limit *l = find(part);
    if (!l)
        return 1;
    opts &= 0xf;
    if (opts > 15)
        return 2; /* dead T */
    if (opts & ~l->mask)
        return 3;
    if (l->temp == -40 && (opts & OPT_BURN))
        return 4; /* dead second T */
    if (l->temp == 26)
        return 5; /* dead T */
    if (v < l->lo)
        return 6;
    if (v > l->hi)
        return 7;
    if (v > 1.15 && l->temp != 125)
        return 8; /* dead second T */
    if (strcmp(part, "PB_RPC_XT") == 0)
        return 9; /* dead T */
    if ((opts & OPT_TRIM) && (opts & OPT_FUSE))
        return 10;
    if ((opts & (OPT_TRIM | OPT_FUSE)) == (OPT_TRIM | OPT_FUSE))
        return 11; /* dead T */
    return 0;
}
