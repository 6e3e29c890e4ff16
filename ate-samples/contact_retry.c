/* contact_retry.c - contact check, leakage and trim of an eight-pin sensor,
 * with the retry loops that a handler makes necessary.
 *
 * Everything is an int in the tester's own units (millivolt, nanoampere). A
 * test that fails may be tried again after the socket was cleaned or the part
 * was seated anew; each loop has a fixed number of turns.
 *
 * Branches: 87
 * Dead branches: 4
 *   contact, retries > MAX_CONTACT     the loop ends at MAX_CONTACT
 *   seat_again, force > 400            force starts at 200 and grows by 50 at
 *                                      most three times
 *   trim, code < 0                     code starts at 8 and at most seven
 *                                      steps go down: it stays above 0
 *   classify, case RC_CONTACT_SHORT    contact() ends the part in main
 *                                      before classify is asked about it
 */
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define PINS 8
#define MAX_CONTACT 3
#define MAX_LEAK 2
#define MAX_TRIM 7

#define OPEN_MV 900
#define SHORT_MV 150

enum rc {
    RC_OK = 0,
    RC_CONTACT_OPEN,
    RC_CONTACT_SHORT,
    RC_HANDLER,
    RC_LEAK,
    RC_LEAK_DRIFT,
    RC_TRIM_LOW,
    RC_TRIM_HIGH,
    RC_TRIM_STUCK
};

struct socket {
    int force;    /* newton / 10 */
    int cleaned;  /* how often */
    int reseated; /* how often */
};

static int measure(int lo, int hi)
{
    int v = __VERIFIER_nondet_int();

    /* the converter saturates */
    if (v < lo)
        return lo;
    if (v > hi)
        return hi;
    return v;
}

/* One pass over the pins; stops at the first bad one. */
static int check_pins(int *bad_pin)
{
    int pin;

    for (pin = 0; pin < PINS; pin++) {
        int mv = measure(-2000, 2000);

        *bad_pin = pin;
        if (mv > OPEN_MV)
            return RC_CONTACT_OPEN;
        if (mv < SHORT_MV && mv > -SHORT_MV)
            return RC_CONTACT_SHORT;
    }
    *bad_pin = -1;
    return RC_OK;
}

static int seat_again(struct socket *s)
{
    unsigned char ack = __VERIFIER_nondet_uchar();

    s->reseated++;
    s->force += 50;
    if (s->force > 400) /* the plunger's limit */
        return RC_HANDLER;
    if (ack == 0x15) /* NAK */
        return RC_HANDLER;
    if (ack != 0x06 && s->reseated > 1)
        return RC_HANDLER;
    return RC_OK;
}

/* Opens may be dirt: clean, then press harder. Shorts are tried once more on
 * the pins of the supply only. */
static int contact(struct socket *s)
{
    int retries = 0;
    int bad_pin;
    int rc = check_pins(&bad_pin);

    while (rc != RC_OK && retries < MAX_CONTACT) {
        retries++;
        if (rc == RC_CONTACT_SHORT) {
            if (bad_pin != 0 && bad_pin != PINS - 1)
                break;
            if (retries > 1)
                break;
        } else if (retries == 1) {
            s->cleaned++;
        }
        if (seat_again(s) != RC_OK)
            return RC_HANDLER;
        rc = check_pins(&bad_pin);
    }
    if (retries > MAX_CONTACT)
        return RC_HANDLER;
    return rc;
}

/* Leakage settles: the second reading must not be above the first. */
static int leakage(int *retries)
{
    int first, second;

    *retries = 0;
    do {
        first = measure(0, 20000);
        if (first <= 100)
            return RC_OK;
        second = measure(0, 20000);
        if (second <= 100)
            return RC_OK;
        if (second > first)
            return RC_LEAK_DRIFT;
    } while (++*retries < MAX_LEAK);
    return RC_LEAK;
}

/* Step a 4-bit code until the reference is 1200 mV +- 5. */
static int trim(int *result)
{
    int code = 8;
    int turn;
    int last = 0;

    for (turn = 0; turn < MAX_TRIM; turn++) {
        int mv = measure(0, 3300);

        *result = code;
        if (mv >= 1195 && mv <= 1205)
            return RC_OK;
        if (turn > 0 && mv == last)
            return RC_TRIM_STUCK;
        last = mv;
        if (mv < 1195)
            code++;
        else
            code--;
        if (code > 14)
            return RC_TRIM_HIGH;
        if (code < 0)
            return RC_TRIM_LOW;
    }
    return code < 8 ? RC_TRIM_LOW : RC_TRIM_HIGH;
}

static int classify(int rc, const struct socket *s)
{
    switch (rc) {
    case RC_OK:
        if (s->reseated == 0)
            return 1;
        return s->cleaned ? 2 : 3;
    case RC_CONTACT_SHORT:
        return 12;
    case RC_LEAK:
        return 21;
    case RC_LEAK_DRIFT:
        return 22;
    case RC_TRIM_LOW:
    case RC_TRIM_HIGH:
        return 31;
    default:
        return 32;
    }
}

int main(void)
{
    struct socket s = {200, 0, 0};
    int leak_retries = 0;
    int code = -1;
    int bin;
    int rc;

    rc = contact(&s);
    if (rc == RC_HANDLER) {
        printf("bin 99, handler\n");
        return 2;
    }
    if (rc != RC_OK) {
        bin = rc == RC_CONTACT_OPEN ? 11 : 12;
        goto done;
    }
    rc = leakage(&leak_retries);
    if (rc == RC_OK)
        rc = trim(&code);
    bin = classify(rc, &s);
    if (bin == 1 && leak_retries > 0)
        bin = 4; /* good, but look at it */
done:
    printf("bin %d, trim %d, %d times seated again\n", bin, code, s.reseated);
    return bin > 4;
}
