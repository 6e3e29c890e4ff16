/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files and folders. Names are never trusted: only regular files are read,
 * and what is written appears under its name in one step. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILE_SIZE (1L << 30)

/* What is wrong with the machine is not the file's fault. */
static tp_status whose_fault(tp_status status) {
  bool is_ours =
      errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == EIO;
  return is_ours ? TP_ENVIRONMENT : status;
}

static int read_all(tp_str *out, int fd) {
  for (;;) {
    VEC_RESERVE(out, out->n + 65536 + 1);
    ssize_t got = read(fd, out->at + out->n, 65536);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return -1;
    out->n += (uint32_t)got;
    out->at[out->n] = '\0';
    if (got == 0)
      return 0;
    if (out->n > MAX_FILE_SIZE) {
      errno = EFBIG;
      return -1;
    }
  }
}

int tp_file_read(tp_str *out, const char *path, tp_status status,
                 tp_diag *diag) {
  VEC_CLEAR(out);
  /* O_NONBLOCK: opening a FIFO without a writer must not wait. */
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0)
    return tp_diag_set(diag, whose_fault(status), "cannot open '%s': %s", path,
                       strerror(errno));
  struct stat st;
  int rc = 0;
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
    rc = tp_diag_set(diag, status, "'%s' is not a regular file", path);
  else if (read_all(out, fd) != 0)
    rc = tp_diag_set(diag, whose_fault(status), "cannot read '%s': %s", path,
                     strerror(errno));
  close(fd);
  return rc;
}

static int write_all(int fd, const char *bytes, size_t n) {
  while (n > 0) {
    ssize_t put = write(fd, bytes, n);
    if (put < 0 && errno == EINTR)
      continue;
    if (put < 0)
      return -1;
    bytes += put;
    n -= (size_t)put;
  }
  return 0;
}

/* What is written to a new file; closes it. The reason, 0: it is all there. */
static int put_all(int fd, const char *bytes, size_t n) {
  if (fd < 0)
    return errno;
  int why = write_all(fd, bytes, n) == 0 ? 0 : errno;
  if (close(fd) != 0 && !why)
    why = errno;
  return why;
}

static int written(const char *path, int why, tp_diag *diag) {
  return why ? tp_diag_set(diag, TP_ENVIRONMENT, "cannot write '%s': %s", path,
                           strerror(why))
             : 0;
}

/* A device, or a FIFO, whose reader is there already: in its place a file would
 * be of no use to anybody. */
static int put_into(const char *path, const char *bytes, size_t n) {
  int fd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd >= 0)
    fcntl(fd, F_SETFL, O_WRONLY);
  return put_all(fd, bytes, n);
}

/* Beside the file that is meant, which a link may lead to. */
static int put_beside(const char *path, const char *bytes, size_t n) {
  tp_str aside = {0};
  tp_str_addf(&aside, "%s.%ld.part", path, (long)getpid());
  unlink(aside.at);
  int fd = open(aside.at, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  int why = put_all(fd, bytes, n);
  if (!why && rename(aside.at, path) != 0)
    why = errno;
  if (why && fd >= 0)
    unlink(aside.at);
  tp_str_free(&aside);
  return why;
}

int tp_file_write(const char *path, const char *bytes, size_t n,
                  tp_diag *diag) {
  struct stat st;
  char *meant = realpath(path, NULL);
  bool is_special = meant && stat(meant, &st) == 0 && !S_ISREG(st.st_mode) &&
                    !S_ISDIR(st.st_mode);
  int why = is_special ? put_into(meant, bytes, n)
                       : put_beside(meant ? meant : path, bytes, n);
  free(meant);
  return written(path, why, diag);
}

int tp_file_rewrite(const char *path, const char *bytes, size_t n,
                    tp_diag *diag) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  return written(path, put_all(fd, bytes, n), diag);
}

int tp_file_make_dirs(const char *path, tp_diag *diag) {
  char *copy = tp_strdup(path);
  int rc = 0;
  for (char *p = copy + 1; rc == 0; p++) {
    if (*p != '/' && *p != '\0')
      continue;
    char end = *p;
    *p = '\0';
    struct stat st;
    if (mkdir(copy, 0777) != 0 &&
        (errno != EEXIST || stat(copy, &st) != 0 || !S_ISDIR(st.st_mode)))
      rc = tp_diag_set(diag, TP_ENVIRONMENT, "cannot create folder '%s': %s",
                       copy, strerror(errno == EEXIST ? ENOTDIR : errno));
    *p = end;
    if (end == '\0')
      break;
  }
  tp_free(copy);
  return rc;
}

int tp_file_temp_dir(tp_str *out, tp_diag *diag) {
  const char *base = getenv("TMPDIR");
  VEC_CLEAR(out);
  tp_str_addf(out, "%s/tp2ph-XXXXXX", base && *base ? base : "/tmp");
  if (mkdtemp(out->at))
    return 0;
  return tp_diag_set(diag, TP_ENVIRONMENT,
                     "cannot create a private folder '%s': %s; set TMPDIR to "
                     "a writable folder",
                     out->at, strerror(errno));
}

static bool is_dots(const char *name) {
  return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

/* A name that nothing in the folder has. */
static void free_name(int dir_fd, char name[32]) {
  static unsigned number;
  struct stat st;
  do
    snprintf(name, 32, ".gone-%u", number++);
  while (fstatat(dir_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0);
}

/* NULL: it is none, or can't be read. */
static DIR *open_folder(int top, const char *name) {
  int fd = openat(top, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
  if (!dir && fd >= 0)
    close(fd);
  return dir;
}

/* What is inside of the folder `name` goes; its own folders are moved up to
 * `top`. Whether there was one. */
static bool lift_folders(int top, const char *name) {
  bool has_moved = false;
  char aside[32];
  DIR *dir = open_folder(top, name);
  int fd = dir ? dirfd(dir) : -1;
  for (struct dirent *e; dir && (e = readdir(dir));) {
    if (is_dots(e->d_name) || unlinkat(fd, e->d_name, 0) == 0)
      continue;
    fchmodat(fd, e->d_name, 0700, 0);
    free_name(top, aside);
    has_moved |= renameat(fd, e->d_name, top, aside) == 0;
  }
  if (dir)
    closedir(dir);
  return has_moved;
}

/* Folders may be nested deeper than there are descriptors, stack or letters of
 * a path: those inside of folders are moved to the top until there are none. */
void tp_file_remove_tree(const char *path) {
  bool has_moved = true;
  while (has_moved) {
    has_moved = false;
    DIR *dir = open_folder(AT_FDCWD, path);
    int fd = dir ? dirfd(dir) : -1;
    for (struct dirent *e; dir && (e = readdir(dir));) {
      if (is_dots(e->d_name) || unlinkat(fd, e->d_name, 0) == 0)
        continue;
      fchmodat(fd, e->d_name, 0700, 0);
      has_moved |= lift_folders(fd, e->d_name);
      unlinkat(fd, e->d_name, AT_REMOVEDIR);
    }
    if (dir)
      closedir(dir);
  }
  rmdir(path);
}

bool tp_file_exists(const char *path) {
  struct stat st;
  return stat(path, &st) == 0;
}

bool tp_file_is(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

int tp_file_self_dir(tp_str *out, tp_diag *diag) {
  char path[PATH_MAX];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path);
  if (n <= 0 || n >= (ssize_t)sizeof path)
    return tp_diag_set(diag, TP_ENVIRONMENT,
                       "cannot find the folder of tp2ph itself: is /proc "
                       "mounted?");
  while (n > 0 && path[n - 1] != '/')
    n--;
  VEC_CLEAR(out);
  tp_str_addn(out, path, n > 1 ? (size_t)n - 1 : 1);
  return 0;
}

const char *tp_file_join(tp_str *out, const char *dir, const char *name) {
  VEC_CLEAR(out);
  tp_str_addf(out, "%s/%s", dir, name);
  return out->at;
}
