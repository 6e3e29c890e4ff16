/* SPDX-License-Identifier: GPL-3.0-or-later */
/* test_text.c - what functions of the C library make of bytes is what the C
 * library makes of them: random texts of the characters that matter. Where
 * bytes are cut off, what is said holds for every text that goes on from there.
 */
#include "check.h"

#include "base/rng.h"
#include "engine/text.h"

#include <stdlib.h>
#include <strings.h>

#define ROUNDS 2000
#define MOST 28
#define ELSEWHERE UINT64_C(0x123456789) /* value where other bytes decide */

typedef struct bench {
  tp_exprs *x;
  tp_rng rng;
  char text[2][MOST + 1]; /* the rest are NULs */
  uint32_t n;             /* bytes that are looked at */
} bench;

static void random_text(bench *b, char *to, const char *of) {
  uint32_t n = tp_rng_below(&b->rng, MOST);
  memset(to, 0, MOST + 1);
  for (uint32_t i = 0; i < n; i++)
    to[i] = of[tp_rng_below(&b->rng, (uint32_t)strlen(of))];
}

static uint64_t value_of(void *state, uint32_t var) {
  const bench *b = state;
  if (var == 2 * MOST)
    return ELSEWHERE;
  return (unsigned char)b->text[var / MOST][var % MOST];
}

/* The call of these texts, some of their bytes variables. */
static tp_text_call call_of(bench *b, uint32_t which, uint32_t how) {
  tp_text_call c = {.which = which, .n = b->n, .base = 1000, .how = how};
  for (uint32_t i = 0; i < b->n; i++) {
    bool is_var = tp_rng_below(&b->rng, 2);
    tp_expr *byte[2] = {&c.a[i], &c.b[i]};
    for (uint32_t k = 0; k < 2; k++)
      *byte[k] = is_var ? tp_expr_var(b->x, k * MOST + i, TP_X_BV, 8)
                        : tp_expr_bv(b->x, 8, (unsigned char)b->text[k][i]);
  }
  return c;
}

static bool is_cut(const bench *b) {
  return b->n < MOST;
}

static uint64_t result_of(bench *b, const tp_text_call *c) {
  unsigned width = tp_text_width(c);
  tp_expr other = is_cut(b) ? tp_expr_var(b->x, 2 * MOST, TP_X_BV, width) : 0;
  tp_expr e = tp_text_result(b->x, c, other, true);
  CHECK_EQ(tp_expr_width(b->x, e), width);
  return tp_expr_eval(b->x, e, value_of, b);
}

/* The right one; or, if the texts are cut, one that is left open. */
static void check(bench *b, const tp_text_call *c, uint64_t want) {
  uint64_t got = result_of(b, c), mask = UINT64_MAX;
  if (tp_text_width(c) == 32)
    mask = UINT32_MAX;
  bool is_open = is_cut(b) && got == (ELSEWHERE & mask);
  if (got != (want & mask) && !is_open)
    fprintf(stderr, "%u, how %u: \"%s\" \"%s\" (%u bytes): %llx, not %llx\n",
            c->which, c->how, b->text[0], b->text[1], b->n,
            (unsigned long long)got, (unsigned long long)(want & mask));
  CHECK(got == (want & mask) || is_open);
  if (c->n == MOST)
    CHECK(!is_open);
}

static void begin(bench *b, uint64_t seed) {
  *b = (bench){.x = tp_exprs_new()};
  tp_rng_init(&b->rng, seed);
}

static void cut(bench *b) {
  b->n = tp_rng_below(&b->rng, 2) ? MOST : 1 + tp_rng_below(&b->rng, 12);
}

/* ---- numbers ---- */

static void one_number(bench *b, int base) {
  char *end;
  const char *s = b->text[0];
  uint64_t value = (uint64_t)strtol(s, &end, base);
  uint64_t past = 1000 + (uint64_t)(end - s);
  tp_text_call c = call_of(b, TP_LIB_NUMBER, (uint32_t)base);
  check(b, &c, value);
  c.how |= TP_NUMBER_END;
  check(b, &c, past);
  c.how = (uint32_t)base | TP_NUMBER_INT;
  check(b, &c, (uint32_t)value);
  c.how = (uint32_t)base | TP_NUMBER_UNSIGNED;
  check(b, &c, strtoul(s, NULL, base));
}

TEST(text_numbers_as_the_library_reads_them) {
  static const int bases[] = {10, 10, 10, 0, 0, 16, 16, 8, 2, 36};
  static const char *const alphabets[] = {" \t+-0123456789", "0123456789",
                                          "00xX19afAFg-", "0179", "zZ09 "};
  bench b;
  begin(&b, 5);
  for (int i = 0; i < ROUNDS; i++) {
    random_text(&b, b.text[0], alphabets[tp_rng_below(&b.rng, 5)]);
    cut(&b);
    one_number(&b, bases[tp_rng_below(&b.rng, 10)]);
  }
  tp_exprs_free(b.x);
}

TEST(text_numbers_at_the_limits) {
  static const char *const texts[] = {"9223372036854775807",
                                      "9223372036854775808",
                                      "-9223372036854775808",
                                      "-9223372036854775809",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "-18446744073709551615",
                                      "99999999999999999999999",
                                      "0x",
                                      "0x7fffffffffffffff",
                                      "0xffffffffffffffff1",
                                      "  +0x1g",
                                      "0",
                                      "-",
                                      "",
                                      "2147483648",
                                      "\v\f\r7"};
  bench b;
  begin(&b, 7);
  for (uint32_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    memset(b.text[0], 0, sizeof b.text[0]);
    memcpy(b.text[0], texts[i], strlen(texts[i]));
    b.n = MOST;
    one_number(&b, 10);
    one_number(&b, 0);
    one_number(&b, 16);
  }
  tp_exprs_free(b.x);
}

/* ---- strings ---- */

static uint64_t place_of(const bench *b, const char *found) {
  return found ? 1000 + (uint64_t)(found - b->text[0]) : 0;
}

static uint64_t sign(int v) {
  return (uint64_t)(int64_t)((v > 0) - (v < 0));
}

static void one_text(bench *b) {
  const char *s = b->text[0], *t = b->text[1];
  tp_text_call c = call_of(b, TP_LIB_STRCMP, 0);
  check(b, &c, sign(strcmp(s, t)));
  c.which = TP_LIB_STRCASECMP;
  check(b, &c, sign(strcasecmp(s, t)));
  c.which = TP_LIB_MEMCMP;
  check(b, &c, sign(memcmp(s, t, MOST)));
  c.which = TP_LIB_STRLEN;
  check(b, &c, strlen(s));
  c.which = TP_LIB_MEMCHR;
  check(b, &c, place_of(b, memchr(s, t[0], MOST)));
  c.which = TP_LIB_STRCHR;
  check(b, &c, place_of(b, strchr(s, t[0])));
  c.which = TP_LIB_STRRCHR;
  check(b, &c, place_of(b, strrchr(s, t[0])));
}

/* The other text is never cut. */
static void one_set(bench *b) {
  const char *s = b->text[0], *t = b->text[1];
  tp_text_call c = call_of(b, TP_LIB_STRSPN, 0);
  check(b, &c, strspn(s, t));
  c.which = TP_LIB_STRCSPN;
  check(b, &c, strcspn(s, t));
  c.which = TP_LIB_STRPBRK;
  check(b, &c, place_of(b, strpbrk(s, t)));
  c.which = TP_LIB_STRSTR;
  check(b, &c, place_of(b, strstr(s, t)));
}

TEST(text_results_as_the_library_gives_them) {
  bench b;
  begin(&b, 11);
  for (int i = 0; i < ROUNDS; i++) {
    uint32_t same = tp_rng_below(&b.rng, MOST);
    random_text(&b, b.text[0], "aAbB");
    random_text(&b, b.text[1], "aAbBc");
    if (tp_rng_below(&b.rng, 2))
      memcpy(b.text[1], b.text[0], same);
    cut(&b);
    one_text(&b);
    b.text[1][1 + tp_rng_below(&b.rng, 4)] = '\0';
    if (strlen(b.text[1]) < b.n)
      one_set(&b);
  }
  tp_exprs_free(b.x);
}
