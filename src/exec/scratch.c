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

int tp_scratch_open(tp_scratch *s, const char *work_dir, tp_diag *diag) {
  struct stat st;
  tp_file_join(&s->path, work_dir, "run");
  tp_file_remove_tree(s->path.at);
  if (mkdir(s->path.at, 0700) != 0 || stat(s->path.at, &st) != 0)
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot create folder '%s': %s",
                       s->path.at, strerror(errno));
  s->inode = st.st_ino;
  set_time_back(s->path.at);
  return 0;
}

void tp_scratch_close(tp_scratch *s) {
  if (s->path.n) {
    chmod(s->path.at, 0700);
    tp_file_remove_tree(s->path.at);
  }
  tp_str_free(&s->path);
}

static void empty(const char *path) {
  tp_str inner = {0};
  DIR *dir = opendir(path);
  for (struct dirent *e; dir && (e = readdir(dir));) {
    if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0 ||
        unlinkat(dirfd(dir), e->d_name, 0) == 0)
      continue;
    fchmodat(dirfd(dir), e->d_name, 0700, 0);
    tp_file_remove_tree(tp_file_join(&inner, path, e->d_name));
  }
  if (dir)
    closedir(dir);
  tp_str_free(&inner);
}

bool tp_scratch_clean(tp_scratch *s) {
  struct stat st;
  if (stat(s->path.at, &st) != 0 || st.st_ino != s->inode)
    return false;
  if ((st.st_mode & 0777) != 0700)
    chmod(s->path.at, 0700);
  if (st.st_mtim.tv_sec != 1) {
    empty(s->path.at);
    set_time_back(s->path.at);
  }
  return true;
}
