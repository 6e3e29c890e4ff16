/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures by Graphviz, run as the program `dot`: it is no part of tp2ph, may
 * be missing, may crash, and may take as long as it likes. The text goes in and
 * the picture comes out through memory files, so nothing waits for a reader.
 */
#include "report/map_draw.h"

#include "report/map.h"

#include "base/clock.h"
#include "base/spawn.h"
#include "base/sweep.h"

#include <errno.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_MEMORY (UINT64_C(4) << 30) /* of address space */
#define LOOK 2000 /* microseconds between two looks at it */

typedef VEC(const char *) words;

static int fail(const char *why, tp_diag *diag) {
  return tp_diag_set(diag, TP_ENVIRONMENT, "Graphviz can't draw the map: %s",
                     why && *why ? why : "unknown reason");
}

/* Ours, but no home: the libraries below it keep caches there. */
static void build_env(words *env) {
  for (char **word = environ; *word; word++)
    if (!tp_text_starts(*word, "HOME=") &&
        !tp_text_starts(*word, "XDG_CACHE_HOME="))
      VEC_PUSH(env, *word);
  VEC_PUSH(env, "HOME=/nonexistent");
  VEC_PUSH(env, "XDG_CACHE_HOME=/nonexistent");
  VEC_PUSH(env, NULL);
}

typedef struct files {
  int in, out, err;
} files;

static bool put(int fd, const char *bytes, size_t n) {
  while (n > 0) {
    ssize_t written = write(fd, bytes, n);
    if (written < 0 && errno != EINTR)
      return false;
    bytes += written < 0 ? 0 : written;
    n -= written < 0 ? 0 : (size_t)written;
  }
  return lseek(fd, 0, SEEK_SET) == 0;
}

static void get(int fd, tp_str *out) {
  char bytes[16384];
  ssize_t n;
  lseek(fd, 0, SEEK_SET);
  while ((n = read(fd, bytes, sizeof bytes)) > 0)
    tp_str_addn(out, bytes, (size_t)n);
}

static bool open_files(files *f, const tp_str *dot) {
  f->in = memfd_create("map.dot", MFD_CLOEXEC);
  f->out = memfd_create("map.svg", MFD_CLOEXEC);
  f->err = memfd_create("words", MFD_CLOEXEC);
  return f->in >= 0 && f->out >= 0 && f->err >= 0 &&
         put(f->in, tp_str_text(dot), dot->n);
}

static void close_files(files *f) {
  const int fds[] = {f->in, f->out, f->err};
  for (int i = 0; i < 3; i++)
    if (fds[i] >= 0)
      close(fds[i]);
}

static int start(pid_t *pid, const files *f, const char *engine,
                 tp_diag *diag) {
  tp_str layout = {0};
  words env = {0};
  tp_str_addf(&layout, "-K%s", engine);
  const char *const argv[] = {"dot", layout.at, "-Tsvg", NULL};
  const int fds[] = {f->in, f->out, f->err};
  build_env(&env);
  tp_spawn how = {.path = "dot",
                  .argv = argv,
                  .env = env.at,
                  .fds = fds,
                  .n_fds = 3,
                  .memory_bytes = MAX_MEMORY};
  int rc = tp_spawn_start(pid, &how, diag);
  VEC_FREE(&env);
  tp_str_free(&layout);
  return rc;
}

/* Whether it ended by itself in time. */
static bool wait_for(pid_t pid, double seconds, int *status) {
  double end = tp_now() + seconds;
  bool has_ended;
  tp_sweep_group(pid, true);
  while (!(has_ended = waitpid(pid, status, WNOHANG) == pid) && tp_now() < end)
    usleep(LOOK);
  kill(-pid, SIGKILL); /* also what it may have started */
  if (!has_ended)
    waitpid(pid, status, 0);
  tp_sweep_group(pid, false);
  return has_ended;
}

static int judge(tp_str *out, const files *f, bool in_time, int status,
                 tp_diag *diag) {
  tp_str words_of_it = {0};
  int rc = 0;
  struct stat picture;
  if (!in_time) {
    rc = fail("it takes too long", diag);
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == 0 &&
             fstat(f->out, &picture) == 0 && picture.st_size > 0) {
    get(f->out, out);
  } else {
    get(f->err, &words_of_it);
    if (words_of_it.n)
      words_of_it.at[strcspn(words_of_it.at, "\n")] = '\0';
    rc = fail(words_of_it.n ? words_of_it.at
                            : "it ended early; is there enough memory?",
              diag);
  }
  tp_str_free(&words_of_it);
  return rc;
}

int tp_map_draw(tp_str *out, const tp_str *dot, const char *engine,
                double seconds, tp_diag *diag) {
  files f = {-1, -1, -1};
  pid_t pid;
  int status = 0;
  int rc = open_files(&f, dot) ? 0 : fail(strerror(errno), diag);
  if (rc == 0)
    rc = start(&pid, &f, engine, diag);
  if (rc == 0) {
    bool in_time = wait_for(pid, seconds, &status);
    rc = judge(out, &f, in_time, status, diag);
  }
  close_files(&f);
  return rc;
}

#define USUAL 5.0
#define LEAST 0.5

double tp_map_seconds(const tp_budget *budget) {
  double left = tp_budget_left(budget);
  if (tp_budget_over(budget) != TP_STOP_NONE || left < LEAST)
    return LEAST;
  return left < USUAL ? left : USUAL;
}
