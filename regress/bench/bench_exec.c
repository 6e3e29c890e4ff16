/* How many runs a second: the fork server against starting the program anew.
 *
 * usage: bench_exec RUNTIME_DIR [CONDITIONS [SECONDS]]
 * The program is instrumented by hand: CONDITIONS tests over 10 inputs, each
 * with one symbolic leaf, and an assignment for every fifth.
 */
#include "base/file.h"
#include "base/spawn.h"
#include "exec/exec.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>

#define INPUTS 10

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
  tp_str_add(out, "  return r & 1;\n}\n");
}

static int fail(tp_diag *diag) {
  tp_diag_print(diag);
  return 1;
}

/* Runs in `seconds`; 0: it failed. */
static double measure_server(const tp_exec_options *opt, const char *program,
                             const tp_plan *plan, double seconds,
                             tp_diag *diag) {
  tp_exec *exec;
  tp_exec_run run;
  uint64_t runs = 0;
  if (tp_exec_start(&exec, opt, program, plan, diag) != 0)
    return 0;
  double start = tp_now(), now = start;
  while (now - start < seconds) {
    for (int i = 0; i < 50; i++, runs++)
      if (tp_exec_go(exec, NULL, 0, runs + 1, &run, diag) != 0)
        return 0;
    now = tp_now();
  }
  printf("  trace of the last run: %llu words\n",
         (unsigned long long)run.words);
  tp_exec_stop(exec);
  return (double)runs / (now - start);
}

static double measure_anew(const char *program, double seconds, tp_diag *diag) {
  const char *argv[] = {program, NULL};
  const int fds[] = {-1, -1, -1};
  const tp_spawn how = {.path = program, .argv = argv, .fds = fds, .n_fds = 3};
  uint64_t runs = 0;
  double start = tp_now(), now = start;
  for (; now - start < seconds; runs++, now = tp_now()) {
    pid_t pid;
    if (tp_spawn_start(&pid, &how, diag) != 0)
      return 0;
    waitpid(pid, NULL, 0);
  }
  return (double)runs / (now - start);
}

int main(int argc, char **argv) {
  unsigned n = argc > 2 ? (unsigned)atoi(argv[2]) : 50;
  double seconds = argc > 3 ? atof(argv[3]) : 2.0;
  tp_diag diag = {0};
  tp_plan plan = {0};
  tp_str dir = {0}, text = {0}, source = {0}, program = {0};
  if (argc < 2) {
    fprintf(stderr, "usage: bench_exec RUNTIME_DIR [CONDITIONS [SECONDS]]\n");
    return 2;
  }
  if (tp_file_temp_dir(&dir, &diag) != 0 ||
      tp_file_read(&text, "src/rt/tp2ph_rt.h", TP_ENVIRONMENT, &diag) != 0)
    return fail(&diag);
  make_text(&text, n);
  make_plan(&plan, n);
  tp_file_join(&source, dir.at, "bench.i");
  tp_file_join(&program, dir.at, "bench");
  tp_exec_options opt = {
      .cc = "cc", .runtime_dir = argv[1], .work_dir = dir.at, .run_seconds = 5};
  tp_exec_source unit = {.path = source.at};
  if (tp_file_write(source.at, text.at, text.n, &diag) != 0 ||
      tp_exec_build(&opt, &unit, 1, program.at, &diag) != 0)
    return fail(&diag);
  double server = measure_server(&opt, program.at, &plan, seconds, &diag);
  /* As a user's program is: with shared libraries. */
  static const char *const shared[] = {"-rdynamic", NULL};
  opt.link_flags = shared;
  if (tp_exec_build(&opt, &unit, 1, program.at, &diag) != 0)
    return fail(&diag);
  double anew = measure_anew(program.at, seconds / 2, &diag);
  printf("%u conditions: %.0f runs/s by the fork server, %.0f started anew, "
         "%.1f times\n",
         n, server, anew, anew > 0 ? server / anew : 0);
  tp_file_remove_tree(dir.at);
  return server > 0 && anew > 0 ? 0 : fail(&diag);
}
