/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph doctor: what this machine offers, and what is lost without it. */
#include "app/app.h"
#include "app/print.h"
#include "app/project.h"
#include "base/file.h"
#include "base/proc.h"
#include "exec/world.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#define SECONDS 20.0

typedef struct report {
  tp_str text;
  bool is_needed_missing;
} report;

/* found NULL: it is missing. */
static void tell(report *r, const char *what, const char *found,
                 const char *lost, bool is_needed) {
  tp_str_addf(&r->text, "%-8s %-22s %s\n", found ? "ok" : "missing", what,
              found ? found : lost);
  r->is_needed_missing |= !found && is_needed;
}

/* The first line that a program says, or NULL if it does not end well. */
static const char *first_line(const char *const *argv, tp_str *out) {
  tp_proc_result result = {0};
  tp_proc_limits limits = {.seconds = SECONDS};
  tp_diag ignored = {0};
  const char *found = NULL;
  VEC_CLEAR(out);
  if (tp_proc_run(&result, argv, NULL, NULL, &limits, &ignored) == 0 &&
      !result.timed_out && !result.signal && result.exit_code == 0) {
    const tp_str *said = result.out.n ? &result.out : &result.err;
    const char *text = tp_str_text(said);
    tp_str_addn(out, text, strcspn(text, "\n"));
    tp_str_add(out, "");
    found = out->at;
  }
  tp_diag_free(&ignored);
  tp_proc_result_free(&result);
  return found;
}

static void ask_program(report *r, const char *program, const char *option,
                        const char *lost) {
  const char *const argv[] = {program, option, NULL};
  tp_str line = {0};
  tell(r, program, first_line(argv, &line), lost, false);
  tp_str_free(&line);
}

/* ---- what is needed ------------------------------------------------------ */

/* A program is compiled and run, as every run of tp2ph does it. */
static bool builds(const char *cc, const char *dir) {
  static const char source[] = "int main(void) { return 0; }\n";
  tp_str c = {0}, program = {0}, line = {0};
  tp_diag ignored = {0};
  tp_file_join(&c, dir, "hello.c");
  tp_file_join(&program, dir, "hello");
  const char *const compile[] = {cc, "-o", program.at, c.at, NULL};
  const char *const run[] = {program.at, NULL};
  bool is_good =
      tp_file_write(c.at, source, sizeof source - 1, &ignored) == 0 &&
      first_line(compile, &line) && first_line(run, &line);
  tp_diag_free(&ignored);
  tp_str_free(&c);
  tp_str_free(&program);
  tp_str_free(&line);
  return is_good;
}

static void ask_compiler(report *r) {
  const char *cc = getenv("CC") ? getenv("CC") : "cc";
  const char *const version[] = {cc, "--version", NULL};
  tp_str line = {0}, dir = {0};
  tp_diag ignored = {0};
  tell(r, "compiler ($CC, cc)", first_line(version, &line),
       "nothing works without it: install gcc, or set CC", true);
  bool has_dir = tp_file_temp_dir(&dir, &ignored) == 0;
  tell(r, "TMPDIR", has_dir ? dir.at : NULL, "it can't be written", true);
  if (has_dir) {
    tell(r, "compile and run there", builds(cc, dir.at) ? "works" : NULL,
         "programs can't be built or run in TMPDIR (headers missing? noexec?)",
         true);
    tp_file_remove_tree(dir.at);
  }
  tp_diag_free(&ignored);
  tp_str_free(&line);
  tp_str_free(&dir);
}

static void ask_own(report *r) {
  tp_options options = {.entry = "main"};
  tp_project project;
  tp_diag ignored = {0};
  tp_project_init(&project, &options);
  bool is_there = tp_project_find_home(&project, &ignored) == 0;
  tell(r, "runtime and headers",
       is_there ? tp_str_text(&project.runtime_dir) : NULL,
       "install tp2ph as a whole", true);
  tell(r, "solver", tp_smt_version(), "", true);
  tp_project_free(&project);
  tp_diag_free(&ignored);
}

/* ---- the kernel ---------------------------------------------------------- */

#define SET_DISPATCH 59 /* PR_SET_SYSCALL_USER_DISPATCH */

/* Tried in a process of its own. */
static bool can_dispatch(void) {
  int status = 1;
  pid_t pid = fork();
  if (pid == 0) {
    static char selector; /* 0: calls are let through */
    _exit(prctl(SET_DISPATCH, 1, 0, 0, &selector) == 0 ? 0 : 1);
  }
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
    ;
  return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void ask_kernel(report *r) {
  struct utsname name;
  tp_str text = {0};
  uname(&name);
  tp_str_addf(&text, "%s %s %s", name.sysname, name.release, name.machine);
  tell(r, "system", text.at, "", false);
  tell(r, "runs in one process", can_dispatch() ? "works" : NULL,
       "each run has a process of its own: 4 times slower (Linux 5.11, x86-64)",
       false);
  tp_str_free(&text);
}

/* What a run of tp2ph would get here. */
static void ask_sandbox(report *r) {
  tp_str why = {0};
  tp_world_kind kind = tp_world_probe(&why);
  static const char *const found[] = {
      [TP_WORLD_LANDLOCK] = "landlock: files, signals and connections denied",
      [TP_WORLD_NAMESPACES] = "namespaces: a world of its own"};
  bool is_there = kind == TP_WORLD_LANDLOCK || kind == TP_WORLD_NAMESPACES;
  tell(r, "sandbox", is_there ? found[kind] : NULL,
       "programs under test can change files and reach others", false);
  if (why.n)
    tp_str_addf(&r->text, "%-8s %-22s %s\n", "", "", why.at);
  tp_str_free(&why);
}

int tp_app_doctor(const tp_options *options, tp_diag *diag) {
  report r = {0};
  (void)options;
  ask_own(&r);
  ask_compiler(&r);
  ask_program(&r, "clang", "--version", "CC=clang can't be chosen");
  ask_program(&r, "gcov", "--version",
              "no hits of lines in lcov.info and index.html");
  ask_program(&r, "dot", "-V", "no map.svg; index.html has its maps");
  ask_kernel(&r);
  ask_sandbox(&r);
  int rc = tp_print(tp_str_text(&r.text), diag);
  if (rc == 0 && r.is_needed_missing)
    diag->status = TP_ENVIRONMENT;
  tp_str_free(&r.text);
  return rc;
}
