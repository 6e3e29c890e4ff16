/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of the recorder. The program can write anything into it, or cut it
 * off: it is read and written, never mapped, and nothing in it is believed. */
#include "app/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_REST (1u << 20) /* of what a run writes behind its notes */

static bool is_signed_switch(const tp_program *p, const tp_decision *d) {
  return d->construct == TP_C_SWITCH && tp_type_is_signed(&p->types, d->type);
}

static tp_record_head lay_out(const tp_program *p) {
  tp_record_head a = {.n_decisions = p->decisions.n,
                      .n_branches = p->branches.n};
  a.labels = (sizeof a + 7) & ~7ull;
  a.decisions = a.labels + a.n_branches * sizeof(tp_record_label);
  a.count = a.decisions + a.n_decisions * sizeof(tp_record_decision);
  a.count = (a.count + TP_RECORD_PAGE - 1) & ~(TP_RECORD_PAGE - 1ull);
  a.taken = a.count + sizeof(unsigned);
  a.met = a.taken + a.n_branches * sizeof(unsigned);
  a.seen = a.met + a.n_branches * sizeof(unsigned);
  a.story = (a.seen + a.n_branches + 3) & ~3ull;
  a.bytes = a.story + (1 + TP_STORY_WORDS) * sizeof(unsigned);
  return a;
}

static void fill(char *to, const tp_record_head *head, const tp_program *p) {
  tp_record_decision *decisions = (void *)(to + head->decisions);
  tp_record_label *labels = (void *)(to + head->labels);
  memcpy(to, head, sizeof *head);
  for (uint32_t i = 1; i < p->decisions.n; i++) {
    const tp_decision *d = &p->decisions.at[i];
    decisions[i] = (tp_record_decision){d->first, d->n, is_signed_switch(p, d)};
  }
  for (uint32_t i = 0; i < p->branches.n; i++)
    labels[i] =
        (tp_record_label){p->branches.at[i].low, p->branches.at[i].high};
}

static bool put(const tp_recorder *r, const void *bytes, size_t n,
                uint64_t at) {
  return pwrite(r->fd, bytes, n, (off_t)at) == (ssize_t)n;
}

/* Its blocks must be there: a run that writes to a full disk would end. */
static int write_file(tp_recorder *r, const tp_program *p) {
  int error = posix_fallocate(r->fd, 0, (off_t)r->head.bytes);
  r->tables = TP_NEW_ARRAY(char, r->head.count);
  fill(r->tables, &r->head, p);
  if (error == 0 && !put(r, r->tables, r->head.count, 0))
    error = errno ? errno : ENOSPC;
  return error;
}

int tp_recorder_open(tp_recorder *r, const tp_program *p, const char *path,
                     tp_diag *diag) {
  r->head = lay_out(p);
  r->tables = NULL;
  r->fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  int error = r->fd < 0 ? errno : write_file(r, p);
  if (error == 0)
    return 0;
  tp_recorder_close(r);
  return tp_diag_set(diag, TP_ENVIRONMENT, "cannot write '%s': %s", path,
                     strerror(error));
}

void tp_recorder_close(tp_recorder *r) {
  if (r->fd >= 0)
    close(r->fd);
  tp_free(r->tables);
  r->tables = NULL;
  r->fd = -1;
}

/* The run before may have cut it off, or written behind it. What it does to the
 * file besides, it could do to itself. */
void tp_recorder_clear(const tp_recorder *r) {
  struct stat st;
  size_t n = r->head.story + sizeof(unsigned) - r->head.count;
  char *zeros = TP_NEW_ARRAY(char, n);
  bool is_whole =
      fstat(r->fd, &st) == 0 && (uint64_t)st.st_size == r->head.bytes;
  bool is_clear = (is_whole || (ftruncate(r->fd, (off_t)r->head.bytes) == 0 &&
                                put(r, r->tables, r->head.count, 0))) &&
                  put(r, zeros, n, r->head.count);
  (void)is_clear; /* else it notes nothing, and that is seen */
  tp_free(zeros);
}

void tp_recorder_rest(const tp_recorder *r, tp_str *out) {
  char text[4096];
  ssize_t n;
  VEC_CLEAR(out);
  while (out->n < MAX_REST && (n = pread(r->fd, text, sizeof text,
                                         (off_t)(r->head.bytes + out->n))) > 0)
    tp_str_addn(out, text, (size_t)n);
}

/* How many the run says that it took; 0: it makes no sense. */
static uint32_t count_taken(const tp_recorder *r) {
  uint32_t n;
  if (pread(r->fd, &n, sizeof n, (off_t)r->head.count) != (ssize_t)sizeof n ||
      n > r->head.n_branches)
    return 0;
  return n;
}

void tp_recorder_take(const tp_recorder *r, const tp_program *p,
                      tp_vec_u32 *out) {
  uint32_t n = count_taken(r), kept = 0;
  VEC_CLEAR(out);
  VEC_RESIZE(out, n);
  if (n && pread(r->fd, out->at, n * sizeof *out->at, (off_t)r->head.taken) !=
               (ssize_t)(n * sizeof *out->at))
    n = 0;
  bool violated = false;
  for (uint32_t i = 0; i < n; i++)
    if (out->at[i] < r->head.n_branches &&
        tp_branch_counts(p, out->at[i], &violated))
      out->at[kept++] = out->at[i];
  out->n = kept;
}

void tp_recorder_story(const tp_recorder *r, tp_vec_u32 *out) {
  uint32_t n = 0;
  VEC_CLEAR(out);
  if (pread(r->fd, &n, sizeof n, (off_t)r->head.story) != (ssize_t)sizeof n ||
      n > TP_STORY_WORDS)
    n = 0;
  VEC_RESIZE(out, n);
  if (n && pread(r->fd, out->at, n * sizeof *out->at,
                 (off_t)(r->head.story + sizeof n)) !=
               (ssize_t)(n * sizeof *out->at))
    out->n = 0;
}
