/* power_up_status.c - power-up, identification and register test of a PMIC
 * over I2C, written with status codes and early returns.
 *
 * Each step returns a status; the caller adds what it knows and hands it up.
 * Most conditions ask "did that step pass", so their meaning is control only:
 * no single path shows the input in them.
 *
 * Branches: 100
 * Dead branches: 6
 *   i2c_read, status == ST_BUSY     i2c_transfer turns BUSY into TIMEOUT
 *   ramp, mv < 0                    mv is clamped to 0 .. 5500 before
 *   identify, rev > 3               rev has two bits
 *   step_name, default              asked with the numbers of steps only
 *   run_part, step > STEP_REGISTERS the loop ends there
 *   severity, ST_BUSY               no status above i2c_transfer is BUSY
 */
#include <stdio.h>
#include <tp2ph.h>

typedef enum {
    ST_PASS = 0,
    ST_FAIL,
    ST_NACK,
    ST_BUSY,
    ST_TIMEOUT,
    ST_BAD_ID,
    ST_OVERCURRENT,
    ST_ABORT
} status;

enum step { STEP_RAMP, STEP_IDENTIFY, STEP_RAILS, STEP_REGISTERS, STEPS };

#define IS_BAD(s) ((s) != ST_PASS)

#define CHIP_ID 0x5a
#define REG_ID 0x00
#define REG_REV 0x01
#define REG_SCRATCH 0x10

struct part {
    unsigned char rev;
    int busy_seen;
    int rails_good;
    int slow_start;
};

/* One transfer; the bus may stretch the clock up to three times. */
static status i2c_transfer(struct part *p, unsigned char *data)
{
    int stretch;

    for (stretch = 0; stretch < 3; stretch++) {
        int line = tp2ph_input_int("i2c_line");

        if (line == ST_BUSY) {
            p->busy_seen++;
            continue;
        }
        if (line == ST_NACK)
            return ST_NACK;
        if (line != ST_PASS)
            return ST_FAIL;
        *data = tp2ph_input_uchar("i2c_data");
        return ST_PASS;
    }
    return ST_TIMEOUT;
}

static status i2c_read(struct part *p, unsigned char reg, unsigned char *data)
{
    status s = i2c_transfer(p, data);

    if (s == ST_BUSY)
        return ST_ABORT;
    if (s == ST_NACK && reg == REG_ID) {
        /* the first access wakes the part up: once more */
        s = i2c_transfer(p, data);
    }
    return s;
}

static status ramp(struct part *p)
{
    static const int expected[4] = {0, 1200, 2500, 3300};
    int i;

    for (i = 0; i < 4; i++) {
        int mv = tp2ph_input_int("vdd");
        int ma = tp2ph_input_int("idd");

        if (ma > 250)
            return ST_OVERCURRENT;
        if (mv > 5500)
            mv = 5500;
        else if (mv < 0)
            mv = 0;
        if (mv < 0)
            return ST_ABORT;
        if (mv - expected[i] > 100)
            return ST_FAIL;
        if (expected[i] - mv > 100) {
            if (i != 3)
                return ST_FAIL;
            p->slow_start = 1;
        }
    }
    return ST_PASS;
}

static status identify(struct part *p)
{
    unsigned char id = 0, rev = 0;
    status s;

    s = i2c_read(p, REG_ID, &id);
    if (IS_BAD(s))
        return s;
    if (id != CHIP_ID)
        return ST_BAD_ID;
    s = i2c_read(p, REG_REV, &rev);
    if (IS_BAD(s))
        return s;
    p->rev = rev & 3;
    if (p->rev > 3)
        return ST_BAD_ID;
    if (p->rev == 0) /* revision 0 was never released */
        return ST_BAD_ID;
    return ST_PASS;
}

static status check_rail(int nominal, int percent)
{
    int mv = tp2ph_input_int("rail");
    int band = nominal * percent / 100;

    if (mv < nominal - band)
        return ST_FAIL;
    if (mv > nominal + band)
        return ST_FAIL;
    return ST_PASS;
}

/* Buck 1 and 2 always; the LDO exists since revision 2. */
static status rails(struct part *p)
{
    if (check_rail(1100, 3) == ST_PASS)
        p->rails_good++;
    if (check_rail(1800, 3) == ST_PASS)
        p->rails_good++;
    if (p->rev < 2)
        return p->rails_good == 2 ? ST_PASS : ST_FAIL;
    if (check_rail(2800, 5) == ST_PASS)
        p->rails_good++;
    if (p->rails_good == 3)
        return ST_PASS;
    /* one rail may be repaired by trimming, two may not */
    return p->rails_good == 2 ? check_rail(2800, 10) : ST_FAIL;
}

static status registers(struct part *p)
{
    static const unsigned char pattern[2] = {0x55, 0xaa};
    int i;

    for (i = 0; i < 2; i++) {
        unsigned char got = 0;
        status s = i2c_read(p, REG_SCRATCH, &got);

        if (s == ST_TIMEOUT && i == 0)
            continue;
        if (IS_BAD(s))
            return s;
        if (got != pattern[i])
            return ST_FAIL;
    }
    return ST_PASS;
}

static const char *step_name(int step)
{
    switch (step) {
    case STEP_RAMP:
        return "ramp";
    case STEP_IDENTIFY:
        return "identify";
    case STEP_RAILS:
        return "rails";
    case STEP_REGISTERS:
        return "registers";
    default:
        return "?";
    }
}

static status run_step(struct part *p, int step)
{
    if (step == STEP_RAMP)
        return ramp(p);
    if (step == STEP_IDENTIFY)
        return identify(p);
    return step == STEP_RAILS ? rails(p) : registers(p);
}

static int severity(status s)
{
    switch (s) {
    case ST_OVERCURRENT:
        return 3;
    case ST_NACK:
    case ST_TIMEOUT:
    case ST_BUSY:
        return 2;
    default:
        return 1;
    }
}

static int run_part(struct part *p)
{
    int step;

    for (step = STEP_RAMP; step < STEPS; step++) {
        status s = run_step(p, step);

        if (s != ST_PASS) {
            if (step > STEP_REGISTERS)
                return 80;
            printf("%s: status %d\n", step_name(step), (int)s);
            return 10 * (step + 1) + severity(s);
        }
    }
    return 0;
}

int main(void)
{
    struct part p = {0, 0, 0, 0};
    int bin = run_part(&p);

    if (bin == 0) {
        if (p.slow_start && p.busy_seen > 2)
            bin = 3;
        else if (p.slow_start || p.busy_seen)
            bin = 2;
        else
            bin = 1;
    }
    printf("bin %d, revision %d\n", bin, p.rev);
    return bin > 3;
}
