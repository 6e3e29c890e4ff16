/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever the program under test writes into the shared memory, its decoding
 * ends, and what is decoded makes sense: traces of real runs with 1 to 8 words
 * changed, now and then also the counts in the head of the memory.
 *
 * TP_FUZZ_TRACES: how many, all programs together. TP_FUZZ_SEED: which. */
#include "app/project.h"
#include "base/rng.h"
#include "check.h"
#include "engine/later.h"
#include "engine/trail.h"
#include "exec/space.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define TRACES 100000
#define SEEDS 64         /* runs that are recorded of each program */
#define LOOKS 8          /* runs that are only looked at */
#define MAX_WORDS 1500   /* of a trace that is used */
#define FRESH_EVERY 2000 /* a new decoder: expressions are never forgotten */

static const char *const programs[] = {
    "fuzz/records",        "programs/bitfields",    "programs/chosen",
    "programs/characters", "programs/tester_flow",  "programs/floats",
    "programs/indices",    "programs/strings",      "programs/structs",
    "programs/switches",   "programs/index_stores", "programs/pointers",
    "programs/recursion",  "programs/api_klee",     "programs/widths"};
#define N_PROGRAMS (sizeof programs / sizeof *programs)

typedef struct trace {
  VEC(uint64_t) words;
  tp_exec_sight sight;
} trace;

typedef struct corpus {
  tp_options options;
  tp_project project;
  tp_diag diag;
  VEC(trace) traces;
  tp_space space;
} corpus;

typedef struct counts {
  uint64_t traces, begun, whole, damaged;
} counts;

/* ---- real traces --------------------------------------------------------- */

static void record(corpus *c, tp_exec_sight sight, uint64_t seeds) {
  tp_exec_blind(c->project.exec, sight);
  for (uint64_t seed = 0; seed < seeds; seed++) {
    tp_exec_run run;
    trace t = {.sight = sight};
    if (tp_exec_go(c->project.exec, NULL, 0, seed, &run, &c->diag) != 0 ||
        run.words > MAX_WORDS)
      continue;
    for (uint64_t i = 0; i + 1 < run.words; i++) /* END is put there later */
      VEC_PUSH(&t.words, run.trace[i]);
    VEC_PUSH(&c->traces, t);
  }
  tp_exec_blind(c->project.exec, TP_EXEC_SEES);
}

static void record_all(corpus *c) {
  record(c, TP_EXEC_SEES, SEEDS);
  record(c, TP_EXEC_BLIND, LOOKS);
  record(c, TP_EXEC_MEASURES, LOOKS);
}

static bool open_corpus(corpus *c, const char *name) {
  static const char *const no_flags[] = {NULL};
  static char path[256];
  *c = (corpus){.options = {.flags = no_flags}, .space = {.fd = -1}};
  snprintf(path, sizeof path, "regress/%s.c", name);
  VEC_PUSH(&c->options.names, path);
  tp_project_init(&c->project, &c->options);
  bool is_open = tp_project_load(&c->project, &c->diag) == 0 &&
                 tp_project_graph(&c->project, &c->diag) == 0 &&
                 tp_project_build(&c->project, &c->diag) == 0 &&
                 tp_space_open(&c->space, &c->project.instr.plan,
                               16 * MAX_WORDS, &c->diag) == 0;
  if (!is_open)
    tp_diag_print(&c->diag);
  else
    record_all(c);
  CHECK(is_open && c->traces.n > 0);
  return is_open && c->traces.n > 0;
}

static void close_corpus(corpus *c) {
  for (uint32_t i = 0; i < c->traces.n; i++)
    VEC_FREE(&c->traces.at[i].words);
  VEC_FREE(&c->traces);
  tp_space_close(&c->space);
  tp_project_free(&c->project);
  VEC_FREE(&c->options.names);
  tp_diag_free(&c->diag);
}

/* ---- changes ------------------------------------------------------------- */

static uint64_t extreme(tp_rng *rng) {
  static const uint64_t odd[] = {0,         UINT64_MAX, UINT64_C(1) << 63,
                                 INT64_MAX, UINT32_MAX, UINT64_C(1) << 56,
                                 1024,      1025};
  return odd[tp_rng_below(rng, sizeof odd / sizeof *odd)];
}

static uint64_t with_bits(uint64_t word, unsigned low, unsigned n,
                          uint64_t bits) {
  uint64_t mask = ((UINT64_C(1) << n) - 1) << low;
  return (word & ~mask) | (bits << low & mask);
}

/* As a head: kind, flags, count or number; else any. */
static uint64_t changed(tp_rng *rng, uint64_t word, const trace *t) {
  switch (tp_rng_below(rng, 11)) {
  case 0:
    return tp_rng_next(rng);
  case 1:
    return word ^ UINT64_C(1) << tp_rng_below(rng, 64);
  case 2:
    return tp_rng_below(rng, 16);
  case 3:
    return word + 1;
  case 4:
    return word - 1;
  case 5:
    return t->words.at[tp_rng_below(rng, t->words.n)];
  case 6:
    return with_bits(word, 0, 8, tp_rng_below(rng, 10));
  case 7:
    return with_bits(word, 8, 8, tp_rng_below(rng, 20));
  case 8:
    return with_bits(word, 16, 16, tp_rng_below(rng, 300));
  case 9:
    return with_bits(word, 32, 32, tp_rng_below(rng, 100));
  default:
    return extreme(rng);
  }
}

static void change_head(tp_rng *rng, tp_area *a) {
  uint32_t some =
      tp_rng_below(rng, 2) ? tp_rng_below(rng, 8) : (uint32_t)extreme(rng);
  if (tp_rng_below(rng, 2))
    a->words = tp_rng_below(rng, 2) ? extreme(rng) : a->words + some;
  else
    a->n_aside = some;
}

/* A trace of the corpus with some words changed, in the shared memory. */
static void put_trace(corpus *c, tp_rng *rng) {
  const trace *t = &c->traces.at[tp_rng_below(rng, c->traces.n)];
  char *area = (char *)c->space.area;
  uint64_t *to = (uint64_t *)(area + c->space.head.trace);
  uint64_t *aside = (uint64_t *)(area + c->space.head.aside);
  tp_space_clear(&c->space);
  memcpy(to, t->words.at, t->words.n * sizeof *to);
  c->space.area->words = t->words.n;
  for (uint32_t k = 1 + tp_rng_below(rng, 8); k > 0; k--) {
    uint32_t at = tp_rng_below(rng, t->words.n);
    to[at] = changed(rng, to[at], t);
  }
  if (tp_rng_below(rng, 16) == 0) {
    for (uint32_t i = 0; i < 16; i++)
      aside[i] = with_bits(t->words.at[tp_rng_below(rng, t->words.n)], 8, 8,
                           tp_rng_below(rng, 16));
    change_head(rng, c->space.area);
  }
}

/* ---- decoding ------------------------------------------------------------ */

typedef struct decoding {
  tp_exprs *exprs;
  tp_vars vars;
  tp_decoder decoder;
  tp_glance seen;
  tp_trail trail;
  tp_path path;
} decoding;

static void open_decoding(decoding *d, const tp_project *s) {
  *d = (decoding){.exprs = tp_exprs_new(), .vars = {.plan = &s->instr.plan}};
  tp_decoder_init(&d->decoder, s->ir, &s->instr.plan, d->exprs, &d->vars);
}

static void close_decoding(decoding *d) {
  tp_decoder_free(&d->decoder);
  tp_vars_free(&d->vars);
  tp_trail_free(&d->trail);
  tp_exprs_free(d->exprs);
  VEC_FREE(&d->path);
  VEC_FREE(&d->seen.events);
  VEC_FREE(&d->seen.before);
  VEC_FREE(&d->seen.measures);
  VEC_FREE(&d->seen.read);
}

static bool are_branches(const tp_program *p, const tp_event *e, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (e[i].decision >= p->decisions.n ||
        e[i].label >= p->decisions.at[e[i].decision].n)
      return false;
  return true;
}

static bool are_reads(const tp_program *p, const tp_decoder *d) {
  for (uint32_t i = 0; i < d->reads.n; i++)
    if (d->reads.at[i].from >= p->sites.n ||
        d->vars->at.at[d->reads.at[i].var].site >= p->sites.n)
      return false;
  return true;
}

static void link_all(tp_decoder *d) {
  for (uint32_t i = 0; i < d->events.n; i++)
    tp_later_link(d, i);
}

/* What was passed over is settled, from the last on. */
static void settle_all(tp_decoder *d) {
  for (uint32_t i = d->events.n; i-- > 0;)
    tp_later_settle(d, i);
}

/* No run reads an input twice; a forged one may, with two values or types. */
static bool are_read_once(const tp_decoder *d) {
  tp_map seen = {0};
  bool is_once = true;
  for (uint32_t i = 0; i < d->reads.n && is_once; i++)
    tp_map_put(&seen, d->vars->at.at[d->reads.at[i].var].key, &is_once);
  tp_map_free(&seen);
  return is_once;
}

/* The same trace, of which nothing is computed before it is asked for: the same
 * events, and (of a whole trace) the same predicates. */
static void decode_later(tp_decoder *d, const uint64_t *words, uint64_t n,
                         bool is_whole) {
  VEC(tp_event) before = {0};
  bool has_same = is_whole && are_read_once(d);
  for (uint32_t i = 0; i < d->events.n; i++)
    VEC_PUSH(&before, d->events.at[i]);
  bool is_same = tp_decode_later(d, words, n) || !is_whole;
  is_same &= d->events.n >= before.n;
  link_all(d);
  settle_all(d);
  for (uint32_t i = 0; i < before.n && is_same; i++) {
    const tp_event *a = &before.at[i], *b = &d->events.at[i];
    is_same = a->decision == b->decision && a->label == b->label &&
              (!has_same || (a->pred == b->pred && a->value == b->value));
  }
  CHECK(is_same);
  VEC_FREE(&before);
}

/* What the search asks of a decoded run. */
static void turn_all(tp_decoder *d, const tp_program *p) {
  for (uint32_t i = 0; i < d->events.n; i++)
    for (uint32_t k = 0; k < p->decisions.at[d->events.at[i].decision].n; k++)
      tp_decode_label(d, &d->events.at[i], k);
}

static void look(corpus *c, decoding *in, const uint64_t *words, uint64_t n) {
  tp_glance *seen = &in->seen;
  tp_decode_blindly(&in->decoder, words, n, seen);
  CHECK(are_branches(c->project.program, seen->events.at, seen->events.n));
  CHECK(seen->before.n == seen->events.n);
  for (uint32_t i = 0; i < seen->measures.n; i++)
    CHECK(seen->measures.at[i].event < seen->events.n);
}

static void decode_one(corpus *c, decoding *in, tp_rng *rng, counts *n) {
  const uint64_t *words;
  const tp_decoder *d = &in->decoder;
  bool is_cut = tp_rng_below(rng, 32) == 0;
  uint64_t n_words =
      is_cut ? tp_space_prefix(&c->space, tp_rng_below(rng, 60), &words)
             : tp_space_trace(&c->space, false, &words);
  bool is_whole = tp_decode(&in->decoder, words, n_words);
  tp_trail_find(&in->trail, c->project.graph, d->events.at, d->events.n,
                &in->path);
  n->traces++;
  n->whole += is_whole;
  n->damaged += !is_whole;
  n->begun += d->events.n + d->reads.n > 0;
  CHECK(are_branches(c->project.program, d->events.at, d->events.n));
  CHECK(are_branches(c->project.program, d->aside.at, d->aside.n));
  CHECK(are_reads(c->project.program, d));
  turn_all(&in->decoder, c->project.program);
  look(c, in, words, n_words);
  decode_later(&in->decoder, words, n_words, is_whole);
  CHECK(are_branches(c->project.program, d->events.at, d->events.n));
  turn_all(&in->decoder, c->project.program);
}

static uint64_t seed_of_now;

static void tell_seed(int signal_number) {
  char text[64];
  int n = snprintf(text, sizeof text, "signal %d at seed %" PRIu64 "\n",
                   signal_number, seed_of_now);
  if (write(2, text, (size_t)n) != n)
    _exit(2);
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

static void fuzz(corpus *c, uint64_t first_seed, uint64_t n_traces, counts *n) {
  decoding d;
  open_decoding(&d, &c->project);
  for (uint64_t i = 0; i < n_traces; i++) {
    tp_rng rng;
    seed_of_now = first_seed + i;
    tp_rng_init(&rng, seed_of_now);
    if (i % FRESH_EVERY == FRESH_EVERY - 1) {
      close_decoding(&d);
      open_decoding(&d, &c->project);
    }
    put_trace(c, &rng);
    decode_one(c, &d, &rng, n);
  }
  close_decoding(&d);
}

/* The unchanged traces are wholly understood. */
static void decode_real(corpus *c) {
  decoding d;
  open_decoding(&d, &c->project);
  for (uint32_t i = 0; i < c->traces.n; i++) {
    trace *t = &c->traces.at[i];
    VEC_PUSH(&t->words, TP_R_END);
    bool is_whole = tp_decode(&d.decoder, t->words.at, t->words.n);
    CHECK(is_whole || t->sight != TP_EXEC_SEES);
    decode_later(&d.decoder, t->words.at, t->words.n, is_whole);
    look(c, &d, t->words.at, t->words.n);
    t->words.n--;
  }
  close_decoding(&d);
}

static uint64_t number_in(const char *name, uint64_t otherwise) {
  const char *text = getenv(name);
  return text ? strtoull(text, NULL, 10) : otherwise;
}

TEST(decode_fuzz) {
  uint64_t each = number_in("TP_FUZZ_TRACES", TRACES) / N_PROGRAMS;
  uint64_t seed = number_in("TP_FUZZ_SEED", 1) << 32;
  counts n = {0};
  if (getenv("TP_FUZZ_TRACES"))
    alarm(0); /* as many as that take longer than a test may */
  signal(SIGSEGV, tell_seed);
  signal(SIGABRT, tell_seed);
  for (uint32_t i = 0; i < N_PROGRAMS; i++, seed += each) {
    corpus c;
    if (open_corpus(&c, programs[i])) {
      decode_real(&c);
      fuzz(&c, seed, each, &n);
    }
    close_corpus(&c);
  }
  fprintf(stderr,
          "decoder: %" PRIu64 " traces, %" PRIu64 " pass their head, %" PRIu64
          " whole, %" PRIu64 " damaged\n",
          n.traces, n.begun, n.whole, n.damaged);
  CHECK(2 * n.begun > n.traces);
}
