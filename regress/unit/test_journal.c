/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal: what was put comes back, a damaged file gives what is whole. */
#include "base/clock.h"
#include "base/file.h"
#include "check.h"
#include "journal/code.h"
#include "journal/journal.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct seen {
  uint32_t n;
  uint64_t sum;
} seen;

static void count(void *state, uint8_t kind, double seconds,
                  const uint8_t *bytes, size_t n) {
  seen *s = state;
  tp_cursor c = {bytes, bytes + n, false};
  CHECK(seconds >= 0 && kind == 7);
  s->n++;
  s->sum += tp_take_u64(&c);
  CHECK(!c.is_bad && c.at == c.end);
}

static void put_numbers(const char *dir, uint32_t n) {
  tp_journal *j;
  tp_diag diag = {0};
  CHECK_EQ(tp_journal_create(&j, dir, tp_now(), &diag), 0);
  CHECK_EQ(tp_journal_settle(j), 0);
  for (uint64_t i = 0; i < n; i++) {
    tp_str payload = {0};
    tp_put_u64(&payload, i << i);
    tp_journal_put(j, 7, &payload);
    tp_str_free(&payload);
  }
  CHECK_EQ(tp_journal_diag(j)->status, TP_OK);
  tp_journal_close(j);
}

/* Cuts and changes every byte in turn: what comes back is a beginning. */
TEST(journal_damaged) {
  tp_str dir = {0}, path = {0}, whole = {0};
  tp_diag diag = {0};
  CHECK_EQ(tp_file_temp_dir(&dir, &diag), 0);
  put_numbers(dir.at, 10);
  tp_file_join(&path, dir.at, TP_JOURNAL_NAME);
  CHECK_EQ(tp_file_read(&whole, path.at, TP_REFUSED, &diag), 0);
  for (uint32_t i = 0; i < whole.n; i++) {
    seen cut = {0}, changed = {0};
    CHECK_EQ(tp_file_write(path.at, whole.at, i, &diag), 0);
    CHECK(tp_journal_read(dir.at, count, &cut) && cut.n < 10);
    whole.at[i] ^= 0x10;
    CHECK_EQ(tp_file_write(path.at, whole.at, whole.n, &diag), 0);
    CHECK(tp_journal_read(dir.at, count, &changed) && changed.n < 10);
    CHECK(changed.n <= cut.n);
    whole.at[i] ^= 0x10;
  }
  seen all = {0};
  CHECK_EQ(tp_file_write(path.at, whole.at, whole.n, &diag), 0);
  CHECK(tp_journal_read(dir.at, count, &all) && all.n == 10);
  tp_journal_remove(dir.at);
  CHECK(!tp_journal_read(dir.at, count, &all));
  tp_file_remove_tree(dir.at);
  tp_str_free(&dir);
  tp_str_free(&path);
  tp_str_free(&whole);
}

TEST(journal_code) {
  static const int64_t numbers[] = {0,   1,   -1,      63,        64,       -64,
                                    -65, 127, 1 << 20, INT64_MIN, INT64_MAX};
  tp_str out = {0};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    tp_put_i64(&out, numbers[i]);
    tp_put_u64(&out, (uint64_t)numbers[i]);
  }
  tp_put_double(&out, -0.1);
  tp_put_text(&out, NULL);
  tp_put_text(&out, "");
  tp_put_text(&out, "text");
  tp_cursor c = {(const uint8_t *)out.at, (const uint8_t *)out.at + out.n,
                 false};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    CHECK(tp_take_i64(&c) == numbers[i]);
    CHECK(tp_take_u64(&c) == (uint64_t)numbers[i]);
  }
  CHECK(tp_take_double(&c) == -0.1);
  CHECK(tp_take_text(&c) == NULL && !c.is_bad);
  char *empty = tp_take_text(&c), *text = tp_take_text(&c);
  CHECK(empty && text && strcmp(empty, "") == 0 && strcmp(text, "text") == 0);
  CHECK(c.at == c.end && !c.is_bad);
  CHECK(tp_take_u64(&c) == 0 && c.is_bad);
  tp_free(empty);
  tp_free(text);
  tp_str_free(&out);
}

/* Whatever the bytes are, the cursor stays inside. */
TEST(journal_code_of_noise) {
  uint8_t bytes[12];
  srandom(1);
  for (int i = 0; i < 20000; i++) {
    for (size_t k = 0; k < sizeof bytes; k++)
      bytes[k] = (uint8_t)random();
    tp_cursor c = {bytes, bytes + i % (int)(sizeof bytes + 1), false};
    for (int k = 0; k < 6; k++) {
      tp_take_u32(&c);
      tp_free(tp_take_text(&c));
      tp_take_double(&c);
      CHECK(c.at <= c.end);
    }
  }
}
