/* speed_sort.c - speed binning of a processor by searching its fastest grade.
 *
 * The part is run at a row of frequencies, fastest first, until it passes; each
 * grade has its own voltage and power limit. A shmoo by bisection (at most six
 * turns) finds how much margin is left. Bounded loops, early leaving, retest
 * at the next grade.
 *
 * Branches: 66
 * Dead branches: 6
 *   shmoo, turns > 6           the interval is halved from 320 to 5 in six
 *   shmoo, mid <= low          mid is the middle of an interval wider than 5
 *   sort, retests > GRADES     one retest a grade at most
 *   sort, grade < 0            grade starts at 0 and grows
 *   bin_of, milliwatt > max_mw sort does not take a grade over its power
 *   main, bin == 0             bin_of gives every part a bin
 */
#include <stdio.h>
#include <tp2ph.h>

#define GRADES 5

struct grade {
    int mhz;
    int millivolt;
    int max_mw;
    int bin;
};

static const struct grade grades[GRADES] = {
    {3600, 1250, 95000, 1},
    {3200, 1200, 80000, 2},
    {2800, 1150, 65000, 3},
    {2400, 1100, 65000, 4},
    {2000, 1100, 45000, 5},
};

enum outcome { RUN_PASS, RUN_FAIL, RUN_HANG, RUN_THERMAL };

struct part {
    int grade;     /* index, -1: none */
    int milliwatt; /* at that grade */
    int margin;    /* megahertz above it */
    int retests;
    int thermal;
};

/* One run of the pattern; the signature decides, the watchdog may end it. */
static enum outcome run_at(struct part *p, int mhz, int millivolt)
{
    unsigned signature = tp2ph_input_uint("signature");
    int kelvin = tp2ph_input_int("temperature");

    if (kelvin > 378 || kelvin < 233) {
        p->thermal++;
        return RUN_THERMAL;
    }
    if (signature == 0)
        return RUN_HANG;
    if (mhz > 3000 && millivolt < 1200)
        return RUN_FAIL; /* not specified there */
    return signature == 0xc0ffee42u ? RUN_PASS : RUN_FAIL;
}

static int measure_power(int millivolt)
{
    int ma = tp2ph_input_int("current");

    if (ma < 0)
        ma = 0;
    if (ma > 150000)
        ma = 150000;
    return ma / 1000 * millivolt;
}

/* The highest frequency that passes, to 5 MHz, above a grade that passed. */
static int shmoo(struct part *p, int base, int millivolt)
{
    int low = base;
    int high = base + 320;
    int turns = 0;

    while (high - low > 5) {
        int mid = low + (high - low) / 2;

        if (++turns > 6)
            break;
        if (mid <= low)
            break;
        if (run_at(p, mid, millivolt) == RUN_PASS)
            low = mid;
        else
            high = mid;
        if (p->thermal > 2)
            return -1;
    }
    return low - base;
}

/* The fastest grade at which the part passes within its power. */
static int sort(struct part *p)
{
    int grade = 0;

    while (grade < GRADES) {
        const struct grade *g = &grades[grade];
        enum outcome got = run_at(p, g->mhz, g->millivolt);

        if (got == RUN_HANG && p->retests <= grade) {
            p->retests++;
            got = run_at(p, g->mhz, g->millivolt);
        }
        if (p->retests > GRADES)
            return -2;
        switch (got) {
        case RUN_PASS:
            p->milliwatt = measure_power(g->millivolt);
            if (p->milliwatt <= g->max_mw) {
                p->grade = grade;
                return grade;
            }
            break;
        case RUN_THERMAL:
            if (p->thermal > 1)
                return -2;
            continue; /* the same grade again, once it has cooled down */
        case RUN_HANG:
            grade++; /* two grades at once */
            break;
        default:
            break;
        }
        grade++;
        if (grade < 0)
            return -2;
    }
    return -1;
}

static int bin_of(const struct part *p)
{
    const struct grade *g = &grades[p->grade];
    int bin = g->bin;

    if (p->milliwatt > g->max_mw)
        return 19;
    if (p->margin < 0)
        return 17;
    if (p->margin == 0 && p->grade < GRADES - 1)
        bin++; /* no margin: sell it one grade slower */
    else if (p->margin >= 200 && p->milliwatt < g->max_mw / 2)
        bin += 100; /* a candidate for the low-power line */
    return bin;
}

int main(void)
{
    struct part p = {-1, 0, 0, 0, 0};
    int result = sort(&p);
    int bin;

    if (result == -2) {
        bin = 18;
    } else if (result == -1) {
        bin = 16;
    } else {
        const struct grade *g = &grades[result];

        p.margin = shmoo(&p, g->mhz, g->millivolt);
        bin = bin_of(&p);
    }
    if (bin == 0)
        bin = 99;
    printf("bin %d, %d mW, %d MHz margin, %d retests\n", bin, p.milliwatt,
           p.margin, p.retests);
    if (bin >= 16 && bin <= 19)
        return 1;
    return 0;
}
