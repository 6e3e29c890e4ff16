/* job_options.c - one flow for a whole product family: what is tested, and
 * against which limits, depends on the job, the part type and the temperature.
 *
 * The options come from the operator's interface as text and are compared with
 * strcmp and strncmp. The measurements are in microampere and megahertz.
 *
 * Branches: 111
 * Dead branches: 9
 *   read_options, is_final && is_wafer  a job is one of them, never both
 *   limits_for, TEMP_NONE and the       read_options has refused every other
 *   default that is not written         temperature than the three
 *   test_leakage, temp == TEMP_COLD     in the arm for hot only
 *   test_speed, "PB_RPC_XT" and both    there is no such type in read_part, so
 *   sides of mhz > 400                  such a part was refused
 *   test_package, is_wafer              main calls it for final test only
 *   bin, is_qa && grade 'C'             test_speed grades no QA part 'C'
 */
#include <stdio.h>
#include <string.h>
#include <tp2ph.h>

#define NAME 12

enum temp { TEMP_NONE, TEMP_COLD, TEMP_ROOM, TEMP_HOT };
enum part { PART_NONE, PART_LT, PART_MT, PART_HT };

struct options {
    char job[NAME];
    char type[NAME];
    char temp_text[8];
    enum temp temp;
    enum part part;
    int is_final, is_wafer, is_qa;
    int revision;
};

struct limit {
    int leak_ua;
    int speed_mhz;
};

static int fail_setup(const char *what)
{
    printf("setup: %s\n", what);
    return -1;
}

static int read_temp(struct options *o)
{
    if (strcmp(o->temp_text, "25C") == 0)
        o->temp = TEMP_ROOM;
    else if (strcmp(o->temp_text, "-40C") == 0)
        o->temp = TEMP_COLD;
    else if (strcmp(o->temp_text, "125C") == 0 ||
             strcmp(o->temp_text, "HOT") == 0)
        o->temp = TEMP_HOT;
    else
        return -1;
    return 0;
}

static int read_part(struct options *o)
{
    if (strncmp(o->type, "PB_RPC_", 7) != 0)
        return -1;
    if (strcmp(o->type, "PB_RPC_LT") == 0)
        o->part = PART_LT;
    else if (strcmp(o->type, "PB_RPC_MT") == 0)
        o->part = PART_MT;
    else if (strcmp(o->type, "PB_RPC_HT") == 0)
        o->part = PART_HT;
    return o->part == PART_NONE ? -1 : 0;
}

static int read_job(struct options *o)
{
    if (strcmp(o->job, "FT") == 0) {
        o->is_final = 1;
    } else if (strcmp(o->job, "QA") == 0) {
        o->is_final = 1;
        o->is_qa = 1;
    } else if (strncmp(o->job, "WS", 2) == 0) {
        if (o->job[2] != '1' && o->job[2] != '2')
            return -1;
        if (o->job[3] != '\0')
            return -1;
        o->is_wafer = 1;
    } else {
        return -1;
    }
    return 0;
}

static int read_options(struct options *o)
{
    tp2ph_input_object(o->job, sizeof o->job, "job");
    tp2ph_input_object(o->type, sizeof o->type, "type");
    tp2ph_input_object(o->temp_text, sizeof o->temp_text, "temperature");
    o->job[NAME - 1] = '\0';
    o->type[NAME - 1] = '\0';
    o->temp_text[7] = '\0';
    o->revision = tp2ph_input_int("revision");

    if (read_job(o) != 0)
        return fail_setup("job");
    if (read_part(o) != 0)
        return fail_setup("type");
    if (read_temp(o) != 0)
        return fail_setup("temperature");
    if (o->is_final && o->is_wafer)
        return fail_setup("final test of a wafer");
    if (o->is_wafer && o->temp == TEMP_COLD)
        return fail_setup("no cold wafer test");
    if (o->revision < 1 || o->revision > 4)
        return fail_setup("revision");
    return 0;
}

static struct limit limits_for(const struct options *o)
{
    struct limit l = {0, 0};

    switch (o->temp) {
    case TEMP_NONE:
        l.leak_ua = -1;
        break;
    case TEMP_COLD:
        l.leak_ua = 5;
        break;
    case TEMP_ROOM:
        l.leak_ua = 20;
        break;
    case TEMP_HOT:
        l.leak_ua = 200;
        break;
    }
    switch (o->part) {
    case PART_LT:
        l.speed_mhz = 200;
        break;
    case PART_MT:
        l.speed_mhz = 266;
        break;
    default:
        l.speed_mhz = 333;
        break;
    }
    if (o->revision >= 3)
        l.speed_mhz += 33;
    return l;
}

static int test_leakage(const struct options *o, const struct limit *l)
{
    int ua = tp2ph_input_int("leakage");

    if (ua < 0)
        return 0; /* the meter is open */
    if (o->temp == TEMP_HOT) {
        if (o->revision < 2)
            return ua <= 2 * l->leak_ua;
        if (o->temp == TEMP_COLD)
            return ua <= l->leak_ua / 2;
    }
    return ua <= l->leak_ua;
}

/* 0 fails; otherwise the grade. */
static char test_speed(const struct options *o, const struct limit *l)
{
    int mhz = tp2ph_input_int("speed");

    if (strcmp(o->type, "PB_RPC_XT") == 0)
        return mhz > 400 ? 'X' : 0;
    if (mhz < l->speed_mhz) {
        if (o->is_qa || mhz < 180)
            return 0;
        return 'C';
    }
    if (mhz >= l->speed_mhz + 66 && o->part != PART_HT)
        return 'A';
    return o->part == PART_HT ? 'A' : 'B';
}

static int test_package(const struct options *o)
{
    unsigned pins = tp2ph_input_uint("open_pins");

    if (o->is_wafer)
        return 1;
    if (pins != 0)
        return 0;
    return 1;
}

static int bin(const struct options *o, char grade)
{
    if (o->is_qa && grade == 'C')
        return 49;
    switch (grade) {
    case 'A':
        return o->is_qa ? 101 : 1;
    case 'B':
        return o->is_qa ? 102 : 2;
    default:
        return 3;
    }
}

int main(void)
{
    struct options o;
    struct limit l;
    int soft_bin;
    char grade = 0;

    memset(&o, 0, sizeof o);
    if (read_options(&o) != 0)
        return 3;
    l = limits_for(&o);
    if (!test_leakage(&o, &l))
        soft_bin = 21;
    else if ((grade = test_speed(&o, &l)) == 0)
        soft_bin = 31;
    else if (o.is_final && !test_package(&o))
        soft_bin = 41;
    else
        soft_bin = bin(&o, grade);
    printf("%s %s: bin %d\n", o.job, o.type, soft_bin);
    return soft_bin > 3 && soft_bin < 100;
}
