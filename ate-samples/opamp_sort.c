/* opamp_sort.c - wafer sort of an operational amplifier, as it runs on the
 * tester: nothing in it is made for tp2ph. The functions of the tester are
 * declared in opamp_sort.inputs.
 *
 *   tp2ph --inputs opamp_sort.inputs opamp_sort.c
 *
 * Branches: 60
 * Dead branches: 6
 *   test_offset, v > 6.5 and v < -6.5   the pin electronics clamp at 6 V
 *   test_supply, ic < 0.0               a supply current has no sign here
 *   test_supply, rc > 1                 ate_measure_i returns 0 or 1
 *   test_noise, c[i] > 4095             the digitizer has 12 bits
 *   main, hard == 0                     a part without a bin has left before
 */
#include "ate_api.h"

#include <string.h>

#define PIN_OUT 3
#define PIN_VCC 8
#define SAMPLES 4

enum { HB_GOOD = 1, HB_SECOND = 2, HB_FAIL = 5, HB_CONTACT = 6, HB_RETEST = 7 };

static int grade_b; /* second grade only */

static int is_hot(void) {
    ate_die die = ate_current_die();
    if (die.x < 0 || die.y < 0)
        return -1;
    return die.temperature > 85.0;
}

static int test_offset(double limit) {
    double v;
    ate_force_v(PIN_OUT, 0.0);
    ate_wait_us(200);
    v = ate_measure_v(PIN_OUT);
    if (v > 6.5 || v < -6.5)
        return HB_RETEST; /* the instrument lies */
    if (v > limit || v < -limit)
        return HB_FAIL;
    if (v > limit / 2 || v < -limit / 2)
        grade_b = 1;
    return 0;
}

static int test_supply(int hot) {
    double ic = 0.0;
    int rc = ate_measure_i(PIN_VCC, &ic);
    if (rc > 1)
        return HB_RETEST;
    if (rc)
        return HB_CONTACT;
    if (ic < 0.0)
        return HB_RETEST;
    if (ic > (hot ? 0.008 : 0.005))
        return HB_FAIL;
    return 0;
}

static int test_noise(void) {
    short c[SAMPLES];
    int i, high = 0;
    ate_capture(PIN_OUT, c, SAMPLES);
    for (i = 0; i < SAMPLES; i++) {
        if (c[i] > 4095)
            return HB_RETEST;
        if (c[i] > 2100)
            high++;
    }
    if (high == SAMPLES)
        return HB_FAIL;
    if (high > 1)
        grade_b = 1;
    return 0;
}

static int contact(void) {
    int tries = 0;
    while (tries < 3) {
        switch (ate_connect(0, "K1,K4")) {
        case ATE_PASS:
            return 0;
        case ATE_ALARM:
            return HB_RETEST;
        case ATE_FAIL:
            tries++;
            break;
        default:
            return HB_CONTACT;
        }
    }
    return HB_CONTACT;
}

int main(void) {
    const char *grade = ate_option("grade");
    const char *flow = ate_option("flow");
    int hot, hard = contact();
    if (hard == 0) {
        hot = is_hot();
        if (hot < 0)
            hard = HB_RETEST;
        else
            hard = test_offset(strcmp(grade, "PRECISION") == 0 ? 0.0005 : 0.005);
        if (hard == 0)
            hard = test_supply(hot);
        if (hard == 0 && strcmp(flow, "FULL") == 0)
            hard = test_noise();
        if (hard == 0)
            hard = grade_b ? HB_SECOND : HB_GOOD;
    }
    if (hard == 0)
        return 1;
    ate_bin(hard, hard * 10);
    return 0;
}
