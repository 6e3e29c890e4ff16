/* multisite_probe.c - wafer probe of four dies at once.
 *
 * One struct of measurements a site is filled by the tester (an array of
 * structs, given to KLEE's function as a whole). Loops run over the fixed
 * number of sites; a mask says which sites have a die and which are still
 * alive. A shared alarm ends all of them.
 *
 * Branches: 90
 * Dead branches: 6
 *   load_sites, site >= SITES      the loop ends at SITES
 *   test_vth, vth < 0              in the arm for vth > 900
 *   test_ring, !is_active          the caller skips sites that are not active
 *   apply_yield, alive > present   only sites that are present are alive
 *   main, again < 0                follows from the one before
 *   main, count(alive) == 0        in the arm for alive != 0
 */
#include <klee/klee.h>
#include <stdio.h>

#define SITES 4
#define ALL_SITES 0xfu

enum {
    BIN_NONE = 0,
    BIN_GOOD = 1,
    BIN_GOOD_SLOW = 2,
    BIN_INK = 5,
    BIN_VTH = 11,
    BIN_LEAK = 12,
    BIN_RING = 13,
    BIN_ALARM = 90
};

struct site {
    short vth;          /* millivolt */
    unsigned short ring; /* kilohertz */
    int leak;           /* picoampere */
    unsigned char flags; /* see FLAG_ */
};

#define FLAG_EDGE 0x01
#define FLAG_INKED 0x02
#define FLAG_OVERTEMP 0x80

struct wafer {
    struct site site[SITES];
    unsigned present; /* a die is there */
    unsigned alive;   /* and still tested */
    int bin[SITES];
};

static int is_active(const struct wafer *w, int site)
{
    return (w->alive >> site & 1u) != 0;
}

static void kill_site(struct wafer *w, int site, int bin)
{
    w->alive &= ~(1u << site);
    w->bin[site] = bin;
}

static int load_sites(struct wafer *w)
{
    unsigned mask;
    int site;

    klee_make_symbolic(&mask, sizeof mask, "mask");
    klee_make_symbolic(w->site, sizeof w->site, "site");
    if ((mask & ~ALL_SITES) != 0)
        return -1;
    w->present = mask;
    w->alive = mask;
    for (site = 0; site < SITES; site++) {
        if (site >= SITES)
            return -1;
        w->bin[site] = BIN_NONE;
        if (is_active(w, site) && (w->site[site].flags & FLAG_INKED))
            kill_site(w, site, BIN_INK);
    }
    return w->alive ? 0 : -1;
}

/* One hot die stops the chuck: nothing measured there can be trusted. */
static int check_alarm(const struct wafer *w)
{
    int site;

    for (site = 0; site < SITES; site++) {
        if (!is_active(w, site))
            continue;
        if (w->site[site].flags & FLAG_OVERTEMP)
            return site;
    }
    return -1;
}

static int test_vth(const struct site *s)
{
    if (s->vth > 900) {
        if (s->vth < 0)
            return BIN_ALARM;
        return BIN_VTH;
    }
    if (s->vth < 350) {
        /* dies at the edge are allowed 50 mV more */
        if (!(s->flags & FLAG_EDGE) || s->vth < 300)
            return BIN_VTH;
    }
    return BIN_NONE;
}

static int test_leak(const struct site *s)
{
    if (s->leak < 0)
        return BIN_LEAK;
    if (s->leak > 5000 && !(s->flags & FLAG_EDGE))
        return BIN_LEAK;
    return s->leak > 20000 ? BIN_LEAK : BIN_NONE;
}

static int test_ring(const struct wafer *w, int site)
{
    const struct site *s = &w->site[site];

    if (!is_active(w, site))
        return BIN_NONE;
    if (s->ring < 10000)
        return BIN_RING;
    if (s->ring < 14000)
        return BIN_GOOD_SLOW;
    /* fast and leaky is a process corner that does not exist: a bad contact */
    if (s->ring > 40000 && s->leak > 2000)
        return BIN_RING;
    return BIN_GOOD;
}

static void run_flow(struct wafer *w)
{
    int site;

    for (site = 0; site < SITES; site++) {
        int bin;

        if (!is_active(w, site))
            continue;
        bin = test_vth(&w->site[site]);
        if (bin == BIN_NONE)
            bin = test_leak(&w->site[site]);
        if (bin != BIN_NONE)
            kill_site(w, site, bin);
    }
    if (w->alive == 0)
        return;
    for (site = 0; site < SITES; site++) {
        int bin;

        if (!is_active(w, site))
            continue;
        bin = test_ring(w, site);
        if (bin == BIN_RING)
            kill_site(w, site, bin);
        else
            w->bin[site] = bin;
    }
}

static int count(unsigned mask)
{
    int n = 0;
    int i;

    for (i = 0; i < SITES; i++)
        n += mask >> i & 1u;
    return n;
}

/* A touchdown on which three of four die is suspicious: probe it again. */
static int apply_yield(const struct wafer *w)
{
    int alive = count(w->alive);
    int present = count(w->present);

    if (alive > present)
        return -1;
    if (present == SITES && alive == 1)
        return 1;
    return 0;
}

int main(void)
{
    struct wafer w;
    int alarm;
    int site;

    if (load_sites(&w) != 0) {
        printf("nothing to probe\n");
        return 3;
    }
    alarm = check_alarm(&w);
    if (alarm >= 0) {
        for (site = 0; site < SITES; site++)
            if (is_active(&w, site))
                kill_site(&w, site, BIN_ALARM);
        printf("alarm at site %d\n", alarm);
        return 2;
    }
    run_flow(&w);
    if (w.alive != 0) {
        int again = apply_yield(&w);

        if (again > 0) {
            printf("probe again\n");
            return 4;
        }
        if (again < 0 || count(w.alive) == 0)
            return 5;
    }
    for (site = 0; site < SITES; site++) {
        if (!(w.present >> site & 1u))
            continue;
        printf("site %d bin %d\n", site, w.bin[site]);
    }
    return w.alive == 0;
}
