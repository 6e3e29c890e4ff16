/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file: records one behind the other, each a head and its bytes. A head
 * that makes no sense, or a checksum that differs, ends it. */
#include "journal/journal.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/map.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEW_NAME ".tp2ph-journal-new"

typedef struct head {
  uint64_t check; /* of all that follows it, the bytes included */
  double seconds;
  uint32_t size; /* of the bytes */
  uint32_t kind;
} head;

struct tp_journal {
  int fd;
  double started;
  tp_str path, aside; /* aside: until it is settled */
  tp_diag diag;
};

static uint64_t check_of(const head *h, const void *bytes) {
  uint64_t of_head = tp_hash_bytes(&h->seconds, sizeof *h - sizeof h->check);
  return tp_hash_pair(of_head, tp_hash_bytes(bytes, h->size));
}

static void fail(tp_journal *j) {
  tp_diag_set(&j->diag, TP_ENVIRONMENT, "cannot write '%s': %s", j->path.at,
              strerror(errno));
}

int tp_journal_create(tp_journal **out, const char *dir, double started,
                      tp_diag *diag) {
  tp_journal *j = TP_NEW(tp_journal);
  *out = j;
  j->started = started;
  tp_file_join(&j->path, dir, TP_JOURNAL_NAME);
  tp_file_join(&j->aside, dir, NEW_NAME);
  j->fd = open(j->aside.at, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (j->fd >= 0)
    return 0;
  fail(j);
  return tp_diag_set(diag, j->diag.status, "%s", tp_str_text(&j->diag.message));
}

int tp_journal_settle(tp_journal *j) {
  if (j->diag.status == TP_OK && rename(j->aside.at, j->path.at) != 0)
    fail(j);
  return j->diag.status == TP_OK ? 0 : -1;
}

/* Part of a record is none; the file is of no use behind it. */
static bool write_whole(int fd, const char *bytes, size_t n) {
  while (n > 0) {
    ssize_t put = write(fd, bytes, n);
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return false;
    bytes += put;
    n -= (size_t)put;
  }
  return true;
}

void tp_journal_put(tp_journal *j, uint8_t kind, const tp_str *payload) {
  if (j->diag.status != TP_OK)
    return;
  head h = {.seconds = tp_now() - j->started, .size = payload->n, .kind = kind};
  h.check = check_of(&h, tp_str_text(payload));
  tp_str record = {0};
  tp_str_addn(&record, (const char *)&h, sizeof h);
  tp_str_addn(&record, tp_str_text(payload), payload->n);
  if (!write_whole(j->fd, record.at, record.n))
    fail(j);
  tp_str_free(&record);
}

const tp_diag *tp_journal_diag(const tp_journal *j) {
  return &j->diag;
}

void tp_journal_close(tp_journal *j) {
  if (!j)
    return;
  if (j->fd >= 0)
    close(j->fd);
  tp_str_free(&j->path);
  tp_str_free(&j->aside);
  tp_diag_free(&j->diag);
  tp_free(j);
}

/* ---- reading ------------------------------------------------------------- */

static void visit_all(const uint8_t *at, size_t n, tp_journal_visit *visit,
                      void *state) {
  head h;
  while (n >= sizeof h) {
    memcpy(&h, at, sizeof h);
    const uint8_t *bytes = at + sizeof h;
    if (h.size > n - sizeof h || h.kind > UINT8_MAX ||
        check_of(&h, bytes) != h.check)
      return;
    visit(state, (uint8_t)h.kind, h.seconds, bytes, h.size);
    at += sizeof h + h.size;
    n -= sizeof h + h.size;
  }
}

static bool visit_file(int fd, tp_journal_visit *visit, void *state) {
  struct stat st;
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
    return false;
  size_t n = (size_t)st.st_size;
  if (n == 0)
    return true;
  void *at = mmap(NULL, n, PROT_READ, MAP_PRIVATE, fd, 0);
  if (at == MAP_FAILED)
    return false;
  visit_all(at, n, visit, state);
  munmap(at, n);
  return true;
}

bool tp_journal_read(const char *dir, tp_journal_visit *visit, void *state) {
  tp_str path = {0};
  int fd = open(tp_file_join(&path, dir, TP_JOURNAL_NAME),
                O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  bool is_there = fd >= 0 && visit_file(fd, visit, state);
  if (fd >= 0)
    close(fd);
  tp_str_free(&path);
  return is_there;
}

void tp_journal_remove(const char *dir) {
  tp_str path = {0};
  unlink(tp_file_join(&path, dir, TP_JOURNAL_NAME));
  unlink(tp_file_join(&path, dir, NEW_NAME));
  tp_str_free(&path);
}
