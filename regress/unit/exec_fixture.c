/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Builds, starts and runs hand-instrumented programs, and walks their traces.
 * The runtime is taken from the folder lib beside the test program. */
#include "exec_fixture.h"

#include "base/file.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

void fixture_open(fixture *f) {
  static tp_str runtime;
  *f = (fixture){0};
  CHECK(tp_file_temp_dir(&f->dir, &f->diag) == 0);
  CHECK(tp_file_self_dir(&runtime, &f->diag) == 0);
  tp_str_add(&runtime, "/lib");
  tp_file_join(&f->program, f->dir.at, "prog");
  f->opt = (tp_exec_options){.cc = "cc",
                             .runtime_dir = runtime.at,
                             .work_dir = f->dir.at,
                             .run_seconds = 5};
  VEC_PUSH(&f->plan.wire_exprs, (tp_wire_expr){0});
  VEC_PUSH(&f->plan.funcs, (tp_wire_func){0});
  VEC_PUSH(&f->plan.sites, (tp_wire_site){0});
}

bool fixture_start(fixture *f, const char *text) {
  tp_str all = {0}, path = {0};
  tp_file_join(&path, f->dir.at, "prog.i");
  tp_exec_source unit = {.path = path.at};
  int rc = tp_file_read(&all, "src/rt/tp2ph_rt.h", TP_ENVIRONMENT, &f->diag);
  tp_str_add(&all, "\n# 1 \"prog.c\"\n");
  tp_str_add(&all, text);
  if (rc == 0)
    rc = tp_file_write(path.at, all.at, all.n, &f->diag);
  if (rc == 0)
    rc = tp_exec_build(&f->opt, &unit, 1, f->program.at, &f->diag);
  if (rc == 0)
    rc = tp_exec_start(&f->exec, &f->opt, f->program.at, &f->plan, &f->diag);
  tp_str_free(&all);
  tp_str_free(&path);
  if (rc != 0)
    tp_diag_print(&f->diag);
  CHECK(rc == 0);
  return rc == 0;
}

void fixture_go(fixture *f, const tp_wire_input *inputs, uint32_t n,
                uint64_t seed) {
  int rc = tp_exec_go(f->exec, inputs, n, seed, &f->run, &f->diag);
  if (rc != 0)
    tp_diag_print(&f->diag);
  CHECK(rc == 0);
}

/* Keys are learned on the way: a run shows the key of the next input. */
void fixture_go_values(fixture *f, const uint64_t *values, uint32_t n) {
  tp_wire_input inputs[16];
  CHECK(n <= 16);
  for (uint32_t i = 0; i <= n; i++) {
    record r;
    fixture_go(f, inputs, i, 0);
    if (i == n || !fixture_record(f, TP_R_INPUT, i, &r))
      break;
    inputs[i] = (tp_wire_input){r.word[0], values[i]};
  }
}

void fixture_close(fixture *f) {
  tp_exec_stop(f->exec);
  f->exec = NULL;
  CHECK_EQ(fixture_processes(f), 0);
  tp_file_remove_tree(f->dir.at);
  tp_str_free(&f->dir);
  tp_str_free(&f->program);
  VEC_FREE(&f->plan.wire_exprs);
  VEC_FREE(&f->plan.wire_leaves);
  VEC_FREE(&f->plan.funcs);
  VEC_FREE(&f->plan.param_sizes);
  VEC_FREE(&f->plan.sites);
  VEC_FREE(&f->plan.parts);
  tp_diag_free(&f->diag);
}

/* ---- the plan ---- */

uint32_t fixture_expr(fixture *f, unsigned dst_size, unsigned decision) {
  VEC_PUSH(&f->plan.wire_exprs,
           (tp_wire_expr){.first_leaf = f->plan.wire_leaves.n,
                          .dst_size = (uint8_t)dst_size,
                          .decision = decision});
  return f->plan.wire_exprs.n - 1;
}

void fixture_leaf(fixture *f, unsigned kind, unsigned size) {
  VEC_PUSH(&f->plan.wire_leaves,
           (tp_wire_leaf){.kind = (uint8_t)kind, .size = (uint8_t)size});
  VEC_LAST(&f->plan.wire_exprs).n_leaves++;
}

uint32_t fixture_func(fixture *f, uint32_t n_params, uint32_t size) {
  VEC_PUSH(&f->plan.funcs, (tp_wire_func){.first_param = f->plan.param_sizes.n,
                                          .n_params = n_params});
  for (uint32_t i = 0; i < n_params; i++)
    VEC_PUSH(&f->plan.param_sizes, size);
  return f->plan.funcs.n - 1;
}

uint32_t fixture_site(fixture *f) {
  VEC_PUSH(&f->plan.sites, (tp_wire_site){.first_part = f->plan.parts.n});
  return f->plan.sites.n - 1;
}

void fixture_part(fixture *f, uint32_t offset, unsigned type) {
  VEC_PUSH(&f->plan.parts, (tp_wire_part){offset, (uint16_t)type, 0});
  VEC_LAST(&f->plan.sites).n_parts++;
}

/* ---- the trace ----------------------------------------------------------- */

static uint64_t value_words(unsigned tag, unsigned size) {
  return tag == TP_TAG_BYTES ? (size + 1) / 2 : 1;
}

/* Words of the leaves of expression e, which start at `word`. */
static uint64_t leaf_words(const fixture *f, uint32_t e, uint64_t tags,
                           const uint64_t *word) {
  const tp_wire_expr *x = &f->plan.wire_exprs.at[e];
  uint64_t n = 0;
  for (unsigned i = 0; i < x->n_leaves; i++) {
    unsigned tag = tags >> (2 * i) & 3;
    unsigned size = f->plan.wire_leaves.at[x->first_leaf + i].size;
    if (tag != TP_TAG_TABLE) {
      n += value_words(tag, size);
      continue;
    }
    uint64_t elements = word[n++];
    for (; elements; elements--) {
      unsigned inner = (unsigned)word[n++];
      n += value_words(inner, size);
    }
  }
  return n;
}

/* Words of the record behind its head. */
static uint64_t measure(const fixture *f, record *r) {
  const uint64_t *at = r->word;
  uint32_t e = r->id;
  switch (r->kind) {
  case TP_R_INPUT:
    return 3;
  case TP_R_ENTER:
    return 1;
  case TP_R_LIBRARY:
    return 1 + (r->id == TP_LIB_STRLEN ? 1 : 2) * ((r->n + 1) / 2);
  case TP_R_BRANCH:
    at += r->flags & TP_RF_SWITCH ? 1 : 0;
    if (!(r->flags & TP_RF_SYMBOLIC))
      return (uint64_t)(at - r->word);
    e = (uint32_t)*at++;
    break;
  case TP_R_DEFINE:
  case TP_R_TABLE_STORE:
    at++;
    break;
  default:
    return 0;
  }
  r->tags = *at++;
  r->leaf = at;
  return (uint64_t)(at - r->word) + leaf_words(f, e, r->tags, at);
}

/* Walk to the nth record of a kind; how many there were before it. */
static uint32_t walk(const fixture *f, unsigned kind, uint32_t nth,
                     record *out) {
  const uint64_t *at = f->run.trace, *end = at + f->run.words;
  uint32_t seen = 0;
  while (at < end) {
    uint64_t head = *at++;
    record r = {.kind = head & 0xff,
                .flags = head >> 8 & 0xff,
                .n = head >> 16 & 0xffff,
                .id = (uint32_t)(head >> 32),
                .word = at};
    at += measure(f, &r);
    *out = r;
    if (r.kind == kind && seen++ == nth)
      return nth;
    if (r.kind == TP_R_END)
      break;
  }
  CHECK(at == end); /* every record was understood */
  return seen;
}

bool fixture_record(const fixture *f, unsigned kind, uint32_t nth,
                    record *out) {
  record r = {0};
  bool is_there = walk(f, kind, nth, &r) == nth && r.kind == kind;
  *out = r;
  return is_there;
}

uint32_t fixture_count(const fixture *f, unsigned kind) {
  record r = {0};
  return walk(f, kind, UINT32_MAX, &r);
}

/* ---- what is left behind ---- */

static bool runs_program(const char *pid, const char *program) {
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/%.20s/exe", pid);
  ssize_t n = readlink(link, path, sizeof path - 1);
  path[n > 0 ? n : 0] = '\0';
  return strncmp(path, program, strlen(program)) == 0;
}

uint32_t fixture_processes(const fixture *f) {
  uint32_t n = 0;
  DIR *proc = opendir("/proc");
  for (struct dirent *e; proc && (e = readdir(proc));)
    n += e->d_name[0] >= '1' && e->d_name[0] <= '9' &&
         runs_program(e->d_name, f->program.at);
  if (proc)
    closedir(proc);
  return n;
}

pid_t fixture_process(const fixture *f, uint32_t nth) {
  pid_t found = 0;
  DIR *proc = opendir("/proc");
  for (struct dirent *e; proc && !found && (e = readdir(proc));)
    if (e->d_name[0] >= '1' && e->d_name[0] <= '9' &&
        runs_program(e->d_name, f->program.at) && nth-- == 0)
      found = (pid_t)atol(e->d_name);
  if (proc)
    closedir(proc);
  return found;
}

uint32_t fixture_files(const fixture *f) {
  tp_str path = {0};
  uint32_t n = 0;
  DIR *dir = opendir(tp_file_join(&path, f->dir.at, "run"));
  for (struct dirent *e; dir && (e = readdir(dir));)
    n += e->d_name[0] != '.';
  if (dir)
    closedir(dir);
  tp_str_free(&path);
  return n;
}
