/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a run has written is seen by the folder's time: it is set far back
 * when the folder is empty, and any file made there moves it. So a run that
 * writes nothing costs one stat. */
#include "exec/scratch.h"

#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static void set_time_back(const char *path) {
  const struct timespec long_ago[2] = {{1, 0}, {1, 0}};
  utimensat(AT_FDCWD, path, long_ago, 0);
}

/* Never 0, which is none. */
static int open_folder(const char *path) {
  int low = open(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  int fd = low < 0 ? low : fcntl(low, F_DUPFD_CLOEXEC, 3);
  if (low >= 0)
    close(low);
  return fd;
}

static void close_folder(tp_scratch *s) {
  if (s->fd > 0)
    close(s->fd);
  s->fd = 0;
}

static int cannot_create(const char *path, tp_diag *diag) {
  return tp_diag_set(diag, TP_ENVIRONMENT, "cannot create folder '%s': %s",
                     path, strerror(errno));
}

int tp_scratch_open(tp_scratch *s, const char *work_dir, const char *name,
                    mode_t mode, tp_diag *diag) {
  struct stat st;
  tp_file_join(&s->path, work_dir, name);
  VEC_CLEAR(&s->kept);
  close_folder(s);
  tp_file_remove_tree(s->path.at);
  if (mkdir(s->path.at, 0700) != 0 || chmod(s->path.at, mode) != 0 ||
      (s->fd = open_folder(s->path.at)) < 0 || fstat(s->fd, &st) != 0)
    return cannot_create(s->path.at, diag);
  s->inode = st.st_ino;
  s->mode = mode;
  set_time_back(s->path.at);
  return 0;
}

static bool is_kept(const tp_scratch *s, const char *name) {
  for (uint32_t at = 0; at < s->kept.n; at += strlen(s->kept.at + at) + 1)
    if (strcmp(s->kept.at + at, name) == 0)
      return true;
  return false;
}

int tp_scratch_keep(tp_scratch *s, const char *name, tp_diag *diag) {
  tp_str path = {0};
  int rc = 0;
  if (is_kept(s, name))
    return 0;
  if (mkdir(tp_file_join(&path, s->path.at, name), 0700) != 0)
    rc = cannot_create(path.at, diag);
  tp_str_addn(&s->kept, name, strlen(name) + 1);
  set_time_back(s->path.at);
  tp_str_free(&path);
  return rc;
}

void tp_scratch_close(tp_scratch *s) {
  close_folder(s);
  if (s->path.n) {
    chmod(s->path.at, 0700);
    tp_file_remove_tree(s->path.at);
  }
  tp_str_free(&s->path);
  tp_str_free(&s->kept);
}

static void empty(const tp_scratch *s) {
  tp_str inner = {0};
  DIR *dir = opendir(s->path.at);
  for (struct dirent *e; dir && (e = readdir(dir));) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
        is_kept(s, e->d_name) || unlinkat(dirfd(dir), e->d_name, 0) == 0)
      continue;
    fchmodat(dirfd(dir), e->d_name, 0700, 0);
    tp_file_remove_tree(tp_file_join(&inner, s->path.at, e->d_name));
  }
  if (dir)
    closedir(dir);
  tp_str_free(&inner);
}

void tp_scratch_clean(tp_scratch *s) {
  struct stat st;
  if (s->fd <= 0 || fstat(s->fd, &st) != 0)
    return;
  bool was_used = st.st_mtim.tv_sec != 1;
  if (was_used) {
    chmod(s->path.at, 0700);
    empty(s);
    set_time_back(s->path.at);
  }
  if (was_used || (st.st_mode & 07777) != s->mode)
    chmod(s->path.at, s->mode);
}

bool tp_scratch_is_there(const tp_scratch *s) {
  struct stat st;
  return stat(s->path.at, &st) == 0 && st.st_ino == s->inode;
}
