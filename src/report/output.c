/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output folder: made, locked, filled aside, given its new files.
 *
 * Staging: DIR/.tp2ph-XXXXXX, made at open, private until commit renames it to
 * the journal and moves its entries in (output_commit.c). A run that is killed
 * before that leaves DIR as it was; one that is killed inside it leaves the
 * journal, which the next open finishes.
 * Lock: flock on DIR itself: nothing is left behind, and it ends with us.
 * Ours is what has a name of tp_output_entries, if DIR has a report.json that
 * tp2ph wrote; without one, files under these names belong to others and the
 * folder is refused.
 */
#include "report/output.h"

#include "base/file.h"
#include "base/sweep.h"
#include "journal/journal.h"
#include "report/output_commit.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define STAGING ".tp2ph-"
#define LOCK_TRIES 50    /* a run that was killed may need a moment to end */
#define LOCK_PAUSE 20000 /* microseconds */
#define MARK "\"name\": \"tp2ph\"" /* near the start of our report.json */

struct tp_output {
  char *dir;
  int lock;             /* DIR, opened and locked */
  tp_str staging;       /* path; empty: none */
  tp_sweep sweep;       /* removes it if we are killed */
  uint32_t made_levels; /* how many folders of the path were made by open */
  void (*tell)(void *);
  void *tell_state;
};

static int fail(tp_diag *diag, const char *what, const char *path) {
  return tp_diag_set(diag, TP_ENVIRONMENT, "cannot %s '%s': %s", what, path,
                     strerror(errno));
}

/* ---- opening ------------------------------------------------------------- */

static bool has_our_report(const char *dir) {
  char head[256] = "";
  tp_str path = {0};
  int fd = open(tp_file_join(&path, dir, "report.json"),
                O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd >= 0 && read(fd, head, sizeof head - 1) < 0)
    head[0] = '\0';
  if (fd >= 0)
    close(fd);
  tp_str_free(&path);
  return strstr(head, MARK) != NULL;
}

static int refuse_foreign(const char *path, tp_diag *diag) {
  return tp_diag_set(diag, TP_ENVIRONMENT,
                     "'%s' was not written by tp2ph and would be replaced; "
                     "give another folder with -o",
                     path);
}

static int check_inside(const char *folder, tp_diag *diag) {
  DIR *dir = opendir(folder);
  if (!dir)
    return fail(diag, "read folder", folder);
  int rc = 0;
  tp_str path = {0};
  for (struct dirent *e; rc == 0 && (e = readdir(dir));)
    if (tp_output_is_our_name(e->d_name))
      rc = refuse_foreign(tp_file_join(&path, folder, e->d_name), diag);
  tp_str_free(&path);
  closedir(dir);
  return rc;
}

/* Nothing of others lies where our entries go, in kind and in origin. */
static int check_entry(const char *path, const tp_output_entry *e, bool is_ours,
                       tp_diag *diag) {
  struct stat st;
  if (lstat(path, &st) != 0)
    return 0;
  if (e->is_folder != S_ISDIR(st.st_mode))
    return refuse_foreign(path, diag);
  if (is_ours)
    return 0;
  return e->is_folder ? check_inside(path, diag) : refuse_foreign(path, diag);
}

static int check_entries(const char *dir, tp_diag *diag) {
  bool is_ours = has_our_report(dir);
  tp_str path = {0};
  int rc = 0;
  for (const tp_output_entry *e = tp_output_entries; rc == 0 && e->name; e++)
    rc = check_entry(tp_file_join(&path, dir, e->name), e, is_ours, diag);
  tp_str_free(&path);
  return rc;
}

/* How many folders of the path are not there yet. */
static uint32_t count_missing(const char *path) {
  char *copy = tp_strdup(path);
  uint32_t n = 0;
  for (;;) {
    size_t len = strlen(copy);
    while (len > 1 && copy[len - 1] == '/')
      copy[--len] = '\0';
    if (len == 0 || tp_file_exists(copy))
      break;
    n++;
    char *slash = strrchr(copy, '/');
    if (!slash)
      break;
    *slash = '\0';
  }
  tp_free(copy);
  return n;
}

/* Removes what open made, as far as it is empty. */
static void remove_made(const char *path, uint32_t levels) {
  char *copy = tp_strdup(path);
  for (; levels > 0; levels--) {
    size_t len = strlen(copy);
    while (len > 1 && copy[len - 1] == '/')
      copy[--len] = '\0';
    char *slash = strrchr(copy, '/');
    if (rmdir(copy) != 0 || !slash)
      break;
    *slash = '\0';
  }
  tp_free(copy);
}

static int lock(tp_output *o, tp_diag *diag) {
  o->lock = open(o->dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (o->lock < 0)
    return fail(diag, "open folder", o->dir);
  for (int tries = 0; tries < LOCK_TRIES; tries++) {
    if (flock(o->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK)
      return 0; /* a file system without locks is no reason to refuse */
    usleep(LOCK_PAUSE);
  }
  return tp_diag_set(diag, TP_ENVIRONMENT,
                     "another run of tp2ph is writing to '%s'; wait for it or "
                     "give another folder with -o",
                     o->dir);
}

static int make_staging(tp_output *o, tp_diag *diag) {
  VEC_CLEAR(&o->staging);
  tp_str_addf(&o->staging, "%s/" STAGING "XXXXXX", o->dir);
  if (mkdtemp(o->staging.at)) {
    char *absolute = realpath(o->staging.at, NULL);
    tp_sweep_start(&o->sweep, absolute ? absolute : "");
    free(absolute);
    return 0;
  }
  VEC_CLEAR(&o->staging);
  return fail(diag, "write to folder", o->dir);
}

/* It was removed, or has another name. */
static void forget_staging(tp_output *o) {
  VEC_CLEAR(&o->staging);
  tp_sweep_stop(&o->sweep);
}

static void remove_staging(tp_output *o) {
  tp_file_remove_tree(o->staging.at);
  forget_staging(o);
}

/* Nothing is staged while the search goes on. */
static int try_staging(tp_output *o, tp_diag *diag) {
  if (make_staging(o, diag) != 0)
    return -1;
  remove_staging(o);
  return 0;
}

/* What killed runs staged. We hold the lock, so nobody is at it. */
static void remove_stale(const char *dir) {
  DIR *d = opendir(dir);
  if (!d)
    return;
  tp_str path = {0};
  for (struct dirent *e; (e = readdir(d));)
    if (tp_text_starts(e->d_name, STAGING) &&
        strcmp(e->d_name, TP_JOURNAL_NAME) != 0)
      tp_file_remove_tree(tp_file_join(&path, dir, e->d_name));
  tp_str_free(&path);
  closedir(d);
}

/* ---- the interface ------------------------------------------------------- */

int tp_output_open(tp_output **out, const char *dir, tp_diag *diag) {
  tp_output *o = TP_NEW(tp_output);
  o->dir = tp_strdup(dir);
  o->lock = -1;
  o->made_levels = count_missing(dir);
  int rc = tp_file_make_dirs(dir, diag);
  if (rc == 0)
    rc = lock(o, diag);
  if (rc == 0)
    rc = tp_output_finish_journal(dir, diag);
  if (rc == 0)
    rc = check_entries(dir, diag);
  if (rc == 0) {
    remove_stale(dir);
    rc = try_staging(o, diag);
  }
  if (rc == 0) {
    *out = o;
    return 0;
  }
  tp_output_close(o);
  return -1;
}

void tp_output_let_go(tp_output *o) {
  if (o->lock >= 0)
    close(o->lock);
  tp_str_free(&o->staging);
  tp_free(o->dir);
  tp_free(o);
}

void tp_output_close(tp_output *o) {
  if (!o)
    return;
  if (o->staging.n)
    remove_staging(o);
  remove_made(o->dir, o->made_levels);
  tp_output_let_go(o);
}

static int write_bytes(int fd, const char *bytes, size_t n) {
  while (n > 0) {
    ssize_t put = write(fd, bytes, n);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return -1;
    bytes += put;
    n -= (size_t)put;
  }
  return 0;
}

/* Plain writing: the staging folder is private until the commit. */
static int write_file(const char *path, const char *bytes, size_t n,
                      mode_t mode) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode);
  if (fd < 0)
    return -1;
  int rc = write_bytes(fd, bytes, n);
  int why = errno;
  if (close(fd) != 0 && rc == 0)
    return -1;
  errno = why;
  return rc;
}

static int make_parents(const char *path, tp_diag *diag) {
  char *copy = tp_strdup(path);
  *strrchr(copy, '/') = '\0';
  int rc = tp_file_exists(copy) ? 0 : tp_file_make_dirs(copy, diag);
  tp_free(copy);
  return rc;
}

int tp_output_add(tp_output *o, const char *name, const char *bytes, size_t n,
                  bool is_executable, tp_diag *diag) {
  if (o->tell)
    o->tell(o->tell_state);
  if (o->staging.n == 0 && make_staging(o, diag) != 0)
    return -1;
  tp_str path = {0};
  tp_file_join(&path, o->staging.at, name);
  int rc = make_parents(path.at, diag);
  if (rc == 0 && write_file(path.at, bytes, n, is_executable ? 0777 : 0666))
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "cannot write '%s/%s': %s", o->dir,
                     name, strerror(errno));
  tp_str_free(&path);
  if (rc != 0)
    remove_staging(o); /* give the space back: part of a set is no use */
  return rc;
}

int tp_output_commit(tp_output *o, tp_diag *diag) {
  TP_INVARIANT(o->staging.n > 0, "a commit should follow successful adds");
  if (tp_output_make_journal(o->dir, o->staging.at, diag) != 0)
    return -1;
  forget_staging(o);
  if (tp_output_finish_journal(o->dir, diag) != 0)
    return -1;
  tp_journal_remove(o->dir);
  return 0;
}

const char *tp_output_dir(const tp_output *o) {
  return o->dir;
}

int tp_output_lock(const tp_output *o) {
  return o->lock;
}

void tp_output_on_add(tp_output *o, void (*tell)(void *), void *state) {
  o->tell = tell;
  o->tell_state = state;
}
