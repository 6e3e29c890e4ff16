/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that crash, hang, fork, hog and misbehave: a run ends itself only,
 * its end is told truly, and nothing of it is left. One program, its first
 * input says what it does. */
#include "exec_fixture.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static const char nasty[] =
    "typedef unsigned long size_t; typedef long time_t;\n"
    "int __VERIFIER_nondet_int(void); void __VERIFIER_assume(int);\n"
    "void abort(void); void exit(int); void _exit(int); int printf(const char "
    "*, ...);\n"
    "void *malloc(size_t); void *memset(void *, int, size_t);\n"
    "int fork(void); int setsid(void); int pause(void); int raise(int);\n"
    "int kill(int, int); int getppid(void); int close(int); int chdir(const "
    "char *);\n"
    "unsigned sleep(unsigned); int setpgid(int, int); int daemon(int, int);\n"
    "long write(int, const void *, size_t); int open(const char *, int, ...);\n"
    "int rmdir(const char *); int mkdir(const char *, unsigned);\n"
    "void (*signal(int, void (*)(int)))(int);\n"
    "void __assert_fail(const char *, const char *, unsigned, const char *);\n"
    "struct jb { long pad[64]; }; int _setjmp(struct jb *); void "
    "longjmp(struct jb *, int);\n"
    "static struct jb env; static int hits; extern char **environ;\n"
    "int putchar(int);\n"
    "static void on_alarm(int s) { (void)s; __tp2ph_c0(7, 1); hits++; }\n"
    "static int deep(int n) { volatile int a[100]; a[0] = n; return deep(n + "
    "1) + a[0]; }\n"
    "static void bomb(void) { int i; for (i = 0; i < 600; i++) if (fork() == "
    "0) { setsid(); pause(); } pause(); }\n"
    "static void tree(int depth) { int i; for (i = 0; i < depth; i++) if "
    "(fork() == 0) { setsid(); tree(i); pause(); } }\n"
    "static void burst(void) { int i; for (i = 0; i < 20; i++) if (fork() == "
    "0) { setsid(); pause(); } }\n"
    "static void demon(void) { if (fork() == 0) { setsid(); if (fork() == 0) "
    "{ signal(15, (void (*)(int))1); signal(1, (void (*)(int))1); for (;;) "
    "pause(); } _exit(0); } sleep(0); }\n"
    "int main(void) {\n"
    "  int *p = 0; int i, what; char *m;\n"
    "  __tp2ph_e0(1); __tp2ph_in(1); what = __VERIFIER_nondet_int();\n"
    "  __tp2ph_c0(1, what > 0);\n"
    "  switch (what) {\n"
    "  case 1:\n"
    "    *p = 1;\n"
    "    break;\n"
    "  case 2: abort();\n"
    "  case 3: __assert_fail(\"x\", \"prog.c\", 39, \"main\");\n"
    "  case 4: for (;;) ;\n"
    "  case 5: return deep(0);\n"
    "  case 6: for (;;) { m = malloc(1 << 20); memset(m, 1, 1 << 20); }\n"
    "  case 7: bomb(); return 7;\n"
    "  case 8: demon(); return 8;\n"
    "  case 31: tree(6); return 31;\n"
    "  case 9: exit(9);\n"
    "  case 10: for (i = 0; i < 1024; i++) close(i); __tp2ph_c0(2, 1); return "
    "10;\n"
    "  case 11: kill(0, 9); for (;;) ;\n"
    "  case 12: raise(19); for (;;) ;\n"
    "  case 13: chdir(\"/\"); return 13;\n"
    "  case 14: signal(11, on_alarm); signal(10, on_alarm); raise(10); return "
    "hits;\n"
    "  case 15: for (i = 0; i < 200000; i++) printf(\"line %d of many "
    "more\\n\", i); return 15;\n"
    "  case 16: if (_setjmp(&env) == 0) longjmp(&env, 1); __tp2ph_c0(3, 1); "
    "return 16;\n"
    "  case 17: i = what - 17; return 5 / i;\n"
    "  case 18: kill(getppid(), 9); for (;;) pause();\n"
    "  case 19: for (;;) __tp2ph_c0(4, 1);\n"
    "  case 20: open(\"file\", 0102, 0600); mkdir(\"d\", 0700); open(\"d/x\", "
    "0102, 0600); return 20;\n"
    "  case 21: burst(); return 21;\n"
    "  case 22: __VERIFIER_assume(what < 5); return 22;\n"
    "  case 23: if (fork() == 0) { __tp2ph_c0(5, 1); _exit(3); } "
    "__tp2ph_c0(6, 1); return 23;\n"
    "  case 24: sleep(100); return 24;\n"
    "  case 25: rmdir(\"../run\"); return 25;\n"
    "  case 26: for (i = 0; i < 300000; i++) __tp2ph_c0(4, 1); return 26;\n"
    "  case 27: write(1, \"out\", 3); write(2, \"error\", 5); return 27;\n"
    "  case 28: for (i = 0; environ[i]; i++) ; return i;\n"
    "  case 29: daemon(1, 1); for (;;) pause();\n"
    "  case 30: for (i = 3; i < 64; i++) if (close(i) == 0) return i; return "
    "0;\n"
    "  }\n"
    "  return 0;\n}\n";

static tp_world_kind world; /* that runs are made in */

/* The test in every world that there is here. */
static void in_each_world(void (*test)(void)) {
  tp_str why = {0};
  tp_world_kind best = tp_world_probe(&why);
  for (int kind = TP_WORLD_OPEN; kind <= (int)best; kind++) {
    world = (tp_world_kind)kind;
    test();
  }
  world = TP_WORLD_OPEN;
  tp_str_free(&why);
}

static bool start_with(fixture *f, const char *const *link_flags) {
  fixture_open(f);
  f->opt.link_flags = link_flags;
  f->opt.world = world;
  fixture_site(f);
  fixture_func(f, 0, 0);
  f->opt.run_seconds = 0.2;
  f->opt.run_memory = UINT64_C(64) << 20;
  f->opt.trace_bytes = 1 << 20;
  return fixture_start(f, nasty);
}

static bool start(fixture *f) {
  return start_with(f, NULL);
}

static void go(fixture *f, uint64_t what) {
  fixture_go_values(f, &what, 1);
}

static void check_ends_of_runs(void) {
  fixture f;
  if (!start(&f))
    return;
  static const struct {
    uint64_t what;
    tp_exec_end end;
    int code, signal;
  } cases[] = {
      {0, TP_END_EXIT, 0, 0},          {1, TP_END_SIGNAL, 0, SIGSEGV},
      {2, TP_END_SIGNAL, 0, SIGABRT},  {3, TP_END_SIGNAL, 0, SIGABRT},
      {4, TP_END_TIMEOUT, 0, 0},       {5, TP_END_SIGNAL, 0, SIGSEGV},
      {9, TP_END_EXIT, 9, 0},          {10, TP_END_EXIT, 10, 0},
      {11, TP_END_SIGNAL, 0, SIGKILL}, {12, TP_END_TIMEOUT, 0, 0},
      {13, TP_END_EXIT, 13, 0},        {14, TP_END_EXIT, 1, 0},
      {15, TP_END_EXIT, 15, 0},        {16, TP_END_EXIT, 16, 0},
      {17, TP_END_SIGNAL, 0, SIGFPE},  {24, TP_END_TIMEOUT, 0, 0},
      {30, TP_END_EXIT, 0, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    go(&f, cases[i].what);
    if ((int)f.run.end != (int)cases[i].end || f.run.code != cases[i].code ||
        f.run.signal != cases[i].signal)
      fprintf(stderr, "case %d: end %d code %d signal %d\n", (int)cases[i].what,
              f.run.end, f.run.code, f.run.signal);
    CHECK_EQ(f.run.end, cases[i].end);
    CHECK_EQ(f.run.code, cases[i].code);
    CHECK_EQ(f.run.signal, cases[i].signal);
    CHECK(fixture_count(&f, TP_R_BRANCH) >= 1);
  }
  go(&f, 9); /* and it still works */
  CHECK_EQ(f.run.code, 9);
  fixture_close(&f);
}

TEST(exec_ends_of_runs) {
  in_each_world(check_ends_of_runs);
}

TEST(exec_memory_hog) {
  fixture f;
  if (!start(&f))
    return;
  go(&f, 6);
  CHECK_EQ(f.run.end, TP_END_MEMORY);
  fixture_close(&f);
}

/* Only tp2ph's processes (warden and server; in a world of its own there is no
 * warden) are there after such runs. */
static void check_nothing_is_left(void) {
  fixture f;
  static const uint64_t whats[] = {8, 21, 31, 29, 7, 23};
  if (!start(&f))
    return;
  for (size_t i = 0; i < sizeof whats / sizeof *whats; i++) {
    go(&f, whats[i]);
    CHECK_EQ(fixture_processes(&f), world == TP_WORLD_NAMESPACES ? 1 : 2);
  }
  go(&f, 7);
  CHECK_EQ(f.run.end, TP_END_MEMORY); /* over its processes */
  go(&f, 8);
  CHECK_EQ(f.run.code, 8);
  fixture_close(&f);
}

TEST(exec_nothing_is_left) {
  in_each_world(check_nothing_is_left);
}

TEST(exec_run_kills_its_server) {
  fixture f;
  if (!start(&f))
    return;
  go(&f, 18);
  CHECK_EQ(f.run.end, TP_END_SIGNAL);
  CHECK_EQ(f.run.signal, SIGKILL);
  CHECK_EQ(fixture_processes(&f), 0);
  go(&f, 9);
  CHECK_EQ(f.run.code, 9);
  fixture_close(&f);
}

/* Not the first process of a world. */
TEST(exec_run_cannot_kill_its_world) {
  fixture f;
  tp_str why = {0};
  world = tp_world_probe(&why);
  tp_str_free(&why);
  if (world != TP_WORLD_NAMESPACES || !start(&f))
    return;
  go(&f, 0);
  go(&f, 18);
  CHECK_EQ(f.run.end, TP_END_TIMEOUT);
  CHECK_EQ(fixture_processes(&f), 2); /* the worker lives, too */
  fixture_close(&f);
}

TEST(exec_files_of_a_run_go) {
  fixture f;
  if (!start(&f))
    return;
  go(&f, 20);
  CHECK_EQ(f.run.code, 20);
  CHECK_EQ(fixture_files(&f), 2);
  go(&f, 0);
  CHECK_EQ(fixture_files(&f), 0);
  go(&f, 25); /* removes the folder itself */
  CHECK_EQ(f.run.code, 25);
  go(&f, 20);
  CHECK_EQ(fixture_files(&f), 2);
  fixture_close(&f);
}

TEST(exec_trace_full) {
  fixture f;
  if (!start(&f))
    return;
  go(&f, 26);
  CHECK_EQ(f.run.end, TP_END_TRACE);
  CHECK(f.run.is_prefix);
  CHECK_EQ(f.run.words, (1 << 20) / 8 + 1); /* one branch beside it */
  CHECK_EQ(f.run.trace[f.run.words - 1], TP_R_END);
  go(&f, 19); /* endless, and full */
  CHECK_EQ(f.run.end, TP_END_TIMEOUT);
  CHECK(f.run.is_prefix);
  fixture_close(&f);
}

TEST(exec_false_assumption) {
  fixture f;
  if (!start(&f))
    return;
  go(&f, 22);
  CHECK(f.run.is_vain);
  CHECK_EQ(f.run.end, TP_END_EXIT);
  CHECK_EQ(f.run.code, 0);
  go(&f, 9);
  CHECK(!f.run.is_vain);
  fixture_close(&f);
}

TEST(exec_child_of_a_run_records_nothing) {
  fixture f;
  record r;
  if (!start(&f))
    return;
  go(&f, 23);
  CHECK_EQ(f.run.code, 23);
  CHECK_EQ(fixture_count(&f, TP_R_BRANCH), 2);
  CHECK(fixture_record(&f, TP_R_BRANCH, 1, &r) && r.id == 6);
  fixture_close(&f);
}

TEST(exec_capture) {
  fixture f;
  if (!start(&f))
    return;
  tp_exec_capture(f.exec, 1000);
  go(&f, 27);
  CHECK_EQ(f.run.n_out, 3);
  CHECK_EQ(f.run.n_err, 5);
  CHECK(memcmp(f.run.out, "out", 3) == 0);
  CHECK(memcmp(f.run.err, "error", 5) == 0);
  go(&f, 15);
  CHECK_EQ(f.run.code, 15);
  CHECK_EQ(f.run.n_out, 1000);
  CHECK(memcmp(f.run.out, "line 0 of many", 14) == 0);
  go(&f, 9);
  CHECK_EQ(f.run.n_out, 0);
  fixture_close(&f);
}

static void check_places(const char *const *link_flags) {
  fixture f;
  tp_exec_places stack = {0};
  bool is_waiting;
  static const struct {
    uint64_t what;
    uint32_t line;
  } cases[] = {{1, 27}, {2, 29}, {3, 30}, {4, 31}, {5, 16}, {17, 45}};
  if (!start_with(&f, link_flags))
    return;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    go(&f, cases[i].what);
    uint64_t words = f.run.words;
    tp_exec_locate(f.exec, &stack, &is_waiting);
    CHECK(stack.n > 0);
    CHECK_EQ(stack.n ? stack.at[0].line : 0, cases[i].line);
    CHECK_STR(stack.n ? tp_str_text(&stack.at[0].file) : "", "prog.c");
    CHECK(!is_waiting);
    tp_exec_places_free(&stack);
    go(&f, cases[i].what);
    CHECK_EQ(f.run.words, words);
  }
  go(&f, 9);
  tp_exec_locate(f.exec, &stack, &is_waiting);
  CHECK_EQ(stack.n, 0);
  fixture_close(&f);
}

TEST(exec_locate) {
  check_places(NULL);
}

TEST(exec_locate_in_dynamic_program) {
  static const char *const shared[] = {"-rdynamic", NULL};
  check_places(shared);
}

/* In vain until the alarm of this test. */
static void wait_for_none(const fixture *f) {
  while (fixture_processes(f) != 0)
    usleep(10000);
}

/* tp2ph is killed in the middle of a run that has daemonised. */
static void check_all_end_with_tp2ph(void) {
  fixture f;
  int ready[2];
  if (!start(&f))
    return;
  tp_exec_stop(f.exec);
  f.exec = NULL;
  CHECK(pipe(ready) == 0);
  pid_t pid = fork();
  if (pid == 0) {
    f.opt.run_seconds = 60;
    tp_exec_start(&f.exec, &f.opt, f.program.at, &f.plan, &f.diag);
    uint64_t what = 0;
    fixture_go_values(&f, &what, 1);
    record r;
    fixture_record(&f, TP_R_INPUT, 0, &r);
    tp_wire_input input = {r.word[0], 12};
    if (write(ready[1], "x", 1) == 1)
      tp_exec_go(f.exec, &input, 1, 0, &f.run, &f.diag);
    _exit(0);
  }
  char c;
  CHECK(read(ready[0], &c, 1) == 1);
  usleep(100000);
  CHECK(fixture_processes(&f) >= 2); /* and one that makes many runs */
  if (pid > 0) {
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
  }
  wait_for_none(&f);
  fixture_close(&f);
}

TEST(exec_all_end_with_tp2ph) {
  in_each_world(check_all_end_with_tp2ph);
}

static void check_stops_with_its_budget(void) {
  fixture f;
  tp_budget budget;
  if (!start(&f))
    return;
  tp_exec_stop(f.exec);
  f.exec = NULL;
  tp_budget_init(&budget, 0.5);
  f.opt.budget = &budget;
  f.opt.run_seconds = 1000; /* longer than the alarm of this test */
  CHECK(tp_exec_start(&f.exec, &f.opt, f.program.at, &f.plan, &f.diag) == 0);
  uint64_t what = 0;
  fixture_go_values(&f, &what, 1);
  record r;
  CHECK(fixture_record(&f, TP_R_INPUT, 0, &r));
  tp_wire_input input = {r.word[0], 4};
  CHECK(tp_exec_go(f.exec, &input, 1, 0, &f.run, &f.diag) == -1);
  CHECK_EQ(f.diag.status, TP_BUDGET);
  CHECK_EQ(fixture_processes(&f), 0);
  fixture_close(&f);
}

TEST(exec_stops_with_its_budget) {
  in_each_world(check_stops_with_its_budget);
}

TEST(exec_environment_is_fixed) {
  fixture f;
  if (!start(&f))
    return;
  go(&f, 28);
  int n = f.run.code;
  CHECK(n >= 3 && n <= 6);
  fixture_close(&f);
}
