/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first experiment of seed 003: what strategies spend until all states of
 * random Markov models are covered, beside the exact optimum.
 *
 * usage: bench_optimal [REPETITIONS [MODELS [SEED [ROW]]]]
 * ROW: of the searches only those whose name begins so. A table each for models
 * without and with loops: the mean of the ratios to the optimum, the ratio of
 * the means, both with the half of their 95 % interval (over models; the second
 * by jackknife), the worst model, and the worst beside the row "best turns":
 * the best that can be done with what algorithm 2 solves, if all chances are
 * known. Searches know costs and no probabilities, but for the row that says
 * so. What random runs and best turns cost is their exact expectation; nothing
 * is followed beyond a million.
 */
#include "../unit/markov.h"

#include "optimal/optimal.h"
#include "rival/rival.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 1e6
#define MOST_MODELS 1000

static const tp_optimal_options good_turing = {.rule = TP_CHAIN_GOOD_TURING,
                                               .prior = 1};
static const tp_optimal_options mended_laplace = {.rule = TP_CHAIN_LAPLACE,
                                                  .prior = 1};

typedef struct row {
  const char *name;
  const tp_strategy *strategy; /* NULL without options: worked out exactly */
  const tp_optimal_options *options; /* NULL: as the strategy has them */
  bool knows;                        /* the chances */
} row;

#define BEST_TURNS 1 /* the number of its row */

static const row rows[] = {
    {"random", NULL, NULL, false},
    {"best turns", NULL, NULL, true},
    {"rcn", &tp_rival_rcn, NULL, false},
    {"rss", &tp_rival_rss, NULL, false},
    {"rps", &tp_rival_rps, NULL, false},
    {"dfs", &tp_rival_dfs, NULL, false},
    {"dart", &tp_rival_dart, NULL, false},
    {"generational", &tp_rival_generational, NULL, false},
    {"context", &tp_rival_context, NULL, false},
    {"subpath", &tp_rival_subpath, NULL, false},
    {"greedy-printed", NULL, &tp_optimal_as_printed, false},
    {"greedy, Good-Turing", NULL, &good_turing, false},
    {"greedy, prior 1", NULL, &mended_laplace, false},
    {"greedy", NULL, &tp_optimal_mended, false},
    {"greedy, known chances", NULL, &tp_optimal_mended, true}};

#define ROWS (sizeof rows / sizeof *rows)

static double spend(markov *m, const row *r, uint64_t seed) {
  tp_search_counts counts = {0};
  tp_search_limits limits = {.max_runs = (uint64_t)MOST, .seed = seed + 1};
  markov_reset(m, seed * 7919 + 1);
  if (r->options) {
    tp_optimal_options options = *r->options;
    options.known = r->knows ? m->chance.at : NULL;
    tp_optimal_search(&options, &m->oracle, &limits, &counts);
  } else {
    r->strategy->search(&m->oracle, &limits, &counts);
  }
  return markov_is_done(m) ? fmin(m->spent, MOST) : MOST;
}

static bool is_exact(const row *r) {
  return !r->options && !r->strategy;
}

static bool is_wanted(const row *r, const char *only) {
  return is_exact(r) || strncmp(r->name, only, strlen(only)) == 0;
}

static double mean_of(markov *m, const row *r, uint32_t repetitions) {
  double sum = 0;
  if (is_exact(r))
    return fmin(markov_optimum_of(m, r->knows ? MARKOV_SOLVES_TURNS
                                              : MARKOV_SOLVES_NONE),
                MOST);
  for (uint32_t i = 0; i < repetitions; i++)
    sum += spend(m, r, i);
  return sum / repetitions;
}

typedef struct sample {
  double optimum[MOST_MODELS], cost[ROWS][MOST_MODELS];
  uint32_t n;
} sample;

/* What is asked for. */
typedef struct wish {
  uint32_t repetitions, models;
  uint64_t seed;
  const char *only;
} wish;

static void take_sample(sample *s, const markov_shape *shape, const wish *w) {
  s->n = 0;
  for (uint32_t k = 0; k < w->models; k++) {
    markov m;
    markov_draw(&m, shape, w->seed * 1000003 + shape->n * 1009 + k);
    m.most = MOST;
    double optimum = markov_optimum(&m);
    if (optimum >= 0) { /* else there are too many sets */
      s->optimum[s->n] = optimum;
      for (uint32_t i = 0; i < ROWS; i++)
        if (is_wanted(&rows[i], w->only))
          s->cost[i][s->n] = mean_of(&m, &rows[i], w->repetitions);
      s->n++;
    }
    markov_free(&m);
  }
}

static double mean(const double *x, uint32_t n) {
  double sum = 0;
  for (uint32_t i = 0; i < n; i++)
    sum += x[i];
  return sum / n;
}

static double deviation(const double *x, uint32_t n) {
  double middle = mean(x, n), sum = 0;
  for (uint32_t i = 0; i < n; i++)
    sum += (x[i] - middle) * (x[i] - middle);
  return sqrt(sum / (n - 1));
}

static void print_row(const sample *s, uint32_t i) {
  double ratio[MOST_MODELS] = {0}, without[MOST_MODELS] = {0};
  double worst = 0, worst_of_turns = 0;
  double all = mean(s->cost[i], s->n) * s->n;
  double best = mean(s->optimum, s->n) * s->n;
  for (uint32_t k = 0; k < s->n; k++) {
    ratio[k] = s->cost[i][k] / s->optimum[k];
    without[k] = (all - s->cost[i][k]) / (best - s->optimum[k]);
    worst = fmax(worst, ratio[k]);
    worst_of_turns =
        fmax(worst_of_turns, s->cost[i][k] / s->cost[BEST_TURNS][k]);
  }
  double half = 1.96 * deviation(ratio, s->n) / sqrt(s->n);
  double jack = 1.96 * deviation(without, s->n) * (s->n - 1) / sqrt(s->n);
  printf("| %s | %.2f ± %.2f | %.2f ± %.2f | %.2f | %.2f |\n", rows[i].name,
         mean(ratio, s->n), half, all / best, jack, worst, worst_of_turns);
}

static void print_table(double loops, const wish *w) {
  static const uint32_t sizes[] = {5, 10, 15, 20};
  sample *s = TP_NEW(sample);
  for (uint32_t z = 0; z < 4; z++) {
    markov_shape shape = {sizes[z], sizes[z] == 5 ? 0.8 : 0.2, loops};
    take_sample(s, &shape, w);
    printf("\n%u states, %s loops: %u models, %u repetitions; optimum %.0f\n\n",
           sizes[z], loops > 0 ? "with" : "no", s->n, w->repetitions,
           mean(s->optimum, s->n));
    printf("| strategy | mean of ratios | ratio of means | worst model | "
           "worst beside best turns |\n");
    printf("|---|---|---|---|---|\n");
    for (uint32_t i = 0; i < ROWS; i++)
      if (is_wanted(&rows[i], w->only))
        print_row(s, i);
    fflush(stdout);
  }
  tp_free(s);
}

int main(int argc, char **argv) {
  wish w = {.repetitions = argc > 1 ? (uint32_t)atoi(argv[1]) : 1000,
            .models = argc > 2 ? (uint32_t)atoi(argv[2]) : 50,
            .seed = argc > 3 ? (uint64_t)atoi(argv[3]) : 1,
            .only = argc > 4 ? argv[4] : ""};
  if (w.repetitions == 0 || w.models < 2 || w.models > MOST_MODELS) {
    fprintf(stderr,
            "usage: bench_optimal [REPETITIONS [MODELS [SEED [ROW]]]]\n");
    return 2;
  }
  print_table(0, &w);
  print_table(0.5, &w);
  return 0;
}
