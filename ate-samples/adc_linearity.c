/* adc_linearity.c - offset, gain, linearity and noise of a 12-bit converter.
 *
 * Doubles throughout, some computed: errors in LSB from measured transition
 * levels, averages over repeated readings, guard bands by macro. Limits are
 * checked by macros, so several conditions come out of one line.
 *
 * Branches: 86
 * Dead branches: 4
 *   judge_dnl, dnl <= -1.0      below -0.9 it has failed already
 *   noise, used == 0            a converter without three good readings has
 *                               failed before
 *   grade, OUTSIDE(offset ..)   judged before, with tighter limits (two
 *                               branches: below and above)
 */
#include <stdio.h>
#include <tp2ph.h>

#define LSB 0.001 /* volt */
#define CODES 5   /* transitions that are looked at */
#define READINGS 6

#define GUARD_BAND 0.1
#define OUTSIDE(v, low, high) ((v) < (low) || (v) > (high))
#define INSIDE(v, low, high) ((v) >= (low) && (v) <= (high))

enum verdict { V_PASS, V_OFFSET, V_GAIN, V_DNL, V_INL, V_MISSING, V_NOISE };

struct adc {
    double level[CODES]; /* volt, of codes 1, 1024, 2048, 3072, 4095 */
    double offset;       /* LSB */
    double gain;         /* LSB, at full scale */
    double noise;        /* LSB */
    int suspicious;
};

static const double ideal[CODES] = {0.001, 1.024, 2.048, 3.072, 4.095};

/* Levels must rise, or a code is missing. */
static int read_levels(struct adc *a)
{
    int i;

    for (i = 0; i < CODES; i++) {
        a->level[i] = tp2ph_input_double("level");
        if (!INSIDE(a->level[i], -0.2, 5.2))
            return -1;
        if (i > 0 && a->level[i] <= a->level[i - 1])
            return i;
    }
    return 0;
}

static enum verdict judge_offset_and_gain(struct adc *a)
{
    a->offset = (a->level[0] - ideal[0]) / LSB;
    a->gain = (a->level[CODES - 1] - ideal[CODES - 1]) / LSB - a->offset;
    if (OUTSIDE(a->offset, -4.0 + GUARD_BAND, 4.0 - GUARD_BAND))
        return V_OFFSET;
    if (OUTSIDE(a->gain, -8.0, 8.0))
        return V_GAIN;
    if (a->gain < -6.0 || a->gain > 6.0)
        a->suspicious++;
    return V_PASS;
}

/* The differential error as the tester gives it, for one code of each range. */
static enum verdict judge_dnl(struct adc *a)
{
    int i;

    for (i = 0; i < 3; i++) {
        double dnl = tp2ph_input_double("dnl");

        if (dnl < -0.9 || dnl > 0.9) {
            if (dnl > 3.0)
                return V_MISSING;
            return V_DNL;
        }
        if (dnl <= -1.0)
            return V_MISSING;
        if (dnl > 0.5)
            a->suspicious++;
    }
    return V_PASS;
}

/* The integral error against the straight line through the end points. */
static enum verdict judge_inl(const struct adc *a)
{
    int i;

    for (i = 1; i < CODES - 1; i++) {
        double error = (a->level[i] - ideal[i]) / LSB;

        if (error - a->offset > 12.0)
            return V_INL;
        if (error - a->offset < -12.0)
            return V_INL;
    }
    return V_PASS;
}

/* Mean distance of repeated readings; single outliers are dropped. */
static enum verdict noise(struct adc *a)
{
    double sum = 0.0;
    int used = 0;
    int i;

    for (i = 0; i < READINGS; i++) {
        double v = tp2ph_input_double("reading");

        if (v < 0.0)
            v = -v;
        if (v > 16.0)
            continue;
        sum += v;
        used++;
    }
    if (used < 3)
        return V_NOISE;
    if (used == 0)
        return V_NOISE;
    a->noise = sum / used;
    if (a->noise > 2.0)
        return V_NOISE;
    if (used < READINGS)
        a->suspicious++;
    return V_PASS;
}

static int grade(const struct adc *a, int is_automotive)
{
    if (OUTSIDE(a->offset, -5.0, 5.0))
        return 19;
    if (is_automotive) {
        if (a->suspicious > 0 || a->noise > 1.0)
            return 3;
        return 1;
    }
    return a->suspicious > 3 ? 4 : 2;
}

static int bin_of(enum verdict v)
{
    switch (v) {
    case V_OFFSET:
    case V_GAIN:
        return 11;
    case V_DNL:
    case V_MISSING:
        return 12;
    case V_INL:
        return 13;
    default:
        return 14;
    }
}

int main(void)
{
    struct adc a = {{0}, 0, 0, 0, 0};
    enum verdict v = V_PASS;
    _Bool is_automotive = tp2ph_input_bool("automotive");
    int missing = read_levels(&a);
    int bin;

    if (missing != 0) {
        bin = missing < 0 ? 10 : 12;
    } else {
        v = judge_offset_and_gain(&a);
        if (v == V_PASS)
            v = judge_dnl(&a);
        if (v == V_PASS && is_automotive)
            v = judge_inl(&a);
        if (v == V_PASS)
            v = noise(&a);
        bin = v == V_PASS ? grade(&a, is_automotive) : bin_of(v);
    }
    printf("bin %d, offset %.2f, gain %.2f, noise %.2f LSB\n", bin, a.offset,
           a.gain, a.noise);
    return bin > 4;
}
