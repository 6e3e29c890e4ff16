/* fuse_trim.c - reads and checks the fuses of a part, decides what to blow.
 *
 * Words of the fuse array come as integers; the program looks at them through
 * masks and through bit-fields. Inputs in CREST's style.
 *
 * Branches: 78
 * Dead branches: 5
 *   unpack, grade > 7            grade has three bits
 *   check_id, x + y > 126        x and y have six bits
 *   plan, blow & keep            blow has only bits that keep has not
 *   verify, (after & before)     blown fuses stay blown: after is before with
 *   != before                    more bits
 *   main, default                plan returns 0 to 3
 */
#include <crest.h>
#include <stdio.h>

#define LOCKED 0x80000000u
#define TRIM_MASK 0x0000000fu
#define SPARE_MASK 0x000000f0u
#define CRC_SHIFT 8
#define CRC_MASK 0x0000ff00u
#define MAX_BLOW 6

enum { ID_OK, ID_BLANK, ID_BAD, ID_FOREIGN };
enum { PLAN_NOTHING, PLAN_BLOW, PLAN_REJECT, PLAN_BLANK };

struct id_word {
    unsigned lot : 12;
    unsigned x : 6;
    unsigned y : 6;
    unsigned grade : 3;
    unsigned fab : 2;
    signed offset : 3; /* trim offset, -4 .. 3 */
};

struct fuses {
    struct id_word id;
    unsigned trim;   /* raw trim word */
    unsigned char crc;
};

static struct id_word unpack(unsigned raw)
{
    struct id_word id;
    unsigned grade = raw >> 24 & 7;

    id.lot = raw & 0xfff;
    id.x = raw >> 12 & 0x3f;
    id.y = raw >> 18 & 0x3f;
    if (grade > 7)
        grade = 0;
    id.grade = grade & 7;
    id.fab = raw >> 27 & 3;
    id.offset = (int)(raw >> 29) - ((raw >> 31 & 1) ? 8 : 0);
    return id;
}

/* Parity in place of a check sum: even over the twelve bits of the lot. */
static int parity(unsigned word, int bits)
{
    int odd = 0;
    int i;

    for (i = 0; i < bits; i++)
        if (word >> i & 1u)
            odd = !odd;
    return odd;
}

static int check_id(const struct fuses *f)
{
    const struct id_word *id = &f->id;

    if (id->lot == 0 && id->x == 0 && id->y == 0)
        return id->grade == 0 && id->fab == 0 ? ID_BLANK : ID_BAD;
    if (id->x + id->y > 126)
        return ID_BAD;
    if (id->x < 2 || id->y < 2) /* outside of the wafer */
        return ID_BAD;
    if (parity(id->lot, 12))
        return ID_BAD;
    if (id->fab == 3)
        return ID_FOREIGN;
    return ID_OK;
}

static int count_bits(unsigned word)
{
    int n = 0;

    while (word) {
        word &= word - 1;
        n++;
    }
    return n;
}

/* The trim code that the measured reference asks for. */
static int wanted_trim(const struct fuses *f, short millivolt)
{
    int steps = (1250 - millivolt) / 5;

    steps += f->id.offset;
    if (steps < 0)
        return 0;
    if (steps > 15)
        return -1;
    return steps;
}

static int plan(const struct fuses *f, int wanted, unsigned *blow)
{
    unsigned keep = f->trim & (TRIM_MASK | SPARE_MASK);
    unsigned code = (unsigned)wanted & TRIM_MASK;

    if (f->trim & LOCKED)
        return (f->trim & TRIM_MASK) == code ? PLAN_NOTHING : PLAN_REJECT;
    if (f->trim == 0 && code == 0)
        return PLAN_BLANK;
    *blow = code & ~keep;
    if (*blow & keep)
        return PLAN_REJECT;
    if (keep & TRIM_MASK & ~code)
        return PLAN_REJECT; /* a fuse is blown that should not be */
    if (*blow == 0)
        return PLAN_NOTHING;
    if (count_bits(*blow | keep) > MAX_BLOW)
        return PLAN_REJECT; /* more than the charge pump can do */
    return PLAN_BLOW;
}

static int verify(unsigned before, unsigned blow)
{
    unsigned after;
    unsigned stuck;

    CREST_unsigned_int(stuck);
    after = before | (blow & ~stuck);
    if ((after & before) != before)
        return 0;
    if ((after & blow) == blow)
        return 1;
    return count_bits(blow & ~after) == 1 ? 2 : 0;
}

static int crc_of(unsigned trim)
{
    return (int)((trim & CRC_MASK) >> CRC_SHIFT);
}

int main(void)
{
    struct fuses f;
    unsigned raw;
    unsigned blow = 0;
    short millivolt;
    int wanted;
    int bin;

    CREST_unsigned_int(raw);
    CREST_unsigned_int(f.trim);
    CREST_unsigned_char(f.crc);
    CREST_short(millivolt);
    f.id = unpack(raw);

    switch (check_id(&f)) {
    case ID_OK:
        break;
    case ID_BLANK:
        printf("bin 20, not programmed at wafer sort\n");
        return 1;
    case ID_FOREIGN:
        printf("bin 21, other fab\n");
        return 1;
    default:
        printf("bin 22, identification\n");
        return 1;
    }
    if ((f.trim & LOCKED) && crc_of(f.trim) != f.crc) {
        printf("bin 23, check sum\n");
        return 1;
    }
    wanted = wanted_trim(&f, millivolt);
    if (wanted < 0) {
        printf("bin 31, reference\n");
        return 1;
    }
    switch (plan(&f, wanted, &blow)) {
    case PLAN_NOTHING:
        bin = 1;
        break;
    case PLAN_BLANK:
        bin = f.id.grade >= 4 ? 2 : 1;
        break;
    case PLAN_BLOW:
        switch (verify(f.trim, blow)) {
        case 1:
            bin = f.id.grade >= 4 ? 2 : 1;
            break;
        case 2:
            bin = 33; /* one fuse short: blow again at final test */
            break;
        default:
            bin = 34;
            break;
        }
        break;
    case PLAN_REJECT:
        bin = 32;
        break;
    default:
        bin = 99;
        break;
    }
    printf("bin %d, lot %u, die %u/%u\n", bin, f.id.lot, f.id.x, f.id.y);
    return bin > 2;
}
