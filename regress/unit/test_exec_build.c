/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compiling and linking: the user's flags, several units, failures. */
#include "exec_fixture.h"

#include "base/file.h"
#include "base/proc.h"
#include "exec/flags.h"

#include <sys/stat.h>

static void join(tp_str *out, const tp_words *words) {
  VEC_CLEAR(out);
  tp_str_add(out, "");
  for (uint32_t i = 0; i < words->n; i++)
    tp_str_addf(out, "%s%s", i ? " " : "", words->at[i]);
}

TEST(exec_flags) {
  static const char *const flags[] = {"-O2",
                                      "-Wall",
                                      "-Werror",
                                      "-Werror=shadow",
                                      "-c",
                                      "-o",
                                      "x.o",
                                      "-I",
                                      "inc",
                                      "-Iinc",
                                      "-DA=1",
                                      "-MMD",
                                      "-MF",
                                      "x.d",
                                      "-std=c99",
                                      "-lm",
                                      "-L/lib",
                                      "-pthread",
                                      "-fsanitize=undefined",
                                      "-m64",
                                      "lib.a",
                                      "-pedantic-errors",
                                      "-include",
                                      "a.h",
                                      "-Wl,-Map=x",
                                      "--param",
                                      "max-unrolled-insns=9",
                                      "-z",
                                      "now",
                                      "-finput-charset=latin1",
                                      "-fsyntax-only",
                                      NULL};
  tp_words words = {0};
  tp_str text = {0};
  tp_exec_compile_flags(&words, flags);
  join(&text, &words);
  CHECK_STR(text.at, "-O2 -Wall -std=c99 -pthread -fsanitize=undefined -m64 "
                     "--param max-unrolled-insns=9");
  VEC_CLEAR(&words);
  tp_exec_link_flags(&words, flags);
  tp_exec_link_flags(&words, flags); /* of a second unit: only pairs */
  join(&text, &words);
  CHECK_STR(text.at, "-lm -L/lib -pthread -fsanitize=undefined -m64 lib.a "
                     "-Wl,-Map=x -z now -z now");
  VEC_FREE(&words);
  tp_str_free(&text);
}

/* Writes a unit and fills in where it is; the path is kept by the caller. */
static void put_unit(fixture *f, tp_exec_source *unit, tp_str *path,
                     const char *name, const char *text) {
  tp_str all = {0};
  CHECK(tp_file_read(&all, "src/rt/tp2ph_rt.h", TP_ENVIRONMENT, &f->diag) == 0);
  tp_str_add(&all, text);
  tp_file_join(path, f->dir.at, name);
  CHECK(tp_file_write(path->at, all.at, all.n, &f->diag) == 0);
  *unit = (tp_exec_source){.path = path->at};
  tp_str_free(&all);
}

static int build_and_run(fixture *f, const tp_exec_source *units, uint32_t n) {
  int rc = tp_exec_build(&f->opt, units, n, f->program.at, &f->diag);
  if (rc == 0)
    rc = tp_exec_start(&f->exec, &f->opt, f->program.at, &f->plan, &f->diag);
  if (rc != 0)
    tp_diag_print(&f->diag);
  CHECK(rc == 0);
  if (rc == 0)
    fixture_go(f, NULL, 0, 0);
  return rc;
}

TEST(exec_build_units) {
  fixture f;
  tp_exec_source units[3];
  tp_str paths[3] = {{0}};
  static const char *const old[] = {"-std=c90", "-ansi",   "-pedantic-errors",
                                    "-Wall",    "-Wextra", "-Werror",
                                    "-O3",      NULL};
  static const char *const new[] = {"-std=c17", "-fsanitize=undefined", NULL};
  fixture_open(&f);
  put_unit(&f, &units[0], &paths[0], "a b.i",
           "int b(void), c(void); int main(void) { return b() + c(); }\n");
  put_unit(&f, &units[1], &paths[1], "b.i",
           "int b(void) { int unused; return 3; }\n");
  put_unit(&f, &units[2], &paths[2], "c'\".i",
           "double sqrt(double); int c(void) { return sqrt(16); }\n");
  static const char *const math[] = {"-lm", NULL};
  units[1].flags = old;
  units[2].flags = math;
  if (build_and_run(&f, units, 3) == 0)
    CHECK_EQ(f.run.code, 7);
  tp_exec_stop(f.exec);
  f.exec = NULL;
  /* A sanitizer of the user's: the program is dynamic then, a report is an
   * abort. */
  put_unit(&f, &units[2], &paths[2], "c.i",
           "int c(void) { volatile int m = 2147483647; return m + 1; }\n");
  units[2].flags = new;
  if (build_and_run(&f, units, 3) == 0)
    CHECK_EQ(f.run.end, TP_END_SIGNAL);
  fixture_close(&f);
  for (int i = 0; i < 3; i++)
    tp_str_free(&paths[i]);
}

TEST(exec_build_failures) {
  fixture f;
  tp_exec_source unit;
  tp_str path = {0};
  fixture_open(&f);
  put_unit(&f, &unit, &path, "bad.i", "# 1 \"user.c\"\nint main(void) { x }\n");
  CHECK(tp_exec_build(&f.opt, &unit, 1, f.program.at, &f.diag) == -1);
  CHECK_EQ(f.diag.status, TP_REFUSED);
  CHECK(strstr(tp_str_text(&f.diag.detail), "user.c:1") != NULL);
  tp_diag_free(&f.diag);
  f.diag = (tp_diag){0};
  put_unit(&f, &unit, &path, "bad.i", "int f(void); int main(void) { f(); }\n");
  CHECK(tp_exec_build(&f.opt, &unit, 1, f.program.at, &f.diag) == -1);
  CHECK_EQ(f.diag.status, TP_REFUSED);
  CHECK(strstr(tp_str_text(&f.diag.detail), "undefined reference") != NULL);
  tp_diag_free(&f.diag);
  f.diag = (tp_diag){0};
  f.opt.cc = "no-such-compiler";
  CHECK(tp_exec_build(&f.opt, &unit, 1, f.program.at, &f.diag) == -1);
  CHECK_EQ(f.diag.status, TP_ENVIRONMENT);
  tp_diag_free(&f.diag);
  f.diag = (tp_diag){0};
  static const char flood[] = "#!/bin/sh\nwhile :; do echo flood; done\n";
  tp_file_join(&path, f.dir.at, "flood");
  CHECK(tp_file_write(path.at, flood, sizeof flood - 1, &f.diag) == 0);
  CHECK(chmod(path.at, 0700) == 0);
  f.opt.cc = path.at; /* never ends */
  tp_budget budget;
  tp_budget_init(&budget, 0.3);
  f.opt.budget = &budget;
  CHECK(tp_exec_build(&f.opt, &unit, 1, f.program.at, &f.diag) == -1);
  CHECK_EQ(f.diag.status, TP_BUDGET);
  CHECK(tp_exec_start(&f.exec, &f.opt, "/nonexistent/prog", &f.plan, &f.diag) ==
        -1);
  CHECK(f.exec == NULL);
  fixture_close(&f);
  tp_str_free(&path);
}

/* Without tp2ph around it, the program runs as it is; inputs are 0. */
TEST(exec_program_alone) {
  fixture f;
  fixture_open(&f);
  if (!fixture_start(&f, "int __VERIFIER_nondet_int(void); void "
                         "tp2ph_input_object(void *, unsigned "
                         "long, const char *);\n"
                         "int main(void) { int a = 5; "
                         "__tp2ph_e0(1); __tp2ph_in(1); a += "
                         "__VERIFIER_nondet_int(); "
                         "__tp2ph_got(1, &a, 4); if "
                         "(__tp2ph_c1(1, a == 5, &a)) a = 9; "
                         "__tp2ph_obj(1, &a, 4); return a + 4; "
                         "}\n"))
    return;
  const char *const argv[] = {f.program.at, NULL};
  tp_proc_limits limits = {.seconds = 10};
  tp_proc_result result;
  CHECK(tp_proc_run(&result, argv, NULL, NULL, &limits, &f.diag) == 0);
  CHECK_EQ(result.exit_code, 4);
  tp_proc_result_free(&result);
  fixture_close(&f);
}
