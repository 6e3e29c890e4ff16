/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The recorder's file, which the program under test can write over. */
#include "app/recorder.h"
#include "check.h"
#include "front_load.h"

#include <unistd.h>

typedef struct subject {
  front_case c;
  tp_str path;
  tp_recorder recorder;
  tp_vec_u32 taken;
} subject;

static bool open_subject(subject *s) {
  *s = (subject){.recorder = {.fd = -1}};
  front_load(&s->c, "int in(void);\nint main(void) { int x = in();\n"
                    "if (x > 3) return 1; switch (x) { case 1: return 2; }\n"
                    "return x == 2 && in(); }\n");
  tp_file_join(&s->path, tp_str_text(&s->c.dir), "branches");
  bool is_open = s->c.p && tp_recorder_open(&s->recorder, s->c.p, s->path.at,
                                            &s->c.diag) == 0;
  CHECK(is_open);
  return is_open;
}

static void close_subject(subject *s) {
  tp_recorder_close(&s->recorder);
  VEC_FREE(&s->taken);
  tp_str_free(&s->path);
  front_free(&s->c);
}

/* As a run would: these branches, and that they are so many. */
static void pretend(const subject *s, const uint32_t *branches, uint32_t n,
                    uint32_t told) {
  const tp_record_head *head = &s->recorder.head;
  CHECK(pwrite(s->recorder.fd, &told, sizeof told, (off_t)head->count) ==
        (ssize_t)sizeof told);
  CHECK(pwrite(s->recorder.fd, branches, n * sizeof *branches,
               (off_t)head->taken) == (ssize_t)(n * sizeof *branches));
}

/* What a run reads is as it was made. */
static bool is_whole(const subject *s) {
  tp_record_head head;
  tp_record_decision d;
  return pread(s->recorder.fd, &head, sizeof head, 0) == (ssize_t)sizeof head &&
         memcmp(&head, &s->recorder.head, sizeof head) == 0 &&
         pread(s->recorder.fd, &d, sizeof d,
               (off_t)(head.decisions + sizeof d)) == (ssize_t)sizeof d &&
         d.n == 2;
}

TEST(recorder_takes_what_makes_sense) {
  subject s;
  if (open_subject(&s)) {
    const uint32_t some[] = {3, 0, 77};
    pretend(&s, some, 3, 2);
    tp_recorder_take(&s.recorder, s.c.p, &s.taken);
    CHECK(s.taken.n == 2 && s.taken.at[0] == 3 && s.taken.at[1] == 0);
    pretend(&s, some, 3, 3); /* 77 is no branch */
    tp_recorder_take(&s.recorder, s.c.p, &s.taken);
    CHECK_EQ(s.taken.n, 2);
    pretend(&s, some, 3, UINT32_MAX);
    tp_recorder_take(&s.recorder, s.c.p, &s.taken);
    CHECK_EQ(s.taken.n, 0);
  }
  close_subject(&s);
}

TEST(recorder_survives_a_cut) {
  subject s;
  if (open_subject(&s)) {
    const uint32_t one[] = {1};
    pretend(&s, one, 1, 1);
    CHECK(truncate(s.path.at, (off_t)s.recorder.head.taken + 1) == 0);
    tp_recorder_take(&s.recorder, s.c.p, &s.taken);
    CHECK_EQ(s.taken.n, 0);
    CHECK(truncate(s.path.at, 0) == 0);
    tp_recorder_take(&s.recorder, s.c.p, &s.taken);
    CHECK_EQ(s.taken.n, 0);
    CHECK(!is_whole(&s));
    tp_recorder_clear(&s.recorder);
    CHECK(is_whole(&s));
    pretend(&s, one, 1, 1);
    tp_recorder_take(&s.recorder, s.c.p, &s.taken);
    CHECK_EQ(s.taken.n, 1);
    tp_recorder_clear(&s.recorder);
    tp_recorder_take(&s.recorder, s.c.p, &s.taken);
    CHECK_EQ(s.taken.n, 0);
  }
  close_subject(&s);
}
