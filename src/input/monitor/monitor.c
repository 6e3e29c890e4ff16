/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SPDX-License-Identifier: MIT */
/* Watches in which bins a run ends, beside the tester program. Its decisions
 * are goals of the search, or none of the user's: they are counted nowhere.
 * Before it stand TP2PH_SITES and its kin, and what depends on the bins:
 * tp2ph_is_good, tp2ph_is_default, tp2ph_is_known, tp2ph_ends_in,
 * tp2ph_variables, tp2ph_mask, tp2ph_set_all, tp2ph_start. The last site is all
 * those that are none. */
struct tp2ph_binned {
  long long bin;
  unsigned char is_set, is_over, is_again;
#ifdef TP2PH_TABLES
  long long row[TP2PH_TABLES]; /* that it was read from, + 1; 0: none */
#endif
};

static struct tp2ph_binned tp2ph_binned[2][TP2PH_SITES + 1];
static unsigned char tp2ph_touched[TP2PH_SITES + 1];
static unsigned long long tp2ph_on; /* bit s: site s was on */

static unsigned tp2ph_place(long long site) {
  return site >= 0 && site < TP2PH_SITES ? (unsigned)site : TP2PH_SITES;
}

static unsigned tp2ph_touch(long long site) {
  unsigned place = tp2ph_place(site);
  tp2ph_touched[place] = 1;
#ifdef TP2PH_HAS_MASK
  tp2ph_on |= tp2ph_mask();
#endif
  return place;
}

static int tp2ph_was_on(unsigned site) {
#if defined TP2PH_HAS_MASK
  return (int)(tp2ph_on >> site) & 1;
#elif defined TP2PH_HAS_SITES
  return tp2ph_touched[site];
#else
  return site == 0;
#endif
}

#ifdef TP2PH_TABLES
static long long tp2ph_last_row[TP2PH_TABLES]; /* that was read, + 1 */
static long long tp2ph_last_copy[TP2PH_TABLES];
static unsigned char tp2ph_is_copy[TP2PH_TABLES]; /* it was read from one */
static volatile long long tp2ph_which;            /* none; no proof says so */

void tp2ph_row_read(int table, long long row, int is_inside) {
  tp2ph_last_row[table] = is_inside ? row + 1 : tp2ph_last_copy[table];
  tp2ph_is_copy[table] = !is_inside && tp2ph_last_copy[table];
}

void tp2ph_row_copied(int table, long long row, int is_inside) {
  if (is_inside)
    tp2ph_last_copy[table] = row + 1;
}
#endif

/* The row that was read last, if it holds this bin. Of several copies it is not
 * told which is read. */
static void tp2ph_trace(struct tp2ph_binned *b) {
#ifdef TP2PH_TABLES
  int t;
  for (t = 0; t < TP2PH_TABLES; t++) {
    long long row = tp2ph_last_row[t];
    if (row && tp2ph_row_value(t, row - 1) == b->bin)
      b->row[t] = row;
    else
      b->row[t] = tp2ph_is_copy[t] ? tp2ph_which : 0;
  }
#else
  (void)b;
#endif
}

/* Another bin than before is one too many, but a default may be replaced. */
void tp2ph_set_bin(int kind, long long site, long long bin) {
  struct tp2ph_binned *b = &tp2ph_binned[kind][tp2ph_touch(site)];
  int is_other = b->is_set & (b->bin != bin);
  b->is_again |= is_other & !(tp2ph_is_default(kind, b->bin) & !b->is_over);
  b->is_over |= is_other;
  b->is_set = 1;
  b->bin = bin;
  tp2ph_trace(b);
}

#ifdef TP2PH_HAS_HELD
/* What a variable holds at the end. */
static void tp2ph_hold(int kind, unsigned site, long long bin, int is_initial) {
  struct tp2ph_binned *b = &tp2ph_binned[kind][site];
  int is_bin = !is_initial | (tp2ph_is_known(kind, bin) & !b->is_set);
  b->bin = is_bin ? bin : b->bin;
  if (is_bin)
    tp2ph_trace(b);
  b->is_set |= is_bin;
#ifdef TP2PH_HAS_SITES
  tp2ph_touched[site] |= b->is_set;
#endif
}
#endif

/* ---- tests --------------------------------------------------------------- */

#ifdef TP2PH_HAS_TESTS
/* The last result of each test, in its own row or one of the next. Where all
 * of these are another's, tests can't be told apart: then nothing is claimed.
 */
#define TP2PH_ROWS 1021
#define TP2PH_TRIES 8
static struct tp2ph_tested {
  long long number;               /* 0: of none yet; of test 0 TP2PH_NULL */
  long long bin[TP2PH_SITES + 1]; /* that its failure means; 0: passed */
  unsigned char has_failed[TP2PH_SITES + 1];
} tp2ph_tested[TP2PH_ROWS];
#define TP2PH_NULL (-0x7fffffffffffffffLL - 1)
static unsigned tp2ph_failing[TP2PH_SITES + 1];
static long long tp2ph_fail_bins[TP2PH_SITES + 1]; /* their sum */

static int tp2ph_is_other(const struct tp2ph_tested *t, long long number) {
  return (t->number != 0) & (t->number != number);
}

static struct tp2ph_tested *tp2ph_row(long long number) {
  unsigned at = (unsigned)((unsigned long long)number % TP2PH_ROWS), tries;
  for (tries = 0; tries < TP2PH_TRIES; tries++)
    if (tp2ph_is_other(&tp2ph_tested[at], number))
      at = (at + 1) % TP2PH_ROWS;
    else
      break;
  return &tp2ph_tested[at];
}

static void tp2ph_note(long long site, long long number, int is_judged,
                       int has_failed, long long bin) {
  int is_twin = number == TP2PH_NULL; /* of test 0 */
  long long key = number | (number == 0) * TP2PH_NULL;
  struct tp2ph_tested *t = tp2ph_row(key);
  unsigned s = tp2ph_touch(site);
#line 1 "tp2ph: lost"
  if (is_twin | tp2ph_is_other(t, key)) {
  }
#line 1 "tp2ph: monitor"
  t->number = key;
  has_failed &= is_judged;
  tp2ph_failing[s] += (unsigned)has_failed - t->has_failed[s];
  t->has_failed[s] = (unsigned char)has_failed;
#if TP2PH_RULE_107
  bin &= -(long long)has_failed;
  tp2ph_fail_bins[s] += bin - t->bin[s];
  t->bin[s] = bin;
#else
  (void)bin;
#endif
#if defined TP2PH_HAS_MASK && TP2PH_RULE_106
  if (s < TP2PH_SITES) {
#line 106 "tp2ph: rules"
    if (!((tp2ph_mask() >> s) & 1)) {
    }
#line 1 "tp2ph: monitor"
  }
#endif
}
#endif

#ifdef TP2PH_HAS_NAMED
/* Names are told apart by numbers that are most likely their own. */
long long tp2ph_named(const char *name) {
  unsigned long long h = 1469598103934665603ULL;
  for (; name && *name; name++)
    h = (h ^ (unsigned char)*name) * 1099511628211ULL;
  return (long long)(h >> 2);
}
#endif

#ifdef TP2PH_HAS_TESTS
void tp2ph_test(long long site, long long number, int is_judged,
                int has_failed) {
  tp2ph_note(site, number, is_judged, has_failed, 0);
}
#endif

/* ---- the end ------------------------------------------------------------- */

static void tp2ph_judge(int kind, unsigned s) {
  struct tp2ph_binned *b = &tp2ph_binned[kind][s];
#if TP2PH_RULE_101
#line 101 "tp2ph: rules"
  if (!b->is_set) {
  }
#endif
#if TP2PH_RULE_102
#line 102 "tp2ph: rules"
  if (b->is_again) {
  }
#endif
#if TP2PH_RULE_104
#line 104 "tp2ph: rules"
  if (b->is_set & tp2ph_is_good(kind, b->bin) & (tp2ph_failing[s] != 0)) {
  }
#endif
#if TP2PH_RULE_107
#line 107 "tp2ph: rules"
  if ((kind == TP2PH_FAIL_KIND) & b->is_set & (tp2ph_failing[s] == 1) &
      (tp2ph_fail_bins[s] != 0) & (b->bin != tp2ph_fail_bins[s])) {
  }
#endif
#line 1 "tp2ph: monitor"
  if (b->is_set) {
    tp2ph_ends_in(kind, b->bin);
#ifdef TP2PH_TABLES
    tp2ph_ends_in_rows(b->row);
#endif
  }
}

#if TP2PH_RULE_105
/* Whoever asks whether a test has an effect looks at these values; nobody takes
 * the labels. */
static void tp2ph_tell_end(unsigned place, int is_set, long long bin) {
#line 1 "tp2ph: ends"
  switch (place) {
  case 0:
    break;
  default:
    break;
  }
#line 2 "tp2ph: ends"
  switch (bin) {
  case 0:
    break;
  default:
    break;
  }
#line 105 "tp2ph: rules"
  switch (is_set) {
  case 2:
    break;
  case 3:
    break;
  default:
    break;
  }
#line 1 "tp2ph: monitor"
}

static void tp2ph_tell_ends(void) {
  unsigned s, kind;
  for (s = 0; s < TP2PH_SITES; s++)
    for (kind = 0; kind < 2; kind++) {
      const struct tp2ph_binned *b = &tp2ph_binned[kind][s];
      int is_set = tp2ph_was_on(s) & b->is_set;
      tp2ph_tell_end(s * 2 + kind, is_set, is_set ? b->bin : 0);
    }
}
#endif

static int tp2ph_at_end(int status) {
  unsigned s;
#ifdef TP2PH_HAS_MASK
  tp2ph_on |= tp2ph_mask();
#endif
  tp2ph_variables(status);
#if TP2PH_RULE_105
  tp2ph_tell_ends();
#endif
  for (s = 0; s < TP2PH_SITES; s++) {
    if (!tp2ph_was_on(s))
      continue;
#ifdef TP2PH_HAS_SOFT
    tp2ph_judge(0, s);
#endif
#ifdef TP2PH_HAS_HARD
    tp2ph_judge(1, s);
#endif
  }
  return status;
}

int tp2ph_main(int tp2ph_argc, char **tp2ph_argv) {
  (void)tp2ph_argc;
  (void)tp2ph_argv;
  tp2ph_set_all();
  tp2ph_start();
  return tp2ph_at_end(TP2PH_PROGRAM);
}

#undef exit
#undef _exit
#undef _Exit
#undef quick_exit
__attribute__((noreturn)) void exit(int);
__attribute__((noreturn)) void _Exit(int);
__attribute__((noreturn)) void quick_exit(int);

void tp2ph_exit(int status) {
  exit(tp2ph_at_end(status));
}

void tp2ph_fast_exit(int status) {
  _Exit(tp2ph_at_end(status));
}

void tp2ph_quick_exit(int status) {
  quick_exit(tp2ph_at_end(status));
}
