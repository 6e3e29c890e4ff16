/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building a program: units are compiled side by side, one process a core, then
 * linked, the instrumented one with the runtime.
 *
 * A job is a compiler and the pipe its words come through. A building is a pool
 * of jobs that moves on each time it is polled; the first failure ends it.
 */
#include "exec/exec.h"

#include "base/file.h"
#include "base/proc.h"
#include "base/spawn.h"
#include "base/sweep.h"
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
static const char *const plain_flags[] = {"-w", NULL};
static const char *const our_link_flags[] = {"-Wl,-z,now", NULL};

/* ---- jobs ---- */

/* Ours, but what a compiler leaves behind when it is killed is left in the
 * private folder. */
static void add_environment(tp_words *to, const char *work_dir, tp_str *word) {
  char *real = realpath(work_dir, NULL);
  tp_str_addf(word, "TMPDIR=%s", real ? real : work_dir);
  free(real);
  for (char **old = environ; *old; old++)
    if (!tp_text_starts(*old, "TMPDIR="))
      VEC_PUSH(to, *old);
  VEC_PUSH(to, word->at);
  VEC_PUSH(to, NULL);
}

static int start_job(job *j, const tp_exec_options *opt, const tp_words *argv,
                     const char *dir, tp_diag *diag) {
  int ends[2];
  tp_words env = {0};
  tp_str word = {0};
  *j = (job){.fd = -1};
  if (pipe2(ends, O_CLOEXEC) != 0)
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot run '%s': %s", argv->at[0],
                       strerror(errno));
  const int fds[3] = {-1, ends[1], ends[1]};
  add_environment(&env, opt->work_dir, &word);
  tp_spawn spawn = {.path = argv->at[0],
                    .argv = argv->at,
                    .env = env.at,
                    .dir = dir,
                    .fds = fds,
                    .n_fds = 3};
  int rc = tp_spawn_start(&j->pid, &spawn, diag);
  VEC_FREE(&env);
  tp_str_free(&word);
  close(ends[1]);
  if (rc != 0) {
    close(ends[0]);
    j->pid = 0;
    return rc;
  }
  tp_sweep_group(j->pid, true);
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

static void forget_job(job *j) {
  if (j->fd >= 0)
    close(j->fd);
  tp_str_free(&j->words);
  *j = (job){.fd = -1};
}

static void end_job(job *j) {
  if (j->pid > 0)
    kill(-j->pid, SIGKILL); /* also what it left in its group */
  if (j->pid > 0 && !j->has_ended) {
    kill(j->pid, SIGKILL);
    waitpid(j->pid, &j->status, 0);
  }
  if (j->pid > 0)
    tp_sweep_group(j->pid, false);
  forget_job(j);
}

/* What a finished job means. `file`: what it compiled; NULL: it linked. */
static int judge(const job *j, const char *file, bool is_instrumented,
                 tp_diag *diag) {
  const char *what = file ? file : "the whole program";
  const char *words = tp_str_text(&j->words);
  if (WIFEXITED(j->status) && WEXITSTATUS(j->status) == 0)
    return 0;
  if (tp_proc_blames_machine(words))
    tp_diag_set(diag, TP_ENVIRONMENT, "the compiler could not work on '%s'",
                what);
  else if (WIFSIGNALED(j->status))
    tp_diag_set(diag, TP_ENVIRONMENT,
                "the compiler was ended by signal %d on '%s'",
                WTERMSIG(j->status), what);
  else
    tp_diag_set(diag, TP_REFUSED, "%s%s%s does not %s%s", file ? "'" : "", what,
                file ? "'" : "", file ? "compile" : "link",
                is_instrumented ? " when instrumented" : "");
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
  tp_words_add(&argv, opt->cc_words);
  tp_exec_compile_flags(&argv, unit->flags);
  tp_words_add(&argv, opt->runtime_dir ? our_flags : plain_flags);
  const char *language = unit->is_c ? "c" : "cpp-output";
  const char *rest[] = {"-c", "-o", to, "-x", language, from, NULL};
  tp_words_add(&argv, rest);
  VEC_PUSH(&argv, NULL);
  int rc = start_job(j, opt, &argv, unit->dir, diag);
  VEC_FREE(&argv);
  tp_free(object);
  tp_free(to);
  tp_free(from);
  return rc;
}

/* ---- linking ------------------------------------------------------------ */

/* The runtime, all of it. */
static int add_runtime(tp_words *argv, const char *dir, tp_str *archive,
                       tp_diag *diag) {
  tp_file_join(archive, dir, "libtp2ph_rt.a");
  if (!tp_file_exists(archive->at))
    return tp_diag_set(diag, TP_ENVIRONMENT,
                       "the runtime '%s' is missing: install tp2ph as a whole",
                       archive->at);
  const char *whole[] = {"-Wl,--whole-archive", archive->at,
                         "-Wl,--no-whole-archive", NULL};
  tp_words_add(argv, tp_exec_wrap_flags());
  tp_words_add(argv, our_link_flags);
  tp_words_add(argv, whole);
  return 0;
}

static int start_link(job *j, const tp_exec_options *opt,
                      const tp_exec_source *units, uint32_t n,
                      const char *program, tp_diag *diag) {
  tp_words argv = {0};
  tp_str archive = {0};
  VEC(char *) objects = {0};
  const char *to[] = {"-o", program, NULL};
  VEC_PUSH(&argv, opt->cc);
  tp_words_add(&argv, opt->cc_words);
  tp_words_add(&argv, to);
  for (uint32_t i = 0; i < n; i++) {
    VEC_PUSH(&objects, object_path(opt, i));
    VEC_PUSH(&argv, VEC_LAST(&objects));
  }
  int rc = 0;
  if (opt->runtime_dir)
    rc = add_runtime(&argv, opt->runtime_dir, &archive, diag);
  for (uint32_t i = 0; i < n; i++)
    tp_exec_link_flags(&argv, units[i].flags);
  tp_exec_link_flags(&argv, opt->link_flags);
  if (opt->runtime_dir)
    VEC_PUSH(&argv, "-pthread");
  VEC_PUSH(&argv, "-lm"); /* what C has is there, asked for or not */
  VEC_PUSH(&argv, NULL);
  if (rc == 0)
    rc = start_job(j, opt, &argv, NULL, diag);
  for (uint32_t i = 0; i < objects.n; i++)
    tp_free(objects.at[i]);
  VEC_FREE(&objects);
  VEC_FREE(&argv);
  tp_str_free(&archive);
  return rc;
}

/* ---- the pool ----------------------------------------------------------- */

#define LINK UINT32_MAX /* the unit of the job that links */

struct tp_building {
  tp_exec_options opt;
  const tp_exec_source *units;
  uint32_t n, next, running, limit;
  tp_str program;
  bool is_linking;
  job jobs[MAX_JOBS];
  uint32_t unit_of[MAX_JOBS];
};

static uint32_t job_limit(uint32_t wanted) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (wanted == 0)
    wanted = cores < 1 ? 1 : (uint32_t)cores;
  return wanted > MAX_JOBS ? MAX_JOBS : wanted;
}

void tp_exec_build_start(tp_building **out, const tp_exec_options *opt,
                         const tp_exec_source *units, uint32_t n,
                         const char *program) {
  tp_building *b = TP_NEW(tp_building);
  b->opt = *opt;
  b->units = units;
  b->n = n;
  b->limit = job_limit(opt->build_jobs);
  tp_str_add(&b->program, program);
  for (uint32_t i = 0; i < MAX_JOBS; i++)
    b->jobs[i] = (job){.fd = -1};
  *out = b;
}

/* What comes next on a free place, if something does. */
static int fill_place(tp_building *b, uint32_t place, tp_diag *diag) {
  job *j = &b->jobs[place];
  int rc = 0;
  if (b->next < b->n) {
    b->unit_of[place] = b->next;
    rc = compile(j, &b->opt, &b->units[b->next], b->next, diag);
    b->next++;
  } else if (b->running == 0 && !b->is_linking) {
    b->unit_of[place] = LINK;
    b->is_linking = true;
    rc = start_link(j, &b->opt, b->units, b->n, b->program.at, diag);
  } else {
    return 0;
  }
  b->running += rc == 0;
  return rc;
}

static int end_place(tp_building *b, uint32_t place, tp_diag *diag) {
  uint32_t unit = b->unit_of[place];
  const tp_exec_source *source = unit == LINK ? NULL : &b->units[unit];
  const char *file = !source        ? NULL
                     : source->name ? source->name
                                    : source->path;
  int rc = judge(&b->jobs[place], file, b->opt.runtime_dir != NULL, diag);
  end_job(&b->jobs[place]);
  b->running--;
  return rc;
}

int tp_exec_build_poll(tp_building *b, int wait_ms, tp_diag *diag) {
  int rc = 0;
  for (uint32_t i = 0; i < b->limit && rc == 0; i++) {
    if (b->jobs[i].pid &&
        poll_job(&b->jobs[i], b->running > 1 && wait_ms > 2 ? 2 : wait_ms))
      rc = end_place(b, i, diag);
    if (rc == 0 && b->jobs[i].pid == 0)
      rc = fill_place(b, i, diag);
  }
  if (rc != 0)
    return -1;
  return b->is_linking && b->running == 0 ? 0 : 1;
}

void tp_exec_build_free(tp_building *b) {
  if (!b)
    return;
  for (uint32_t i = 0; i < MAX_JOBS; i++)
    end_job(&b->jobs[i]);
  tp_exec_build_let_go(b);
}

void tp_exec_build_let_go(tp_building *b) {
  if (!b)
    return;
  for (uint32_t i = 0; i < MAX_JOBS; i++)
    forget_job(&b->jobs[i]);
  tp_str_free(&b->program);
  tp_free(b);
}

int tp_exec_build(const tp_exec_options *opt, const tp_exec_source *units,
                  uint32_t n, const char *program, tp_diag *diag) {
  tp_building *b;
  int state;
  tp_exec_build_start(&b, opt, units, n, program);
  do {
    state = tp_exec_build_poll(b, 20, diag);
    if (state > 0 && tp_budget_over(opt->budget) != TP_STOP_NONE)
      state =
          tp_diag_set(diag, TP_BUDGET, "stopped while compiling the program");
  } while (state > 0);
  tp_exec_build_free(b);
  return state;
}
