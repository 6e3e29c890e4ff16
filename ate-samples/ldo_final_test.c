/* ldo_final_test.c - final test of a 3.3 V low-dropout regulator, one site.
 *
 * Measurements are doubles in volt and ampere against limits that depend on
 * the insertion temperature; data-sheet limits are tightened by guard bands.
 * The part leaves with a hard bin (1 and 2 good, 5 to 8 bad) and a soft bin.
 *
 * Branches: 93
 * Dead branches: 4
 *   set_limits, default          main refuses other temperatures before
 *   test_output, v > VOUT_GROSS  above the upper limit the part has already
 *                                failed, and no limit is above VOUT_GROSS
 *   test_load, sag < 0.0         only asked where sag > 0.015
 *   bin_part, SB_NONE            every failing test sets a soft bin, and
 *                                without one the part was graded before
 */
#include <stdio.h>
#include <tp2ph.h>

#define VOUT_NOM 3.3
#define VOUT_GROSS 3.6
#define GUARD 0.004 /* volt, both ends */
#define IQ_TYP 55e-6

enum { COLD = -40, ROOM = 25, HOT = 125 };

enum { PASS, FAIL };

enum soft_bin {
    SB_NONE = 0,
    SB_GOOD_A = 1,
    SB_GOOD_B = 2,
    SB_OPEN = 11,
    SB_SHORT = 12,
    SB_IQ = 21,
    SB_VOUT_LO = 31,
    SB_VOUT_HI = 32,
    SB_VOUT_GROSS = 33,
    SB_LOAD = 41,
    SB_LINE = 42,
    SB_DROPOUT = 51,
    SB_ENABLE = 61,
    SB_ILIM = 71,
    SB_SETUP = 90
};

struct limits {
    double vout_lo, vout_hi;
    double iq_hi;
    double dropout_hi;
    double ilim_lo, ilim_hi;
};

struct result {
    int soft_bin;
    int hard_bin;
    int margin; /* tests that passed, but inside the guard band */
};

static void set_limits(struct limits *lim, int temp)
{
    switch (temp) {
    case COLD:
        lim->vout_lo = 3.234;
        lim->vout_hi = 3.366;
        lim->iq_hi = 80e-6;
        lim->dropout_hi = 0.180;
        lim->ilim_lo = 0.55;
        lim->ilim_hi = 1.10;
        break;
    case HOT:
        lim->vout_lo = 3.234;
        lim->vout_hi = 3.366;
        lim->iq_hi = 120e-6;
        lim->dropout_hi = 0.260;
        lim->ilim_lo = 0.50;
        lim->ilim_hi = 1.00;
        break;
    case ROOM:
        lim->vout_lo = 3.267;
        lim->vout_hi = 3.333;
        lim->iq_hi = 90e-6;
        lim->dropout_hi = 0.200;
        lim->ilim_lo = 0.55;
        lim->ilim_hi = 1.05;
        break;
    default:
        lim->vout_lo = lim->vout_hi = VOUT_NOM;
        lim->iq_hi = IQ_TYP;
        lim->dropout_hi = 0.0;
        lim->ilim_lo = lim->ilim_hi = 0.0;
        break;
    }
}

/* Force 100 uA into each pin: a diode drop is good, more is open, less is
 * shorted. */
static int test_continuity(struct result *r)
{
    static const char *const pins[] = {"IN", "OUT", "EN"};
    int i;

    for (i = 0; i < 3; i++) {
        double v = tp2ph_input_double(pins[i]);

        if (v > 1.2) {
            r->soft_bin = SB_OPEN;
            return FAIL;
        }
        if (v < 0.2) {
            r->soft_bin = SB_SHORT;
            return FAIL;
        }
    }
    return PASS;
}

static int test_supply_current(struct result *r, const struct limits *lim)
{
    double iq = tp2ph_input_double("iq");

    if (!(iq >= 1e-6 && iq <= lim->iq_hi)) {
        r->soft_bin = SB_IQ;
        return FAIL;
    }
    if (iq > IQ_TYP)
        r->margin++;
    return PASS;
}

static int test_output(struct result *r, const struct limits *lim)
{
    double v = tp2ph_input_double("vout");

    if (v < lim->vout_lo) {
        r->soft_bin = SB_VOUT_LO;
        return FAIL;
    }
    if (v > lim->vout_hi) {
        r->soft_bin = SB_VOUT_HI;
        return FAIL;
    }
    if (v > VOUT_GROSS) { /* left from the first silicon */
        r->soft_bin = SB_VOUT_GROSS;
        return FAIL;
    }
    if (v < lim->vout_lo + GUARD || v > lim->vout_hi - GUARD)
        r->margin++;
    return PASS;
}

static int test_load(struct result *r)
{
    double sag = tp2ph_input_double("sag_300mA");

    if (sag > 0.015) {
        if (sag > 0.030 || sag < 0.0) {
            r->soft_bin = SB_LOAD;
            return FAIL;
        }
        r->margin++;
    }
    return PASS;
}

static int test_line(struct result *r)
{
    double low = tp2ph_input_double("vout_in_3v6");
    double high = tp2ph_input_double("vout_in_5v5");

    if (low < 3.0 || low > 3.5 || high < 3.0 || high > 3.5) {
        r->soft_bin = SB_LINE;
        return FAIL;
    }
    if (high < low) {
        r->soft_bin = SB_LINE;
        return FAIL;
    }
    return PASS;
}

static int test_dropout(struct result *r, const struct limits *lim)
{
    double drop = tp2ph_input_double("dropout");

    if (drop <= lim->dropout_hi && drop > 0.0)
        return PASS;
    r->soft_bin = SB_DROPOUT;
    return FAIL;
}

/* The enable pin switches between 0.4 V and 1.2 V. */
static int test_enable(struct result *r)
{
    double on_at = tp2ph_input_double("en_threshold");
    int is_off = tp2ph_input_int("off_at_0v4");

    if (!is_off || on_at < 0.4 || on_at > 1.2) {
        r->soft_bin = SB_ENABLE;
        return FAIL;
    }
    return PASS;
}

static int test_current_limit(struct result *r, const struct limits *lim)
{
    double i = tp2ph_input_double("ilim");

    if (i < lim->ilim_lo || i > lim->ilim_hi) {
        r->soft_bin = SB_ILIM;
        return FAIL;
    }
    return PASS;
}

static int run_tests(struct result *r, int temp)
{
    struct limits lim;

    set_limits(&lim, temp);
    if (test_continuity(r) != PASS)
        return FAIL;
    if (test_supply_current(r, &lim) != PASS)
        return FAIL;
    if (test_output(r, &lim) != PASS)
        return FAIL;
    if (test_load(r) != PASS || test_line(r) != PASS)
        return FAIL;
    if (test_dropout(r, &lim) != PASS)
        return FAIL;
    if (temp != COLD && test_enable(r) != PASS)
        return FAIL;
    if (temp == ROOM && test_current_limit(r, &lim) != PASS)
        return FAIL;
    return PASS;
}

static void bin_part(struct result *r)
{
    switch (r->soft_bin) {
    case SB_GOOD_A:
        r->hard_bin = 1;
        break;
    case SB_GOOD_B:
        r->hard_bin = 2;
        break;
    case SB_OPEN:
    case SB_SHORT:
        r->hard_bin = 5;
        break;
    case SB_IQ:
        r->hard_bin = 6;
        break;
    case SB_NONE:
        r->soft_bin = SB_SETUP;
        r->hard_bin = 8;
        break;
    default:
        r->hard_bin = 7;
        break;
    }
}

int main(void)
{
    struct result r = {SB_NONE, 0, 0};
    int temp = tp2ph_input_int("temperature");

    if (temp != COLD && temp != ROOM && temp != HOT) {
        r.soft_bin = SB_SETUP;
        r.hard_bin = 8;
    } else {
        if (run_tests(&r, temp) == PASS)
            r.soft_bin = r.margin < 2 ? SB_GOOD_A : SB_GOOD_B;
        bin_part(&r);
    }
    printf("soft bin %d, hard bin %d\n", r.soft_bin, r.hard_bin);
    return r.hard_bin > 2;
}
