/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Batches: what a list says, the names of folders, which status is the worst,
 * which options a program's own process gets. */
#include "check.h"

#include "app/batch.h"
#include "base/file.h"

#include <unistd.h>

typedef struct fixture {
  tp_str dir, path;
  tp_batch batch;
  tp_diag diag;
} fixture;

/* The list's text; returns what tp_batch_add does. */
static int load(fixture *f, const char *text) {
  *f = (fixture){0};
  CHECK(tp_file_temp_dir(&f->dir, &f->diag) == 0);
  tp_file_join(&f->path, f->dir.at, "list");
  CHECK(tp_file_write(f->path.at, text, strlen(text), &f->diag) == 0);
  return tp_batch_add(&f->batch, f->path.at, &f->diag);
}

static void unload(fixture *f) {
  tp_file_remove_tree(f->dir.at);
  tp_batch_free(&f->batch);
  tp_str_free(&f->dir);
  tp_str_free(&f->path);
  tp_diag_free(&f->diag);
}

static void check_words(const tp_texts *words, const char *want) {
  tp_str text = {0};
  tp_str_add(&text, "");
  for (uint32_t i = 0; i < words->n; i++)
    tp_str_addf(&text, "<%s>", words->at[i]);
  CHECK_STR(text.at, want);
  tp_str_free(&text);
}

TEST(batch_list) {
  fixture f;
  CHECK(load(&f, "# comment\n\n a.c\tb.c -- -O2 '-DX=\"a b\"' # more\r\n"
                 "\"sp ace.c\" --\nx\\ y.c -- \"-D\\\"q\\\"\" -- ''\n"
                 "a#b.c") == 0);
  CHECK_EQ(f.batch.programs.n, 4);
  check_words(&f.batch.programs.at[0].files, "<a.c><b.c>");
  check_words(&f.batch.programs.at[0].flags, "<-O2><-DX=\"a b\">");
  check_words(&f.batch.programs.at[1].files, "<sp ace.c>");
  check_words(&f.batch.programs.at[1].flags, "");
  check_words(&f.batch.programs.at[2].files, "<x y.c>");
  check_words(&f.batch.programs.at[2].flags, "<-D\"q\"><--><>");
  check_words(&f.batch.programs.at[3].files, "<a#b.c>");
  CHECK_STR(f.batch.programs.at[0].dir, f.dir.at);
  unload(&f);
}

TEST(batch_list_refused) {
  static const struct {
    const char *text;
    unsigned line;
  } bad[] = {
      {"a.c\n'b.c\n", 2}, {"a.c\n\n-- -O2\n", 3}, {"# none\n", 0}, {"", 0}};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    fixture f;
    CHECK(load(&f, bad[i].text) != 0);
    CHECK_EQ(f.diag.status, TP_REFUSED);
    CHECK_EQ(f.diag.line, bad[i].line);
    unload(&f);
  }
}

TEST(batch_names) {
  fixture f;
  CHECK(load(&f, "a.c\nx/a.c\na-2.c\nb/a.c\n'we ird\"é.c'\n./-dash.c\n"
                 "..c\nsummary.txt\nbatch.json.c\nplain\n") == 0);
  static const char *const want[] = {
      "a",     "a-2", "a-2-2",         "a-3",          "we_ird___",
      "_dash", "_",   "summary.txt-2", "batch.json-2", "plain"};
  tp_batch_name(&f.batch);
  CHECK_EQ(f.batch.programs.n, sizeof want / sizeof *want);
  for (uint32_t i = 0; i < f.batch.programs.n; i++)
    CHECK_STR(f.batch.programs.at[i].name, want[i]);
  unload(&f);
}

static tp_status status_with(int first, int second) {
  tp_batch batch = {0};
  tp_batch_program a = {.state = TP_BATCH_ENDED, .status = first, .words = -1};
  tp_batch_program b = {.state = TP_BATCH_ENDED, .status = second, .words = -1};
  VEC_PUSH(&batch.programs, a);
  VEC_PUSH(&batch.programs, b);
  tp_status status = tp_batch_status(&batch);
  tp_batch_free(&batch);
  return status;
}

TEST(batch_status) {
  static const int order[] = {0, 1, 5, 2, 3, 4, 70};
  for (int i = 0; i < 7; i++)
    for (int k = 0; k < 7; k++)
      CHECK_EQ(status_with(order[i], order[k]), order[i > k ? i : k]);
  CHECK_EQ(status_with(0, -1), TP_INTERNAL);
  CHECK_EQ(status_with(0, 99), TP_INTERNAL);
  tp_batch stopped = {.was_stopped = true};
  CHECK_EQ(tp_batch_status(&stopped), TP_BUDGET);
}

TEST(batch_forwards_options) {
  char *argv[] = {"tp2ph",     "batch",      "list", "--seed", "0",
                  "--timeout", "90s",        "-o",   "dir",    "-j",
                  "3",         "--strategy", "dfs",  "-v",     "--smt-log",
                  "logs",      "--resume",   "--",   "-O2",    NULL};
  tp_options o;
  tp_diag diag = {0};
  tp_option_words words = {0};
  tp_str text = {0};
  CHECK(tp_options_parse(&o, 19, argv, &diag) == 0);
  tp_options_words(&o, tp_options_forwarded(&o), &words);
  for (uint32_t i = 0; i < words.n; i++) {
    tp_str_addf(&text, "%s ", words.at[i]);
    tp_free(words.at[i]);
  }
  CHECK(strstr(text.at, "--seed=0 "));
  CHECK(strstr(text.at, "--timeout=90.000 "));
  CHECK(strstr(text.at, "--strategy=dfs "));
  CHECK(strstr(text.at, "--resume "));
  CHECK(!strstr(text.at, "--entry"));
  CHECK(!strstr(text.at, "--phases"));
  CHECK(!strstr(text.at, "dir"));
  CHECK(!strstr(text.at, "logs"));
  CHECK(!strstr(text.at, "--jobs"));
  CHECK(!strstr(text.at, "--verbose"));
  VEC_FREE(&words);
  tp_str_free(&text);
  tp_options_free(&o);
  tp_diag_free(&diag);
}
