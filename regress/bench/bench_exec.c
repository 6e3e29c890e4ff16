/* How many runs a second: by the server, which makes many in one process; in a
 * process for each run, forked by the server; and starting the program anew.
 *
 * usage: bench_exec RUNTIME_DIR [CONDITIONS [SECONDS]]
 * The program is instrumented by hand: CONDITIONS tests over 10 inputs, each
 * with one symbolic leaf, and an assignment for every fifth; it prints a line.
 * Started anew it has neither inputs nor trace nor limits, which is in favour
 * of that way. The three take turns, as the machine may be loaded; medians.
 */
#include "base/file.h"
#include "base/spawn.h"
#include "exec/exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#define INPUTS 10
#define ROUNDS 9

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
  tp_exec *exec;
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
  bool is_fine = run_by_server(b);
  tp_exec_capture(b->exec, 0);
  return is_fine;
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

/* Runs a second; 0: it failed. */
static double measure(bench *b, bool (*run)(bench *), double seconds) {
  double start = tp_now(), now = start;
  uint64_t n = 0;
  for (; now - start < seconds; n += 10, now = tp_now())
    for (int i = 0; i < 10; i++)
      if (!run(b))
        return 0;
  return (double)n / (now - start);
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *values) {
  qsort(values, ROUNDS, sizeof *values, compare);
  return values[ROUNDS / 2];
}

/* False: a run failed. */
static bool compare_ways(bench *b, unsigned conditions, double seconds) {
  double slice = seconds / ROUNDS / 3, server[ROUNDS], forked[ROUNDS],
         anew[ROUNDS], ratio[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) {
    server[i] = measure(b, run_by_server, slice);
    forked[i] = measure(b, run_forked, slice);
    anew[i] = measure(b, run_anew, slice);
    if (server[i] == 0 || forked[i] == 0 || anew[i] == 0)
      return false;
    ratio[i] = server[i] / anew[i];
  }
  printf("%u conditions, runs a second: %.0f by the server, %.0f with a fork "
         "for each, %.0f started anew; server to anew: %.1f times\n",
         conditions, median(server), median(forked), median(anew),
         median(ratio));
  return true;
}

int main(int argc, char **argv) {
  unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 50;
  double seconds = argc > 3 ? atof(argv[3]) : 2.0;
  bench b = {0};
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
  bool is_fine =
      tp_file_write(source.at, text.at, text.n, &b.diag) == 0 &&
      tp_exec_build(&opt, &unit, 1, program.at, &b.diag) == 0 &&
      tp_exec_start(&b.exec, &opt, program.at, &plan, &b.diag) == 0 &&
      compare_ways(&b, n, seconds);
  tp_exec_stop(b.exec);
  tp_file_remove_tree(dir.at);
  return is_fine ? 0 : fail(&b.diag);
}
