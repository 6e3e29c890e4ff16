/* memory_repair.c - built-in self test of a small RAM and its repair.
 *
 * The self test leaves a fail mask for each of six rows (eight columns). Rows
 * with too many fails get a spare row, the rest is repaired by one spare
 * column, if one column covers it. Masks, shifts, nested loops over fixed
 * arrays, a table of march elements, goto out of a nest.
 *
 * Branches: 69
 * Dead branches: 5
 *   march, default                 the table has the four operations only
 *   must_repair, fails > COLUMNS   a row has eight columns
 *   pick_column, n > ROWS          a column has six rows
 *   repair, spare_rows < 0         a row is replaced only if one is left
 *   grade, unrepaired with bin 1   repair has failed then
 */
#include <stdio.h>
#include <tp2ph.h>

#define ROWS 6
#define COLUMNS 8
#define SPARE_ROWS 2

enum op { OP_W0, OP_W1, OP_R0, OP_R1 };

struct element {
    enum op op;
    int is_down;
};

static const struct element march_c[] = {
    {OP_W0, 0}, {OP_R0, 0}, {OP_W1, 0}, {OP_R1, 0}, {OP_W0, 1}, {OP_R0, 1},
};
#define ELEMENTS ((int)(sizeof march_c / sizeof march_c[0]))

struct bist {
    unsigned char fail[ROWS]; /* one bit a column */
    unsigned char done;       /* march elements that were finished */
    unsigned char status;     /* bit 7: hang, bit 0: retention fail */
};

struct repair {
    int spare_rows;  /* left */
    int row[SPARE_ROWS];
    int column;      /* replaced, -1: none */
};

static int count_fails(unsigned char mask)
{
    int n = 0;
    int c;

    for (c = 0; c < COLUMNS; c++)
        if (mask & 1 << c)
            n++;
    return n;
}

/* Which elements the controller must have run: reads that matter. */
static int march(const struct bist *b)
{
    int reads = 0;
    int i;

    for (i = 0; i < ELEMENTS && i < b->done; i++) {
        switch (march_c[i].op) {
        case OP_W0:
        case OP_W1:
            break;
        case OP_R0:
            reads += march_c[i].is_down ? 2 : 1;
            break;
        case OP_R1:
            reads++;
            break;
        default:
            return -1;
        }
    }
    return reads;
}

/* Rows with more fails than a spare column could ever repair. */
static int must_repair(unsigned char mask)
{
    int fails = count_fails(mask);

    if (fails > COLUMNS)
        return -1;
    return fails > 1;
}

static int pick_column(const unsigned char fail[ROWS])
{
    int best = -1, best_n = 0;
    int c, r;

    for (c = 0; c < COLUMNS; c++) {
        int n = 0;

        for (r = 0; r < ROWS; r++)
            if (fail[r] >> c & 1)
                n++;
        if (n > ROWS)
            return -2;
        if (n > best_n) {
            best = c;
            best_n = n;
        }
    }
    return best;
}

/* 0: nothing to do, 1: repaired, -1: can't be repaired. Changes the masks to
 * what is left. */
static int repair(struct repair *plan, unsigned char fail[ROWS])
{
    int touched = 0;
    int r;

    for (r = 0; r < ROWS; r++) {
        if (fail[r] == 0)
            continue;
        touched = 1;
        if (must_repair(fail[r]) > 0) {
            if (plan->spare_rows == 0)
                goto beyond;
            plan->spare_rows--;
            plan->row[plan->spare_rows] = r;
            fail[r] = 0;
        }
        if (plan->spare_rows < 0)
            goto beyond;
    }
    if (!touched)
        return 0;
    plan->column = pick_column(fail);
    if (plan->column < 0)
        return 1; /* rows were enough */
    for (r = 0; r < ROWS; r++) {
        fail[r] &= (unsigned char)~(1 << plan->column);
        if (fail[r] == 0)
            continue;
        /* one more chance: a spare row for a single fail */
        if (plan->spare_rows == 0)
            goto beyond;
        plan->row[--plan->spare_rows] = r;
        fail[r] = 0;
    }
    return 1;

beyond:
    return -1;
}

static int grade(const struct repair *plan, const unsigned char fail[ROWS],
                 int repaired, int retention)
{
    int bin;
    int r;

    if (repaired < 0)
        return 41;
    bin = repaired ? 2 : 1;
    if (bin == 1) {
        for (r = 0; r < ROWS; r++)
            if (fail[r] != 0)
                return 49;
    }
    if (retention) {
        if (plan->spare_rows == 0 && plan->column >= 0)
            return 42; /* nothing left for what will come */
        bin += 2;
    }
    return bin;
}

int main(void)
{
    struct bist b;
    struct repair plan = {SPARE_ROWS, {-1, -1}, -1};
    int repaired;
    int bin;

    tp2ph_input(b);
    if (b.status & 0x80) {
        printf("bin 43, the self test hangs\n");
        return 1;
    }
    if (b.done > ELEMENTS || march(&b) < 3) {
        printf("bin 44, the self test is not finished\n");
        return 1;
    }
    repaired = repair(&plan, b.fail);
    bin = grade(&plan, b.fail, repaired, b.status & 1);
    printf("bin %d, %d spare rows left, column %d\n", bin, plan.spare_rows,
           plan.column);
    return bin > 4;
}
