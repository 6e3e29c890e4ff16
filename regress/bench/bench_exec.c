/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many runs a second: by the server, which makes many in one process; in a
 * process for each run, forked by the server; and starting the program anew.
 *
 * usage: bench_exec RUNTIME_DIR [CONDITIONS [SECONDS]]
 * The program is instrumented by hand: CONDITIONS tests over 10 inputs, each
 * with one symbolic leaf, and an assignment for every fifth; it prints a line.
 * Started anew it has neither inputs nor trace nor limits, which is in favour
 * of that way. The first two also with --sandbox on. All take turns, as the
 * machine may be loaded; medians.
 * Beside runs a second of the clock: processor time of a run, of all processes
 * together, which depends less on what else the machine does.
 */
#include "base/file.h"
#include "base/spawn.h"
#include "exec/exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define INPUTS 10
#define ROUNDS 7

/* Expressions 1 .. n are the conditions, n + 1 the assignment. */
static void make_plan(tp_plan *plan, unsigned n) {
  VEC_PUSH(&plan->wire_exprs, (tp_wire_expr){0});
  VEC_PUSH(&plan->wire_leaves,
           (tp_wire_leaf){.kind = TP_LEAF_VALUE, .size = 4});
  for (unsigned i = 1; i <= n; i++)
    VEC_PUSH(&plan->wire_exprs, (tp_wire_expr){.n_leaves = 1, .decision = i});
  VEC_PUSH(&plan->wire_exprs, (tp_wire_expr){.n_leaves = 1, .dst_size = 4});
  for (unsigned i = 0; i <= INPUTS; i++)
    VEC_PUSH(&plan->sites, (tp_wire_site){0});
  for (unsigned i = 0; i < 2; i++)
    VEC_PUSH(&plan->funcs, (tp_wire_func){0});
}

static void make_text(tp_str *out, unsigned n) {
  tp_str_add(out, "int __VERIFIER_nondet_int(void);\n"
                  "int printf(const char *, ...);\n"
                  "int main(void) {\n  int r = 0, t = 0, x[10];\n"
                  "  __tp2ph_e0(1);\n");
  for (unsigned i = 0; i < INPUTS; i++)
    tp_str_addf(out,
                "  __tp2ph_in(%u); x[%u] = __VERIFIER_nondet_int(); "
                "__tp2ph_got(%u, &x[%u], 4);\n",
                i + 1, i, i + 1, i);
  for (unsigned i = 0; i < n; i++) {
    if (i % 5 == 0)
      tp_str_addf(out, "  t = x[%u] * 3; __tp2ph_a1(%u, &t, &x[%u]);\n",
                  i % INPUTS, n + 1, i % INPUTS);
    const char *leaf = i % 5 == 0 ? "t" : "x[i]";
    if (i % 5)
      tp_str_addf(out,
                  "  { int i = %u; if (__tp2ph_c1(%u, %s > %u, &%s)) r++; "
                  "}\n",
                  i % INPUTS, i + 1, leaf, i * 7, leaf);
    else
      tp_str_addf(out, "  if (__tp2ph_c1(%u, t > %u, &t)) r++;\n", i + 1,
                  i * 7);
  }
  tp_str_add(out, "  printf(\"%d\\n\", r);\n  return r & 1;\n}\n");
}

static int fail(tp_diag *diag) {
  tp_diag_print(diag);
  return 1;
}

typedef struct bench {
  const char *program;
  tp_exec_options *opt;
  const tp_plan *plan;
  tp_exec *exec;
  tp_world_kind world; /* the best there is */
  uint64_t runs;
  tp_diag diag;
} bench;

static bool run_by_server(bench *b) {
  tp_exec_run run;
  return tp_exec_go(b->exec, NULL, 0, ++b->runs, &run, &b->diag) == 0;
}

/* Runs whose output is kept have a process of their own. */
static bool run_forked(bench *b) {
  tp_exec_capture(b->exec, 1);
  return run_by_server(b);
}

static bool run_anew(bench *b) {
  const char *argv[] = {b->program, NULL};
  const int fds[] = {-1, -1, -1};
  const tp_spawn how = {
      .path = b->program, .argv = argv, .fds = fds, .n_fds = 3};
  pid_t pid;
  int status;
  return tp_spawn_start(&pid, &how, &b->diag) == 0 &&
         waitpid(pid, &status, 0) == pid && WIFEXITED(status);
}

typedef struct way {
  const char *name;
  bool (*run)(bench *);
  bool is_served, is_sandboxed;
  double rate[ROUNDS]; /* runs a second */
  double cost[ROUNDS]; /* seconds of processor time */
} way;

static double processor_time(void) {
  static const int whose[] = {RUSAGE_SELF, RUSAGE_CHILDREN};
  double sum = 0;
  for (int i = 0; i < 2; i++) {
    struct rusage u;
    getrusage(whose[i], &u);
    sum += (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
  }
  return sum;
}

/* The server starts and ends here: then its processor time is known. */
static bool measure(bench *b, way *w, int round, double seconds) {
  double used = processor_time();
  b->exec = NULL;
  b->opt->world = w->is_sandboxed ? b->world : TP_WORLD_OPEN;
  if (w->is_served &&
      tp_exec_start(&b->exec, b->opt, b->program, b->plan, &b->diag) != 0)
    return false;
  double start = tp_now(), now = start;
  uint64_t n = 0;
  bool is_fine = true;
  for (; is_fine && now - start < seconds; n++, now = tp_now())
    is_fine = w->run(b);
  tp_exec_stop(b->exec);
  w->rate[round] = (double)n / (now - start);
  w->cost[round] = (processor_time() - used) / (double)n;
  return is_fine;
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(const double *values) {
  double sorted[ROUNDS];
  memcpy(sorted, values, sizeof sorted);
  qsort(sorted, ROUNDS, sizeof *sorted, compare);
  return sorted[ROUNDS / 2];
}

static double median_ratio(const double *a, const double *b) {
  double ratio[ROUNDS];
  for (int i = 0; i < ROUNDS; i++)
    ratio[i] = a[i] / b[i];
  return median(ratio);
}

/* False: a run failed. */
static bool compare_ways(bench *b, unsigned conditions, double seconds) {
  static way ways[] = {
      {.name = "by the server", .run = run_by_server, .is_served = true},
      {.name = "by the server, sandboxed",
       .run = run_by_server,
       .is_served = true,
       .is_sandboxed = true},
      {.name = "a fork for each", .run = run_forked, .is_served = true},
      {.name = "a fork for each, sandboxed",
       .run = run_forked,
       .is_served = true,
       .is_sandboxed = true},
      {.name = "started anew", .run = run_anew}};
  enum { N = sizeof ways / sizeof *ways };
  for (int i = 0; i < ROUNDS; i++)
    for (int k = 0; k < N; k++)
      if (!measure(b, &ways[k], i, seconds / ROUNDS / N))
        return false;
  const way *anew = &ways[N - 1];
  printf("| %u conditions | runs a second | times | processor time a run, us "
         "| times |\n|---|---|---|---|---|\n",
         conditions);
  for (const way *w = ways; w <= anew; w++)
    printf("| %s | %.0f | %.1f | %.0f | %.1f |\n", w->name, median(w->rate),
           median_ratio(w->rate, anew->rate), 1e6 * median(w->cost),
           median_ratio(anew->cost, w->cost));
  printf("\nThe sandbox (%s) costs %+.1f %% of the processor time of a run by "
         "the server, %+.1f %% of one with a fork.\n",
         tp_world_name(b->world),
         100 * (median_ratio(ways[1].cost, ways[0].cost) - 1),
         100 * (median_ratio(ways[3].cost, ways[2].cost) - 1));
  return true;
}

int main(int argc, char **argv) {
  unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 50;
  double seconds = argc > 3 ? atof(argv[3]) : 2.0;
  bench b = {0};
  tp_str why = {0};
  b.world = tp_world_probe(&why);
  tp_plan plan = {0};
  tp_str dir = {0}, text = {0}, source = {0}, program = {0};
  if (argc < 2) {
    fprintf(stderr, "usage: bench_exec RUNTIME_DIR [CONDITIONS [SECONDS]]\n");
    return 2;
  }
  if (tp_file_temp_dir(&dir, &b.diag) != 0 ||
      tp_file_read(&text, "src/rt/tp2ph_rt.h", TP_ENVIRONMENT, &b.diag) != 0)
    return fail(&b.diag);
  make_text(&text, n);
  make_plan(&plan, n);
  tp_file_join(&source, dir.at, "bench.i");
  tp_file_join(&program, dir.at, "bench");
  tp_exec_options opt = {
      .cc = "cc", .runtime_dir = argv[1], .work_dir = dir.at, .run_seconds = 5};
  tp_exec_source unit = {.path = source.at};
  b.program = program.at;
  b.opt = &opt;
  b.plan = &plan;
  bool is_fine = tp_file_write(source.at, text.at, text.n, &b.diag) == 0 &&
                 tp_exec_build(&opt, &unit, 1, program.at, &b.diag) == 0 &&
                 compare_ways(&b, n, seconds);
  tp_file_remove_tree(dir.at);
  return is_fine ? 0 : fail(&b.diag);
}
