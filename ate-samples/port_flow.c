/* port_flow.c - wafer sort flow of a mixed-signal part, as a flow editor
 * writes it: tests with several ports, joined by goto.
 *
 * Every test returns a port: -2 alarm, -1 system error, 0 fail, 1 .. n pass
 * (several kinds of pass). The flow goes on at the port's label; two of the
 * jumps lead into a block that another test has opened.
 *
 * Branches: 91
 * Dead branches: 6
 *   run_test, port > ports (first)   clamped to 3 above it
 *   supply, case 3                   the supply test has two pass ports
 *   digital, default                 all ports of the test have their label
 *   analog, alarms > 3               three tests can alarm before it
 *   bin_out, soft_bin == 0           each way to bin_out sets a bin
 *   bin_out, no analog test          a good bin is left before the analog
 *                                    tests only after an alarm, and the
 *                                    leakage alarm has set bin 20
 */
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#define PORT_ALARM (-2)
#define PORT_SYSTEM (-1)
#define PORT_FAIL 0

#define T_SUPPLY 100
#define T_LEAK 200
#define T_SCAN 300
#define T_BIST 400
#define T_ADC 500
#define T_PLL 600

struct flow {
    int soft_bin;
    int alarms;
    int errors;
    unsigned ran; /* one bit a test */
};

/* The tester's answer, brought into the range of the test's ports. */
static int run_test(struct flow *f, int number, int ports)
{
    int port = __VERIFIER_nondet_int();

    f->ran |= 1u << number / 100;
    if (port < PORT_ALARM)
        port = PORT_SYSTEM;
    if (port > 3)
        port = 3;
    if (ports == 3 && port > ports)
        port = PORT_SYSTEM;
    if (port > ports)
        port = ports;
    if (port == PORT_ALARM)
        f->alarms++;
    if (port == PORT_SYSTEM)
        f->errors++;
    return port;
}

/* Leakage of the pads: the fast way first, pin by pin if that fails. */
static int leakage(struct flow *f)
{
    int pin;

    switch (run_test(f, T_LEAK, 1)) {
    case 1:
        return 1;
    case PORT_ALARM:
        return PORT_ALARM;
    case PORT_SYSTEM:
        return PORT_SYSTEM;
    }
    for (pin = 0; pin < 4; pin++) {
        _Bool passed = __VERIFIER_nondet_bool();

        if (passed)
            continue;
        if (pin == 3) /* the test pad may leak */
            return 2;
        return 0;
    }
    return 1; /* together too much, each alone good enough */
}

static void flow_main(struct flow *f, int is_engineering)
{
    int low_power = 0;
    int tries = 0;

supply:
    switch (run_test(f, T_SUPPLY, 2)) {
    case PORT_ALARM:
        f->soft_bin = 10;
        goto power_down;
    case PORT_SYSTEM:
        if (++tries < 2)
            goto supply;
        f->soft_bin = 90;
        goto power_down;
    case 1:
        break;
    case 2:
        low_power = 1;
        break;
    case 3:
        low_power = 2;
        break;
    default:
        f->soft_bin = 11;
        goto power_down;
    }

    switch (leakage(f)) {
    case 1:
        goto digital;
    case 2:
        if (is_engineering)
            goto digital;
        f->soft_bin = 22;
        break;
    case PORT_FAIL:
        f->soft_bin = 21;
        break;
    default:
        f->soft_bin = f->errors ? 91 : 20;
        break;
    }
    if (!is_engineering)
        goto power_down;
    goto after_scan;

digital:
    switch (run_test(f, T_SCAN, 3)) {
    case 3: /* passes at all three voltages */
        goto bist;
    case 2:
    case 1:
        if (low_power) {
        after_scan: /* a failing engineering part is looked at, too */
            if (f->soft_bin == 0)
                f->soft_bin = 3;
            if (f->alarms > 0)
                goto power_down;
        bist:
            switch (run_test(f, T_BIST, 2)) {
            case 1:
                break;
            case 2:
                if (f->soft_bin == 0)
                    f->soft_bin = 4; /* good with repair */
                break;
            case PORT_FAIL:
                f->soft_bin = 42;
                goto power_down;
            default:
                f->soft_bin = 40;
                goto power_down;
            }
            goto analog;
        }
        f->soft_bin = 31;
        break;
    case PORT_FAIL:
        f->soft_bin = 32;
        break;
    case PORT_ALARM:
        f->soft_bin = 30;
        break;
    case PORT_SYSTEM:
        f->soft_bin = 92;
        break;
    default:
        f->soft_bin = 99;
        break;
    }
    if (!is_engineering)
        goto power_down;

analog:
    if (f->alarms > 3) {
        f->soft_bin = 98;
        goto power_down;
    }
    switch (run_test(f, T_ADC, 1)) {
    case 1:
        break;
    case PORT_FAIL:
        f->soft_bin = 51;
        if (!is_engineering)
            goto power_down;
        break;
    default:
        f->soft_bin = 50;
        goto power_down;
    }
    switch (run_test(f, T_PLL, 3)) {
    case 1 ... 2:
        if (f->soft_bin == 0)
            f->soft_bin = 2;
        break;
    case 3:
        if (f->soft_bin == 0)
            f->soft_bin = 1;
        break;
    default:
        f->soft_bin = 61;
        break;
    }

power_down:
    return;
}

static int bin_out(const struct flow *f)
{
    int hard_bin;

    if (f->soft_bin == 0)
        return 8;
    if (f->soft_bin <= 4)
        hard_bin = 1;
    else if (f->soft_bin >= 90)
        hard_bin = 9;
    else if (f->soft_bin / 10 == 3 || f->soft_bin / 10 == 4)
        hard_bin = 5;
    else
        hard_bin = 4;
    if (hard_bin == 1 && (f->ran & 1u << T_ADC / 100) == 0)
        hard_bin = 7; /* a good bin without its analog tests */
    return hard_bin;
}

int main(void)
{
    struct flow f = {0, 0, 0, 0};
    int hard_bin;

    flow_main(&f, __VERIFIER_nondet_bool());
    hard_bin = bin_out(&f);
    printf("soft bin %d, hard bin %d, %d alarms, %d errors\n", f.soft_bin,
           hard_bin, f.alarms, f.errors);
    return hard_bin != 1;
}
