/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which folders a world consists of, and which kind of world can be had.
 *
 * A folder that all programs share (/tmp ...) is covered by one of the world's
 * own. What tp2ph needs of it (its private folder, the sources) is laid over
 * that at its old place. If there are folders between, they are a read-only
 * tree of their own, so that a run finds nothing there to write to.
 */
#include "exec/world.h"

#include "base/file.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define OWN_MODE 01777

static const struct {
  const char *path, *name; /* what is covered, and by which folder */
} shared[TP_WORLD_OWN] = {{"/tmp", "own-tmp"},
                          {"/var/tmp", "own-var-tmp"},
                          {"/dev/shm", "own-shm"},
                          {"/run", "own-run"}}; /* sockets of services */

/* ---- places ---- */

static void add_place(tp_world *w, char how, const char *target,
                      const char *source) {
  tp_str_addc(&w->places, how);
  tp_str_addn(&w->places, target, strlen(target) + 1);
  tp_str_addn(&w->places, source, strlen(source) + 1);
}

/* What follows `folder` in a path below it; NULL: it is not below. */
static const char *below(const char *path, const char *folder) {
  size_t n = strlen(folder);
  return strncmp(path, folder, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

/* The folders above the last in `rest`, made in an own tree that covers the
 * first of them. */
static int add_way(tp_world *w, const tp_world_options *o, unsigned own,
                   const char *first, const char *rest, tp_diag *diag) {
  tp_str tree = {0}, way = {0}, target = {0};
  tp_str_addf(&tree, "%s/way-%s/%s", o->work_dir, shared[own].name, first);
  tp_str_addf(&way, "%s%s", tree.at, rest);
  tp_str_addf(&target, "%s/%s", shared[own].path, first);
  bool is_new = !tp_file_exists(tree.at);
  int rc = tp_file_make_dirs(way.at, diag);
  if (is_new)
    add_place(w, 'r', target.at, tree.at);
  tp_str_free(&tree);
  tp_str_free(&way);
  tp_str_free(&target);
  return rc;
}

static int keep_in(tp_world *w, const tp_world_options *o, unsigned own,
                   const char *path, const char *rest, tp_diag *diag) {
  size_t n = strcspn(rest, "/");
  tp_str first = {0};
  tp_str_addn(&first, rest, n);
  int rc = tp_scratch_keep(&w->own[own], first.at, diag);
  if (rc == 0 && rest[n])
    rc = add_way(w, o, own, first.at, rest + n, diag);
  if (rc == 0)
    add_place(w, 'r', path, path);
  tp_str_free(&first);
  return rc;
}

/* A folder that should be seen at its place, if it is covered. */
static int keep(tp_world *w, const tp_world_options *o, const char *path,
                tp_diag *diag) {
  struct stat st;
  int rc = 0;
  if (stat(path, &st) != 0 || !S_ISDIR(st.st_mode))
    return 0;
  for (unsigned i = 0; i < TP_WORLD_OWN && rc == 0; i++) {
    const char *rest = below(path, shared[i].path);
    if (rest && w->own[i].path.n)
      rc = keep_in(w, o, i, path, rest, diag);
  }
  return rc;
}

typedef VEC(char *) paths;

/* If it is covered. */
static void add_path(paths *to, const char *name) {
  char *path = realpath(name, NULL);
  for (unsigned i = 0; path && i < TP_WORLD_OWN; i++) {
    if (below(path, shared[i].path)) {
      VEC_PUSH(to, path);
      return;
    }
  }
  free(path);
}

static void add_libraries(paths *to) {
  const char *all = getenv("LD_LIBRARY_PATH");
  tp_str one = {0};
  while (all && *all) {
    size_t n = strcspn(all, ":");
    VEC_CLEAR(&one);
    tp_str_addn(&one, all, n);
    add_path(to, one.at);
    all += n + (all[n] == ':');
  }
  tp_str_free(&one);
}

static int by_length(const void *a, const void *b) {
  size_t n = strlen(*(char *const *)a), m = strlen(*(char *const *)b);
  return (n > m) - (n < m);
}

/* Whether one of the first n paths shows it already. */
static bool is_seen(const paths *in, uint32_t n, const char *path) {
  for (uint32_t i = 0; i < n; i++)
    if (strcmp(in->at[i], path) == 0 || below(path, in->at[i]))
      return true;
  return false;
}

/* The private folder, the libraries' and what was asked for. What holds a
 * shared folder whole is not kept: the own one would be the shared one. */
static int keep_all(tp_world *w, const tp_world_options *o, tp_diag *diag) {
  paths all = {0};
  int rc = 0;
  for (const char *const *at = o->keep; at && *at; at++)
    add_path(&all, *at);
  add_libraries(&all);
  add_path(&all, o->private_dir ? o->private_dir : o->work_dir);
  qsort(all.at, all.n, sizeof *all.at, by_length);
  for (uint32_t i = 0; i < all.n && rc == 0; i++)
    if (!is_seen(&all, i, all.at[i]))
      rc = keep(w, o, all.at[i], diag);
  for (uint32_t i = 0; i < all.n; i++)
    free(all.at[i]);
  VEC_FREE(&all);
  return rc;
}

static void add_writable(tp_world *w, const char *name) {
  char *path = realpath(name, NULL);
  if (path)
    add_place(w, 'w', path, path);
  free(path);
}

/* A shared folder that is not there, or only another name of one, needs no
 * cover. */
static int cover(tp_world *w, const tp_world_options *o, unsigned i,
                 tp_diag *diag) {
  struct stat st;
  tp_str ways = {0};
  tp_str_addf(&ways, "%s/way-%s", o->work_dir, shared[i].name);
  tp_file_remove_tree(ways.at);
  tp_str_free(&ways);
  if (lstat(shared[i].path, &st) != 0 || !S_ISDIR(st.st_mode))
    return 0;
  if (tp_scratch_open(&w->own[i], o->work_dir, shared[i].name, OWN_MODE,
                      diag) != 0)
    return -1;
  add_place(w, 'w', shared[i].path, w->own[i].path.at);
  return 0;
}

int tp_world_open(tp_world *w, const tp_world_options *o, tp_diag *diag) {
  int rc = tp_scratch_open(&w->run, o->work_dir, "run", 0700, diag);
  w->kind = o->kind;
  VEC_CLEAR(&w->places);
  for (unsigned i = 0;
       o->kind == TP_WORLD_NAMESPACES && i < TP_WORLD_OWN && rc == 0; i++)
    rc = cover(w, o, i, diag);
  if (o->kind == TP_WORLD_NAMESPACES && rc == 0)
    rc = keep_all(w, o, diag);
  add_writable(w, w->run.path.at);
  for (const char *const *at = o->writable; at && *at; at++)
    add_writable(w, *at);
  return rc;
}

void tp_world_close(tp_world *w) {
  tp_scratch_close(&w->run);
  for (unsigned i = 0; i < TP_WORLD_OWN; i++)
    tp_scratch_close(&w->own[i]);
  tp_str_free(&w->places);
}

void tp_world_let_go(tp_world *w) {
  VEC_CLEAR(&w->run.path);
  for (unsigned i = 0; i < TP_WORLD_OWN; i++)
    VEC_CLEAR(&w->own[i].path);
}

/* With namespaces nobody can remove a folder of the world. */
bool tp_world_clean(tp_world *w) {
  if (w->kind != TP_WORLD_NAMESPACES && !tp_scratch_is_there(&w->run))
    return false;
  for (unsigned i = 0; i < TP_WORLD_OWN; i++)
    tp_scratch_clean(&w->own[i]);
  tp_scratch_clean(&w->run);
  return true;
}

/* ---- kinds ---- */

const char *tp_world_name(tp_world_kind kind) {
  static const char *const names[] = {"off", "none", "landlock", "namespaces"};
  return names[kind];
}

/* In a process of its own: errno of the first step that fails, 0 if none. */
static int try_kind(tp_world_kind kind) {
  unsigned user = geteuid(), group = getegid();
  int status;
  pid_t pid =
      (pid_t)syscall(SYS_clone, tp_world_flags(kind) | SIGCHLD, 0, 0, 0, 0);
  if (pid == 0)
    _exit(tp_world_enter(kind, "", 0, user, group) == 0 ? 0
          : errno                                       ? errno & 0x7f
                                                        : EPERM);
  if (pid < 0)
    return errno;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR)
      return errno;
  return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

tp_world_kind tp_world_probe(tp_str *why) {
  static const tp_world_kind kinds[] = {TP_WORLD_NAMESPACES, TP_WORLD_LANDLOCK};
  VEC_CLEAR(why);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    int error = try_kind(kinds[i]);
    if (error == 0)
      return kinds[i];
    tp_str_addf(why, "%s%s: %s", why->n ? "; " : "", tp_world_name(kinds[i]),
                strerror(error));
  }
  return TP_WORLD_NONE;
}
