/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The replay harness on real programs: what replay.c and run.sh make of
 * testcase files, compiled by cc. */
#include "check.h"

#include "base/file.h"
#include "base/proc.h"
#include "report_fixture.h"

#include <stdlib.h>
#include <sys/stat.h>

/* A program that prints every input it gets, exactly. */
static const char program[] =
    "#include <stdio.h>\n"
    "#include <string.h>\n"
    "int __VERIFIER_nondet_int(void);\n"
    "unsigned long __VERIFIER_nondet_ulong(void);\n"
    "_Bool __VERIFIER_nondet_bool(void);\n"
    "signed char tp2ph_input_schar(const char *name);\n"
    "double tp2ph_input_double(const char *name);\n"
    "float __VERIFIER_nondet_float(void);\n"
    "void klee_make_symbolic(void *p, unsigned long n, const char *name);\n"
    "void __CrestShort(short *x);\n"
    "struct s { char c; int i[2]; double d; short h; float f; };\n"
    "int main(void) {\n"
    "  struct s s, t;\n"
    "  double d; float f; short h; unsigned long bits; unsigned fbits;\n"
    "  memset(&s, 0x55, sizeof s);\n"
    "  printf(\"%d \", __VERIFIER_nondet_int());\n"
    "  printf(\"%lu \", __VERIFIER_nondet_ulong());\n"
    "  printf(\"%d \", __VERIFIER_nondet_bool());\n"
    "  printf(\"%d\\n\", tp2ph_input_schar(\"x\"));\n"
    "  klee_make_symbolic(&s, sizeof s, \"s\");\n"
    "  klee_make_symbolic(&t, 0, \"empty\");\n"
    "  klee_make_symbolic(&t.h, sizeof t.h, \"h\");\n"
    "  printf(\"%d %d %d %g %d %g %d\\n\", s.c, s.i[0], s.i[1], s.d, s.h,\n"
    "         (double)s.f, t.h);\n"
    "  d = tp2ph_input_double(\"d\"); memcpy(&bits, &d, 8);\n"
    "  f = __VERIFIER_nondet_float(); memcpy(&fbits, &f, 4);\n"
    "  __CrestShort(&h);\n"
    "  printf(\"%lx %x %d \", bits, fbits, h);\n"
    "  __CrestShort(&h);\n"
    "  printf(\"%d\\n\", h);\n"
    "  return 0;\n"
    "}\n";

#define HEAD "<?xml version=\"1.0\"?>\n<testcase>\n"

static void write_file(const char *dir, const char *name, const char *text) {
  tp_str path = {0};
  tp_diag diag = {0};
  tp_file_join(&path, dir, name);
  CHECK_EQ(tp_file_write(path.at, text, strlen(text), &diag), 0);
  chmod(path.at, 0777);
  tp_str_free(&path);
}

static void push(tp_result *r, tp_scalar type, uint64_t bits, uint32_t object,
                 uint32_t offset) {
  VEC_PUSH(&r->inputs, (tp_result_input){.type = (uint8_t)type,
                                         .bits = bits,
                                         .name = object ? "a\"<#9+9" : NULL,
                                         .object = object,
                                         .offset = offset});
}

static void all_inputs(tp_result *r) {
  VEC_CLEAR(&r->inputs);
  push(r, TP_SCALAR_I32, 0x80000000, 0, 0);
  push(r, TP_SCALAR_U64, UINT64_MAX, 0, 0);
  push(r, TP_SCALAR_BOOL, 1, 0, 0);
  push(r, TP_SCALAR_I8, 0xfe, 0, 0);
  push(r, TP_SCALAR_I8, 7, 1, 0); /* s.c, s.i[1], s.d, s.h, s.f; not s.i[0] */
  push(r, TP_SCALAR_I32, (uint32_t)-5, 1, 8);
  push(r, TP_SCALAR_F64, UINT64_C(0x3ff8000000000000), 1, 16);
  push(r, TP_SCALAR_U16, 0xffff, 1, 24);
  push(r, TP_SCALAR_F32, 0xbf000000, 1, 28);
  push(r, TP_SCALAR_I16, 77, 2, 0);
  push(r, TP_SCALAR_F64, UINT64_C(0xfff0000000000123), 0, 0);
  push(r, TP_SCALAR_F32, 0x7f800007, 0, 0);
  push(r, TP_SCALAR_I16, 0x8000, 3, 0); /* CREST, recorded as an object */
  push(r, TP_SCALAR_I16, 9, 0, 0);      /* and as a plain value */
  r->tests.n = 1;
  r->tests.at[0] = (tp_result_test){.n_inputs = r->inputs.n};
}

/* Puts program, harness and tests into a folder and runs run.sh there. */
static void run(tp_proc_result *out, const char *source, const char *entry,
                const char *argument) {
  tp_str dir = {0}, sub = {0}, text = {0};
  tp_diag diag = {0};
  tp_program *p = fixture_program();
  tp_result r;
  CHECK_EQ(tp_file_temp_dir(&dir, &diag), 0);
  fixture_result(&r, p);
  all_inputs(&r);
  r.cwd = dir.at;
  r.cc = "cc";
  r.entry = entry;
  r.files.at[0].path = "it's a $program.c";
  const char *const flags[] = {"-DSTRANGE='\"'", "-Wall", NULL};
  r.files.at[0].flags = flags;
  if (strcmp(entry, "main") != 0) {
    tp_type_id params[] = {TP_TYPE_INT, TP_TYPE_DOUBLE};
    tp_decl d = {.name = fixture_name(p, entry),
                 .type = tp_type_function(&p->types, TP_TYPE_VOID, params, 2,
                                          false, true)};
    VEC_PUSH(&p->decls, d);
    VEC_PUSH(&p->funcs, (tp_func){.decl = p->decls.n - 1, .unit = 1});
    p->entry = p->funcs.n - 1;
  }
  write_file(dir.at, r.files.at[0].path, source);
  tp_file_join(&sub, dir.at, "out/harness");
  tp_file_make_dirs(sub.at, &diag);
  tp_report_replay(&r, &text);
  write_file(sub.at, "replay.c", text.at);
  VEC_CLEAR(&text);
  tp_report_run_script(&r, &text);
  write_file(sub.at, "run.sh", text.at);
  tp_file_join(&sub, dir.at, "out/test-suite");
  tp_file_make_dirs(sub.at, &diag);
  VEC_CLEAR(&text);
  tp_report_testcase(&r, 1, &text);
  write_file(sub.at, "testcase-0001.xml", text.at);
  write_file(sub.at, "testcase-0002.xml", HEAD "</testcase>\n");
  tp_file_join(&sub, dir.at, "out/harness/run.sh");
  const char *argv[] = {"sh", sub.at, argument, NULL};
  tp_proc_limits limits = {.seconds = 60};
  CHECK_EQ(tp_proc_run(out, argv, NULL, "/", &limits, &diag), 0);
  tp_file_remove_tree(dir.at);
  tp_result_free(&r);
  tp_program_free(p);
  tp_str_free(&dir);
  tp_str_free(&sub);
  tp_str_free(&text);
}

TEST(harness_hands_out_all_values) {
  tp_proc_result got;
  run(&got, program, "main", "1");
  CHECK_STR(tp_str_text(&got.out), "testcase-0001 exit 0\n");
  CHECK_STR(tp_str_text(&got.err), "-2147483648 18446744073709551615 1 -2\n"
                                   "7 1431655765 -5 1.5 -1 -0.5 77\n"
                                   "fff0000000000123 7f800007 -32768 9\n");
  tp_proc_result_free(&got);
}

TEST(harness_runs_all_tests) {
  tp_proc_result got;
  run(&got,
      "int __VERIFIER_nondet_int(void);\n"
      "int main(void) { __VERIFIER_nondet_int(); __builtin_trap(); }\n",
      "main", NULL);
  CHECK_STR(tp_str_text(&got.out),
            "testcase-0001 signal 4, not exit 0\ntestcase-0002 inputs\n");
  CHECK_EQ(got.exit_code, 1);
  tp_proc_result_free(&got);
}

TEST(harness_tests_that_end_as_expected) {
  tp_proc_result got;
  run(&got, "int main(void) { return 0; }\n", "main", NULL);
  CHECK_STR(tp_str_text(&got.out),
            "testcase-0001 exit 0\ntestcase-0002 exit 0\n");
  CHECK_EQ(got.exit_code, 0);
  tp_proc_result_free(&got);
}

/* What the program calls its own is not what the harness asks for. */
TEST(harness_program_with_its_own_library) {
  tp_proc_result got;
  run(&got,
      "#include <stddef.h>\n"
      "double tp2ph_input_double(const char *name);\n"
      "int __VERIFIER_nondet_int(void);\n"
      "char *getenv(const char *name) { (void)name; return NULL; }\n"
      "void *fopen(const char *a, const char *b) { return b ? NULL : (void "
      "*)a; "
      "}\n"
      "int open(const char *a, int b, ...) { return a ? -1 : b; }\n"
      "long read(int a, void *b, size_t c) { return b ? -1 : a + (long)c; }\n"
      "double strtod(const char *a, char **b) { return b ? 7 : *a; }\n"
      "unsigned long long strtoull(const char *a, char **b, int c) {\n"
      "  return b ? 7 : *a + (unsigned)c; }\n"
      "char *strstr(const char *a, const char *b) { return b ? NULL : (char "
      "*)a;"
      " }\n"
      "int main(void) {\n"
      "  int low = __VERIFIER_nondet_int();\n"
      "  (void)tp2ph_input_double(\"bits of an unsigned long\");\n"
      "  return low == -2147483647 - 1 ? 77 : 78; }\n",
      "main", "1");
  CHECK_STR(tp_str_text(&got.out), "testcase-0001 exit 77, not exit 0\n");
  tp_proc_result_free(&got);
}

/* What a shell would take for signals. */
TEST(harness_high_exit_codes) {
  tp_proc_result got;
  run(&got, "int main(void) { return 139; }\n", "main", "1");
  CHECK_STR(tp_str_text(&got.out), "testcase-0001 exit 139, not exit 0\n");
  tp_proc_result_free(&got);
  run(&got, "int main(void) { return -1; }\n", "main", "2");
  CHECK_STR(tp_str_text(&got.out), "testcase-0002 exit 255\n");
  tp_proc_result_free(&got);
}

TEST(harness_program_with_its_own_input_function) {
  tp_proc_result got;
  run(&got,
      "int __VERIFIER_nondet_int(void) { return 42; }\n"
      "int main(void) { return __VERIFIER_nondet_int(); }\n",
      "main", "0001");
  CHECK_STR(tp_str_text(&got.out), "testcase-0001 exit 42, not exit 0\n");
  tp_proc_result_free(&got);
}

TEST(harness_other_entry) {
  tp_proc_result got;
  run(&got,
      "#include <stdlib.h>\n"
      "int main(void) { return 9; }\n"
      "void flow(int a, double d) { exit(a == 0 && d == 0 ? 5 : 6); }\n",
      "flow", "1");
  CHECK_STR(tp_str_text(&got.out), "testcase-0001 exit 5, not exit 0\n");
  tp_proc_result_free(&got);
}

TEST(harness_errors) {
  tp_proc_result got;
  run(&got, "int main(void) { return 0; }\n", "main", "77");
  CHECK_EQ(got.exit_code, 2);
  CHECK(strstr(got.err.at, "no test '77'") != NULL);
  tp_proc_result_free(&got);
  run(&got, "int main(void) { return oops; }\n", "main", "1");
  CHECK_EQ(got.exit_code, 3);
  tp_proc_result_free(&got);
}

/* A function of a known family under a name of its own, called twice. */
TEST(harness_other_functions) {
  tp_program *p = fixture_program();
  tp_result r;
  tp_str out = {0};
  fixture_result(&r, p);
  tp_type_id params[] = {TP_TYPE_INT};
  tp_decl value = {.name = fixture_name(p, "__VERIFIER_nondet_volts"),
                   .type = tp_type_function(&p->types, TP_TYPE_DOUBLE, params,
                                            1, false, true)};
  VEC_PUSH(&p->decls, value);
  for (int twice = 0; twice < 2; twice++)
    VEC_PUSH(&p->sites, (tp_site){.callee = 1, .is_input = 1});
  tp_report_replay(&r, &out);
  const char *first =
      strstr(out.at, "WEAK double __VERIFIER_nondet_volts(int a0) {\n"
                     "  return tp2ph_double(tp2ph_take());\n}");
  CHECK(first && !strstr(first + 40, "_volts"));
  tp_str_free(&out);
  tp_result_free(&r);
  tp_program_free(p);
}
