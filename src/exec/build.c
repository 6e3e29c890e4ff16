/* Building the instrumented program: units are compiled side by side, one
 * process a core, then linked with the runtime.
 *
 * A job is a compiler and the pipe its words come through. The pool is a plain
 * loop over the running jobs; the first failure ends the others.
 */
#include "exec/exec.h"

#include "base/file.h"
#include "base/spawn.h"
#include "exec/flags.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_JOBS 16
#define MAX_WORDS (1u << 20) /* of the compiler that are kept */

typedef struct job {
  pid_t pid;
  int fd;
  tp_str words;
  bool has_ended;
  int status;
} job;

/* Flags that decide over the user's: no optimisation (it would cost more time
 * than the runs), frame pointers (the runtime follows them), lines (places of
 * crashes; addr2line mixes up file names in newer formats). */
static const char *const our_flags[] = {
    "-w",       "-O0", "-gdwarf-4", "-g1", "-fno-omit-frame-pointer",
    "-fno-lto", NULL};
static const char *const our_link_flags[] = {"-Wl,--wrap=free,--wrap=realloc",
                                             "-Wl,-z,now", NULL};

static void add_all(tp_words *to, const char *const *words) {
  for (; words && *words; words++)
    VEC_PUSH(to, *words);
}

/* ---- jobs ---- */

static int start_job(job *j, const tp_words *argv, const char *dir,
                     tp_diag *diag) {
  int ends[2];
  *j = (job){.fd = -1};
  if (pipe2(ends, O_CLOEXEC) != 0)
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot run '%s': %s", argv->at[0],
                       strerror(errno));
  const int fds[3] = {-1, ends[1], ends[1]};
  tp_spawn spawn = {.path = argv->at[0],
                    .argv = argv->at,
                    .dir = dir,
                    .fds = fds,
                    .n_fds = 3};
  int rc = tp_spawn_start(&j->pid, &spawn, diag);
  close(ends[1]);
  if (rc != 0) {
    close(ends[0]);
    j->pid = 0;
    return rc;
  }
  j->fd = ends[0];
  return 0;
}

static void drain(job *j) {
  char text[16384];
  ssize_t n = read(j->fd, text, sizeof text);
  if (n < 0 && errno == EINTR)
    return;
  if (n <= 0) {
    close(j->fd);
    j->fd = -1;
    return;
  }
  size_t room = MAX_WORDS - j->words.n;
  tp_str_addn(&j->words, text, (size_t)n < room ? (size_t)n : room);
}

/* Ends when the compiler has ended and said its last word. */
static bool poll_job(job *j, int wait_ms) {
  struct pollfd p = {j->fd, POLLIN, 0};
  if (poll(&p, 1, wait_ms) > 0 && p.revents)
    drain(j);
  if (!j->has_ended && waitpid(j->pid, &j->status, WNOHANG) == j->pid)
    j->has_ended = true;
  if (j->has_ended) /* a process it left behind may keep the pipe open */
    while (j->fd >= 0 && poll(&p, 1, 0) > 0)
      drain(j);
  return j->has_ended;
}

static void end_job(job *j) {
  if (j->pid > 0 && !j->has_ended) {
    kill(-j->pid, SIGKILL);
    kill(j->pid, SIGKILL);
    waitpid(j->pid, &j->status, 0);
  }
  if (j->fd >= 0)
    close(j->fd);
  tp_str_free(&j->words);
  *j = (job){.fd = -1};
}

static int over_budget(const tp_exec_options *opt, tp_diag *diag) {
  if (tp_budget_over(opt->budget) == TP_STOP_NONE)
    return 0;
  return tp_diag_set(diag, TP_BUDGET,
                     "stopped while compiling the instrumented program");
}

/* What a finished job means. `what`: a file name, or "link". */
static int judge(const job *j, const char *what, tp_diag *diag) {
  const char *words = tp_str_text(&j->words);
  if (WIFEXITED(j->status) && WEXITSTATUS(j->status) == 0)
    return 0;
  if (strstr(words, "No space left on device"))
    tp_diag_set(diag, TP_ENVIRONMENT, "no space left for compiling '%s'", what);
  else if (WIFSIGNALED(j->status))
    tp_diag_set(diag, TP_ENVIRONMENT,
                "the compiler was ended by signal %d on '%s'",
                WTERMSIG(j->status), what);
  else
    tp_diag_set(diag, TP_REFUSED, "the compiler refused '%s' when instrumented",
                what);
  if (diag->detail.n == 0)
    tp_str_add(&diag->detail, words);
  return -1;
}

/* ---- compiling ---- */

static char *object_path(const tp_exec_options *opt, uint32_t unit) {
  tp_str path = {0};
  tp_str_addf(&path, "%s/unit-%u.o", opt->work_dir, unit);
  return path.at;
}

/* Paths must hold in the folder that the unit is compiled in. */
static char *absolute(const char *path) {
  tp_str out = {0};
  char *here = path[0] == '/' ? NULL : getcwd(NULL, 0);
  tp_str_addf(&out, "%s%s%s", here ? here : "", here ? "/" : "", path);
  free(here);
  return out.at;
}

static int compile(job *j, const tp_exec_options *opt,
                   const tp_exec_source *unit, uint32_t number, tp_diag *diag) {
  tp_words argv = {0};
  char *object = object_path(opt, number);
  char *to = absolute(object), *from = absolute(unit->path);
  VEC_PUSH(&argv, opt->cc);
  tp_exec_compile_flags(&argv, unit->flags);
  add_all(&argv, our_flags);
  const char *rest[] = {"-c", "-o", to, "-x", "cpp-output", from, NULL};
  add_all(&argv, rest);
  VEC_PUSH(&argv, NULL);
  int rc = start_job(j, &argv, unit->dir, diag);
  VEC_FREE(&argv);
  tp_free(object);
  tp_free(to);
  tp_free(from);
  return rc;
}

static uint32_t job_limit(void) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  return cores < 1 ? 1 : cores > MAX_JOBS ? MAX_JOBS : (uint32_t)cores;
}

static int compile_all(const tp_exec_options *opt, const tp_exec_source *units,
                       uint32_t n, tp_diag *diag) {
  job jobs[MAX_JOBS];
  uint32_t unit_of[MAX_JOBS], limit = job_limit(), next = 0, running = 0;
  int rc = 0;
  for (uint32_t i = 0; i < MAX_JOBS; i++)
    jobs[i] = (job){.fd = -1};
  while (rc == 0 && (next < n || running)) {
    rc = over_budget(opt, diag);
    for (uint32_t i = 0; i < limit && rc == 0; i++) {
      if (jobs[i].pid == 0 && next < n) {
        unit_of[i] = next;
        rc = compile(&jobs[i], opt, &units[next], next, diag);
        next++;
        running += rc == 0;
      } else if (jobs[i].pid && poll_job(&jobs[i], running > 1 ? 2 : 20)) {
        rc = judge(&jobs[i], units[unit_of[i]].path, diag);
        end_job(&jobs[i]);
        running--;
      }
    }
  }
  for (uint32_t i = 0; i < MAX_JOBS; i++)
    end_job(&jobs[i]);
  return rc;
}

/* ---- linking ---- */

/* Runs the linker; its words are handed on, and added to diag on failure. */
static int run_linker(const tp_exec_options *opt, const tp_words *argv,
                      tp_str *words, tp_diag *diag) {
  job j;
  int rc = start_job(&j, argv, NULL, diag);
  while (rc == 0 && !poll_job(&j, 20))
    rc = over_budget(opt, diag);
  if (rc == 0)
    rc = judge(&j, "the whole program", diag);
  tp_str_add(words, tp_str_text(&j.words));
  end_job(&j);
  return rc;
}

/* Whether the program needs no library but C's own: then it can be linked
 * statically. A process with few mappings is copied and ended in half the
 * time, and that is what a run costs. */
static bool is_self_contained(const tp_words *flags) {
  static const char *const harmless[] = {"-lm",  "-lpthread", "-pthread",
                                         "-lrt", "-ldl",      "-lc"};
  for (uint32_t i = 0; i < flags->n; i++) {
    bool is_known = false;
    for (size_t k = 0; k < sizeof harmless / sizeof *harmless; k++)
      is_known = is_known || strcmp(flags->at[i], harmless[k]) == 0;
    if (!is_known)
      return false;
  }
  return true;
}

/* The linker warns of functions that load libraries behind one's back. */
static int try_static(const tp_exec_options *opt, const tp_words *argv) {
  tp_words with = {0};
  tp_str words = {0};
  tp_diag ignored = {0};
  VEC_PUSH(&with, argv->at[0]);
  VEC_PUSH(&with, "-static");
  add_all(&with, argv->at + 1);
  VEC_PUSH(&with, NULL);
  int rc = run_linker(opt, &with, &words, &ignored);
  if (rc == 0 && strstr(tp_str_text(&words), "statically linked"))
    rc = -1;
  VEC_FREE(&with);
  tp_str_free(&words);
  tp_diag_free(&ignored);
  return rc;
}

/* Objects, the whole runtime (its constructor is called by nobody), then what
 * they need. */
static int link_program(const tp_exec_options *opt, const tp_words *objects,
                        const tp_words *flags, const char *archive,
                        const char *program, tp_diag *diag) {
  const char *const first[] = {opt->cc, "-o", program, NULL};
  const char *const runtime[] = {"-Wl,--whole-archive", archive,
                                 "-Wl,--no-whole-archive", NULL};
  tp_words argv = {0};
  tp_str words = {0};
  add_all(&argv, first);
  for (uint32_t i = 0; i < objects->n; i++)
    VEC_PUSH(&argv, objects->at[i]);
  add_all(&argv, our_link_flags);
  add_all(&argv, runtime);
  for (uint32_t i = 0; i < flags->n; i++)
    VEC_PUSH(&argv, flags->at[i]);
  VEC_PUSH(&argv, "-pthread");
  VEC_PUSH(&argv, NULL);
  int rc = is_self_contained(flags) ? try_static(opt, &argv) : -1;
  if (rc != 0)
    rc = run_linker(opt, &argv, &words, diag);
  VEC_FREE(&argv);
  tp_str_free(&words);
  return rc;
}

int tp_exec_build(const tp_exec_options *opt, const tp_exec_source *units,
                  uint32_t n, const char *program, tp_diag *diag) {
  tp_words objects = {0}, flags = {0};
  tp_str archive = {0};
  tp_file_join(&archive, opt->runtime_dir, "libtp2ph_rt.a");
  int rc = compile_all(opt, units, n, diag);
  if (rc == 0 && !tp_file_exists(archive.at))
    rc = tp_diag_set(diag, TP_ENVIRONMENT,
                     "the runtime '%s' is missing: install tp2ph as a whole",
                     archive.at);
  for (uint32_t i = 0; i < n; i++) {
    VEC_PUSH(&objects, object_path(opt, i));
    tp_exec_link_flags(&flags, units[i].flags);
  }
  add_all(&flags, opt->link_flags);
  if (rc == 0)
    rc = link_program(opt, &objects, &flags, archive.at, program, diag);
  for (uint32_t i = 0; i < objects.n; i++)
    tp_free((char *)(uintptr_t)objects.at[i]);
  VEC_FREE(&objects);
  VEC_FREE(&flags);
  tp_str_free(&archive);
  return rc;
}
