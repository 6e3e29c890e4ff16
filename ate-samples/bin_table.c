/* bin_table.c - final binning by a table instead of code.
 *
 * Twelve tests leave pass or fail; a rule of the table lists tests that must
 * have passed (+) or failed (-) and names the bin. The first rule that fits
 * wins. Around it: limits with a low and a high end, alarms that replace the
 * result, and the checks a good table would not need.
 *
 * Branches: 75
 * Dead branches: 10
 *   find_bin, r < RULES false       the last rule fits everything
 *   find_bin, number > TESTS        no rule of the table has such a test
 *   find_bin, t == 0 in rule 0      the first rule is not empty
 *   hard_bin, default               every soft bin of the table is listed
 *   cross_check, tests 1 and 2      the rules before those of good bins take
 *   (two branches)                  every part that failed them
 *   cross_check, test 9             all rules of good bins ask for it
 *   cross_check, test 4             the rule of bin 3 asks for it
 *   main, rule < 0                  the last rule fits everything
 *   main, cross_check != 0          follows from its own dead branches
 */
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern double __VERIFIER_nondet_double(void);

#define TESTS 12
#define MAX_TERMS 5
#define RULES 12

enum { FAILED, PASSED, NOT_RUN };

struct limits {
    double low, high;
};

/* Tests 1 .. 4 are gross, 5 .. 8 parametric, 9 .. 12 speed and options. */
static const struct limits limits[TESTS + 1] = {
    {0.0, 0.0},     {-0.5, 0.5},   {0.3, 0.9},     {1.71, 1.89},
    {0.0, 0.120},   {2.97, 3.63},  {-0.01, 0.01},  {0.45, 0.55},
    {100.0, 140.0}, {800.0, 1e9},  {1000.0, 1e9},  {0.0, 1.0},
    {0.5, 1.0},
};

struct rule {
    signed char term[MAX_TERMS]; /* +test, -test, 0: end */
    unsigned char bin;
};

static const struct rule rules[RULES] = {
    {{-1, 0, 0, 0, 0}, 20},         /* contact */
    {{-2, 0, 0, 0, 0}, 21},         /* diode */
    {{-3, 0, 0, 0, 0}, 22},         /* core supply */
    {{-4, 0, 0, 0, 0}, 23},         /* supply current */
    {{-5, -6, 0, 0, 0}, 31},        /* both references */
    {{+10, +9, +11, +12, +8}, 1},   /* fast, all options */
    {{+9, +11, +5, +6, 0}, 2},      /* standard */
    {{+9, +4, +5, 0, 0}, 3},        /* without options */
    {{-7, +8, 0, 0, 0}, 32},        /* duty cycle */
    {{-8, 0, 0, 0, 0}, 33},         /* oscillator */
    {{-9, 0, 0, 0, 0}, 41},         /* slow */
    {{0, 0, 0, 0, 0}, 49},          /* everything else */
};

static int compare(int test, double value)
{
    if (value < limits[test].low)
        return FAILED;
    if (value > limits[test].high)
        return FAILED;
    return PASSED;
}

/* Measure all tests; gross fails end the measurement. */
static int measure_all(int result[TESTS + 1])
{
    int test;
    int alarm = 0;

    for (test = 0; test <= TESTS; test++)
        result[test] = NOT_RUN;
    for (test = 1; test <= TESTS; test++) {
        result[test] = compare(test, __VERIFIER_nondet_double());
        if (test <= 4 && result[test] == FAILED)
            break;
        if (test == 8) {
            /* between the groups the tester tells its state */
            alarm = __VERIFIER_nondet_int();
            if (alarm != 0)
                break;
        }
    }
    return alarm;
}

static int term_fits(const int result[TESTS + 1], int term)
{
    if (term > 0)
        return result[term] == PASSED;
    return result[-term] == FAILED;
}

static int find_bin(const int result[TESTS + 1])
{
    int r, t;

    for (r = 0; r < RULES; r++) {
        int fits = 1;

        for (t = 0; t < MAX_TERMS && fits; t++) {
            int term = rules[r].term[t];
            int number = term < 0 ? -term : term;

            if (number > TESTS)
                return -1;
            if (term == 0) {
                if (r == 0 && t == 0)
                    return -1;
                break;
            }
            fits = term_fits(result, term);
        }
        if (fits)
            return r;
    }
    return -1;
}

static int hard_bin(int soft_bin)
{
    switch (soft_bin) {
    case 1:
        return 1;
    case 2:
    case 3:
        return 2;
    case 20:
    case 21:
        return 5;
    case 22:
    case 23:
        return 6;
    case 31 ... 33:
        return 7;
    case 41:
        return 8;
    case 49:
        return 9;
    default:
        return 0;
    }
}

/* What review asks of every table: no good bin after a gross fail. */
static int cross_check(const int result[TESTS + 1], int soft_bin)
{
    if (soft_bin <= 3) {
        if (result[1] == FAILED || result[2] == FAILED)
            return -1;
        if (result[9] != PASSED)
            return -2;
    }
    if (soft_bin == 3 && result[4] != PASSED)
        return -3;
    return 0;
}

int main(void)
{
    int result[TESTS + 1];
    int alarm = measure_all(result);
    int rule;
    int soft_bin;

    if (alarm < 0) {
        printf("soft bin 91, system\n");
        return 2;
    }
    if (alarm > 0 && alarm != 7) { /* 7 is a warning */
        printf("soft bin 90, alarm %d\n", alarm);
        return 2;
    }
    rule = find_bin(result);
    if (rule < 0)
        return 3;
    soft_bin = rules[rule].bin;
    if (cross_check(result, soft_bin) != 0)
        return 3;
    if (alarm == 7 && soft_bin == 49)
        soft_bin = 48;
    printf("soft bin %d, hard bin %d\n", soft_bin,
           soft_bin == 48 ? 9 : hard_bin(soft_bin));
    return soft_bin > 3;
}
