/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that is no C, or no longer: the analysis ends, whatever it is given.
 * Seeds are fixed; a signal prints the one that failed.
 */
#include "check.h"
#include "base/rng.h"
#include "front/link.h"
#include "front/sema.h"
#include "front/source.h"

#include <signal.h>
#include <unistd.h>

static const char sample[] =
    "# 1 \"a.c\"\n"
    "typedef int T; typedef struct P { T x; struct P *n; unsigned b : 3; } P;\n"
    "enum E { A, B = 3, C }; int g[] = {[1] = 2, 3, [5 ... 7] = 1};\n"
    "P p = {1, .b = 2, .n = &p}; char s[] = \"ab\" \"c\\n\"; int (*fp)(int);\n"
    "int f(T a, P *q) { if (a > 3 && !(q->x < 2 || a)) return (T)a - 1;\n"
    "  switch (a) { case 1: case 2 ... 5: a++; break; default: a = A; }\n"
    "  for (T i = 0; i < 10; i++) { q[i].x += g[i] << 2; continue; }\n"
    "  while (a) a--; do { a = ({ T z = a; z ? z : 1; }); } while (a == 1);\n"
    "l: if (a) goto l; fp = (int (*)(int))0; fp(sizeof(P) + sizeof a);\n"
    "  __auto_type v = _Generic(a, int: 1, default: 2.0); (void)v;\n"
    "  asm volatile (\"nop\" : \"=r\"(a)); goto *&&l;\n"
    "  return q ? (P){.x = a}.x : __builtin_offsetof(P, n); }\n"
    "int k(a, b) char b; { return a ?: b; }\n"
    "__typeof__(g[0]) t __attribute__((aligned(8), packed));\n"
    "int main(void) { return f(1, &p) + k(2, 'x'); }\n";

/* Analyse a text as if the compiler had preprocessed it. */
static void analyse(const char *text, uint32_t n) {
  tp_program *p = tp_tree_new();
  tp_diag diag = {0};
  tp_sema s;
  VEC_PUSH(&p->units, (tp_unit){.path = tp_names_id(p->names, "a.c", 3),
                                .text = tp_strndup(text, n),
                                .size = n});
  tp_front_read_markers(p, 1);
  tp_sema_init(&s, p);
  tp_sema_unit(&s, 1);
  tp_front_link(p, NULL, &diag);
  tp_sema_free(&s);
  tp_program_free(p);
  tp_diag_free(&diag);
}

static void mutate(tp_rng *rng, tp_str *text) {
  static const char pieces[] = "(){}[];,:=*&?<>.\"'#\\ \nx0T@";
  for (uint32_t k = 1 + tp_rng_below(rng, 6); k && text->n > 2; k--) {
    uint32_t at = tp_rng_below(rng, text->n);
    uint32_t len = 1 + tp_rng_below(rng, 20);
    uint32_t from = tp_rng_below(rng, text->n);
    if (at + len > text->n)
      len = text->n - at;
    switch (tp_rng_below(rng, 6)) {
    case 0: /* cut out */
      memmove(text->at + at, text->at + at + len, text->n - at - len);
      text->n -= len;
      break;
    case 1: /* cut off */
      if (tp_rng_below(rng, 4) == 0)
        text->n = at + 1;
      break;
    case 2: /* copy over */
      if (from + len > text->n)
        len = text->n - from;
      memmove(text->at + at, text->at + from,
              at + len > text->n ? text->n - at : len);
      break;
    case 3:
      text->at[at] = (char)tp_rng_below(rng, 256);
      break;
    default:
      text->at[at] = pieces[tp_rng_below(rng, sizeof pieces - 1)];
    }
  }
}

static volatile sig_atomic_t seed_now;

static void tell_seed(int signal_number) {
  char text[40];
  int n = snprintf(text, sizeof text, "seed %d failed\n", (int)seed_now);
  if (write(2, text, (size_t)n) != n)
    _exit(2);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void run_seeds(uint32_t from, uint32_t to) {
  signal(SIGSEGV, tell_seed);
  signal(SIGABRT, tell_seed);
  signal(SIGALRM, tell_seed);
  for (uint32_t seed = from; seed < to; seed++) {
    tp_rng rng;
    tp_str text = {0};
    tp_rng_init(&rng, seed);
    tp_str_add(&text, sample);
    mutate(&rng, &text);
    seed_now = (sig_atomic_t)seed;
    analyse(text.at, text.n);
    tp_str_free(&text);
  }
}

TEST(front_survives_changed_text) {
  run_seeds(0, 1500);
}

TEST(front_survives_random_bytes) {
  for (uint32_t seed = 0; seed < 200; seed++) {
    tp_rng rng;
    tp_str text = {0};
    tp_rng_init(&rng, seed);
    for (uint32_t n = tp_rng_below(&rng, 400); n; n--)
      tp_str_addc(&text, (char)tp_rng_below(&rng, seed % 2 ? 256 : 128));
    tp_str_addc(&text, '\n');
    analyse(text.at, text.n);
    tp_str_free(&text);
  }
}

TEST(front_survives_truncation) {
  for (uint32_t n = 0; n < sizeof sample; n++)
    analyse(sample, n);
}
