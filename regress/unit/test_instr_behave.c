/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The instrumented program behaves as the plain one: every program of
 * regress/behave is built plain and instrumented, and run both alone and under
 * the fork server; output and exit status are the same. Both are linked with
 * the runtime, which gives them the same inputs. */
#include "base/file.h"
#include "base/proc.h"
#include "check.h"
#include "engine/decode.h"
#include "exec/exec.h"
#include "front/front.h"
#include "instr/instr.h"

#include <stdlib.h>

typedef struct bench {
  tp_str dir, runtime;
  tp_program *p;
  tp_ir *ir;
  tp_taint taint;
  tp_instr_result instr;
  tp_diag diag;
} bench;

static const char *const no_flags[] = {NULL};

static bool ok(bench *b, int rc) {
  if (rc < 0)
    tp_diag_print(&b->diag);
  CHECK(rc >= 0);
  return rc >= 0;
}

static bool bench_open(bench *b) {
  *b = (bench){0};
  if (!ok(b, tp_file_temp_dir(&b->dir, &b->diag)) ||
      !ok(b, tp_file_self_dir(&b->runtime, &b->diag)))
    return false;
  tp_str_add(&b->runtime, "/lib");
  return true;
}

static void bench_close(bench *b) {
  tp_file_remove_tree(tp_str_text(&b->dir));
  tp_str_free(&b->dir);
  tp_str_free(&b->runtime);
  tp_diag_free(&b->diag);
}

static bool instrument(bench *b, const char *cc, const char *source,
                       bool branches_only, const char *to) {
  tp_front_source unit = {source, no_flags, NULL};
  tp_front_options opt = {
      .cc = cc, .include_dir = "src/include", .cc_seconds = 20};
  if (!ok(b, tp_front_load(&b->p, &unit, 1, &opt, &b->diag)))
    return false;
  b->ir = tp_ir_new(b->p, strcmp(cc, "clang") != 0);
  tp_flow_taint(&b->taint, b->ir);
  tp_instr_write(&b->instr, b->ir, &b->taint, branches_only);
  const tp_str *text = &b->instr.units.at[1];
  return ok(b, tp_file_write(to, text->at, text->n, &b->diag));
}

static void forget(bench *b) {
  tp_instr_free(&b->instr);
  tp_taint_free(&b->taint);
  tp_ir_free(b->ir);
  tp_program_free(b->p);
  b->p = NULL;
}

/* kind: "c" or "cpp-output" */
static bool compile(bench *b, const char *cc, const char *level,
                    const char *kind, const char *source, const char *program) {
  tp_str library = {0}, recorder = {0};
  tp_str_addf(&library, "%s/libtp2ph_rt.a", b->runtime.at);
  tp_str_addf(&recorder, "%s/libtp2ph_record.a", b->runtime.at);
  const char *argv[] = {cc,
                        "-w",
                        level,
                        "-fno-omit-frame-pointer",
                        "-x",
                        kind,
                        source,
                        "-x",
                        "none",
                        "-Wl,--wrap=malloc,--wrap=calloc,--wrap=aligned_alloc,-"
                        "-wrap=realloc,--wrap=free,--whole-archive",
                        library.at,
                        "-Wl,--no-whole-archive",
                        recorder.at,
                        "-pthread",
                        "-o",
                        program,
                        NULL};
  tp_proc_limits limits = {.seconds = 60};
  tp_proc_result r = {0};
  bool is_done = ok(b, tp_proc_run(&r, argv, NULL, NULL, &limits, &b->diag));
  if (is_done && (r.exit_code || r.signal || r.timed_out)) {
    fprintf(stderr, "%s %s %s: %s\n", cc, level, source, tp_str_text(&r.err));
    CHECK(!"it should compile");
    is_done = false;
  }
  tp_proc_result_free(&r);
  tp_str_free(&library);
  tp_str_free(&recorder);
  return is_done;
}

static bool run(bench *b, const char *program, tp_proc_result *r) {
  const char *argv[] = {program, NULL};
  tp_proc_limits limits = {.seconds = 20, .output_bytes = 1 << 20};
  return ok(b, tp_proc_run(r, argv, NULL, NULL, &limits, &b->diag));
}

static void same(const char *what, int code, const char *out, size_t n,
                 const tp_proc_result *plain) {
  bool is_same = code == plain->exit_code && n == plain->out.n &&
                 memcmp(out, tp_str_text(&plain->out), n) == 0;
  if (!is_same) {
    size_t k = 0, line = 1;
    for (; k < n && k < plain->out.n && out[k] == plain->out.at[k]; k++)
      line += out[k] == '\n';
    fprintf(stderr, "%s: exit %d, plain %d; output differs in line %zu\n", what,
            code, plain->exit_code, line);
  }
  CHECK(is_same);
}

/* Recording, under the fork server. */
static void record(bench *b, const char *what, const char *program,
                   const tp_proc_result *plain) {
  tp_exec_options opt = {.cc = "cc",
                         .runtime_dir = b->runtime.at,
                         .work_dir = b->dir.at,
                         .run_seconds = 10};
  tp_exec *exec = NULL;
  tp_exec_run out;
  if (!ok(b, tp_exec_start(&exec, &opt, program, &b->instr.plan, &b->diag)))
    return;
  tp_exec_capture(exec, 1 << 20);
  if (ok(b, tp_exec_go(exec, NULL, 0, 0, &out, &b->diag))) {
    CHECK_EQ(out.end, TP_END_EXIT);
    same(what, out.code, out.out, out.n_out, plain);
    CHECK(out.words > 0);
  }
  tp_exec_stop(exec);
}

static void compare(bench *b, const char *cc, const char *level,
                    const char *name, bool branches_only) {
  tp_str source = {0}, text = {0}, plain = {0}, program = {0}, what = {0};
  tp_proc_result expected = {0}, got = {0};
  tp_str_addf(&source, "regress/behave/%s.c", name);
  tp_str_addf(&what, "%s, %s %s%s", name, cc, level,
              branches_only ? ", branches only" : "");
  tp_file_join(&text, b->dir.at, "text.i");
  tp_file_join(&plain, b->dir.at, "plain");
  tp_file_join(&program, b->dir.at, "program");
  if (instrument(b, cc, source.at, branches_only, text.at)) {
    if (compile(b, cc, level, "c", source.at, plain.at) &&
        compile(b, cc, level, "cpp-output", text.at, program.at) &&
        run(b, plain.at, &expected) && run(b, program.at, &got)) {
      same(what.at, got.exit_code, tp_str_text(&got.out), got.out.n, &expected);
      if (!branches_only)
        record(b, what.at, program.at, &expected);
    }
    forget(b);
  }
  tp_proc_result_free(&expected);
  tp_proc_result_free(&got);
  tp_str_free(&source);
  tp_str_free(&text);
  tp_str_free(&plain);
  tp_str_free(&program);
  tp_str_free(&what);
}

static const char *const programs[] = {
    "order",       "scalars", "control",   "objects", "calls",
    "expressions", "strings", "shadowing", "places",  NULL};

static void compare_all(const char *cc, const char *level, bool branches_only) {
  bench b;
  if (bench_open(&b))
    for (const char *const *name = programs; *name; name++)
      compare(&b, cc, level, *name, branches_only);
  bench_close(&b);
}

TEST(instr_behaves_gcc) {
  compare_all("gcc", "-O0", false);
}

TEST(instr_behaves_clang) {
  compare_all("clang", "-O0", false);
}

TEST(instr_behaves_branches_only) {
  compare_all("gcc", "-O0", true);
}

/* The product compiles with -O0, so these only run when asked for. */
TEST(instr_behaves_optimised) {
  if (!getenv("TP_BEHAVE_ALL"))
    return;
  compare_all("gcc", "-O2", false);
  compare_all("clang", "-O2", false);
}

/* ---- what the traces say ------------------------------------------------- */

static void decode(bench *b, const char *name, const char *program) {
  tp_exec_options opt = {.cc = "cc",
                         .runtime_dir = b->runtime.at,
                         .work_dir = b->dir.at,
                         .run_seconds = 10};
  tp_exec *exec = NULL;
  tp_exec_run run;
  tp_vars vars = {0};
  tp_decoder d;
  tp_exprs *exprs = tp_exprs_new();
  uint32_t symbolic = 0;
  tp_decoder_init(&d, b->ir, &b->instr.plan, exprs, &vars);
  if (ok(b, tp_exec_start(&exec, &opt, program, &b->instr.plan, &b->diag)) &&
      ok(b, tp_exec_go(exec, NULL, 0, 0, &run, &b->diag))) {
    CHECK(tp_decode(&d, run.trace, run.words));
    for (uint32_t i = 0; i < d.events.n; i++)
      symbolic += d.events.at[i].pred != 0;
    if (d.concretised.imprecise || d.concretised.not_modelled || !symbolic)
      fprintf(stderr, "%s: %u symbolic, %u wrong, %u not modelled\n", name,
              symbolic, (unsigned)d.concretised.imprecise,
              (unsigned)d.concretised.not_modelled);
    CHECK_EQ(d.concretised.imprecise, 0);
    CHECK_EQ(d.concretised.not_modelled, 0);
    CHECK(symbolic > 100);
  }
  tp_exec_stop(exec);
  tp_decoder_free(&d);
  tp_vars_free(&vars);
  tp_exprs_free(exprs);
}

/* Every predicate says what the run did: the programs have conditions on
 * everything they compute. With clang, which evaluates from left to right:
 * gcc's order in order.c can't be known. */
TEST(instr_traces_agree_with_runs) {
  bench b;
  if (bench_open(&b)) {
    for (const char *const *name = programs; *name; name++) {
      tp_str source = {0}, text = {0}, program = {0};
      tp_str_addf(&source, "regress/behave/%s.c", *name);
      tp_file_join(&text, b.dir.at, "text.i");
      tp_file_join(&program, b.dir.at, "program");
      if (instrument(&b, "clang", source.at, false, text.at)) {
        if (compile(&b, "clang", "-O0", "cpp-output", text.at, program.at))
          decode(&b, *name, program.at);
        forget(&b);
      }
      tp_str_free(&source);
      tp_str_free(&text);
      tp_str_free(&program);
    }
  }
  bench_close(&b);
}
