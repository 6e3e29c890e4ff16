/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report.json read back: what the writer writes, and what is damaged. */
#include "check.h"

#include "app/replay_report.h"
#include "app/testcase.h"
#include "base/file.h"
#include "report_fixture.h"

#include <unistd.h>

static int read_text(tp_replay_report *out, const char *text, size_t n,
                     tp_diag *diag) {
  tp_str path = {0};
  tp_diag mine = {0};
  CHECK(tp_file_temp_dir(&path, &mine) == 0);
  tp_str file = {0};
  tp_file_join(&file, path.at, "report.json");
  CHECK(tp_file_write(file.at, text, n, &mine) == 0);
  int rc = tp_replay_report_read(out, file.at, diag);
  tp_file_remove_tree(path.at);
  tp_str_free(&path);
  tp_str_free(&file);
  return rc;
}

static const char small[] =
    "{\"other\": [1, {\"a\": null}],\n"
    " \"program\": {\"entry\": \"main\", \"compiler\": \"gcc\",\n"
    "  \"link_flags\": [\"-lm\"], \"fingerprint\": \"f00\",\n"
    "  \"inputs\": {\"file\": \"a.inputs\", \"folder\": \"/in\"},\n"
    "  \"units\": [{\"file\": \"a \\\"b\\\".c\", \"folder\": \"/src\",\n"
    "   \"sha256\": \"00\", \"flags\": [\"-O2\", \"-DX\"], \"new\": 1}]},\n"
    " \"uncounted\": [{\"id\": 3, \"file\": \"a.c\", \"line\": 9,\n"
    "  \"column\": 2, \"text\": \"1\", \"side\": \"T\", \"test\": null}],\n"
    " \"branch\": [{\"side\": \"5 ... 9\", \"id\": 1, \"file\": \"a.c\",\n"
    "  \"line\": 4, \"column\": 7, \"text\": \"x\", \"proof\": \"a is T\",\n"
    "  \"verdict\": \"infeasible\"}, {\"side\": \"T\", \"id\": 2,\n"
    "  \"file\": \"a.c\", \"text\": \"y\", \"verdict\": \"unknown\",\n"
    "  \"proof\": \"none\"}],\n"
    " \"test\": [{\"number\": 1, \"end\": \"exit\", \"code\": 3,\n"
    "  \"new_branches\": [1, 3], \"inputs\": [[0, \"7\"], [1, \"-2\", 1, "
    "8]]},\n"
    "  {\"number\": 2, \"end\": \"signal\", \"signal\": \"SIGSEGV\"},\n"
    "  {\"number\": 3, \"end\": \"timeout\", \"new_branches\": []}]}\n";

TEST(replay_report_fields) {
  tp_replay_report r;
  tp_diag diag = {0};
  CHECK(read_text(&r, small, strlen(small), &diag) == 0);
  CHECK_STR(r.entry, "main");
  CHECK_STR(r.compiler, "gcc");
  CHECK_EQ(r.link_flags.n, 2);
  CHECK_STR(r.fingerprint, "f00");
  CHECK_STR(r.inputs.file, "a.inputs");
  CHECK_EQ(r.units.n, 1);
  CHECK_STR(r.units.at[0].file, "a \"b\".c");
  CHECK_STR(r.units.at[0].folder, "/src");
  CHECK_STR(r.units.at[0].flags.at[1], "-DX");
  CHECK(r.units.at[0].flags.at[2] == NULL);
  CHECK_EQ(r.branches.n, 4);
  CHECK(r.branches.at[0] == NULL);
  CHECK_STR(r.branches.at[1], "a.c:4:7  [5 ... 9]  x");
  CHECK_STR(r.branches.at[3], "a.c:9:2  [T]  1");
  CHECK_EQ(r.proofs.n, 4);
  CHECK_STR(r.proofs.at[1], "a is T");
  CHECK(!r.proofs.at[2] && !r.proofs.at[3]);
  CHECK_EQ(r.tests.n, 3);
  CHECK_STR(r.tests.at[0].end, "exit 3");
  CHECK_EQ(r.tests.at[0].claims.n, 2);
  CHECK(r.tests.at[0].has_inputs && !r.tests.at[1].has_inputs);
  uint64_t seven = tp_testcase_hash(0, "7", 1);
  CHECK(r.tests.at[0].inputs == tp_testcase_hash(seven, "-2", 2));
  CHECK_STR(r.tests.at[1].end, "signal SIGSEGV");
  CHECK_STR(r.tests.at[2].end, "timeout");
  tp_replay_report_free(&r);
  tp_diag_free(&diag);
}

/* Every prefix, and every byte changed once: an error or a report, nothing
 * else. */
TEST(replay_report_damaged) {
  size_t n = strlen(small);
  char text[sizeof small];
  for (size_t i = 0; i < n - 2; i += 3) {
    tp_replay_report r;
    tp_diag diag = {0};
    CHECK(read_text(&r, small, i, &diag) != 0);
    CHECK_EQ(diag.status, TP_REFUSED);
    tp_replay_report_free(&r);
    tp_diag_free(&diag);
  }
  for (size_t i = 0; i < n; i += 2) {
    tp_replay_report r;
    tp_diag diag = {0};
    memcpy(text, small, n);
    text[i] = "}]\"9x"[i / 2 % 5];
    int rc = read_text(&r, text, n, &diag);
    CHECK(rc == 0 || diag.status == TP_REFUSED);
    tp_replay_report_free(&r);
    tp_diag_free(&diag);
  }
}

TEST(replay_report_refuses) {
  static const char *const texts[] = {
      "{}",
      "[]",
      "{\"program\": {\"entry\": \"main\", \"units\": []}}",
      "{\"program\": {\"entry\": \"main\", \"units\": [{\"file\": \"a\"}]}}",
      "{\"branch\": [{\"id\": 4000000000, \"file\": \"a\", \"text\": \"b\", "
      "\"side\": \"T\"}]}",
      "{\"test\": [{\"number\": 2, \"end\": \"exit\"}]}",
      "{\"test\": [{\"number\": -1, \"end\": \"exit\"}]}",
      "{\"test\": [{\"number\": 1.5, \"end\": \"exit\"}]}"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    tp_replay_report r;
    tp_diag diag = {0};
    CHECK(read_text(&r, texts[i], strlen(texts[i]), &diag) != 0);
    CHECK_EQ(diag.status, TP_REFUSED);
    tp_replay_report_free(&r);
    tp_diag_free(&diag);
  }
}

/* What tp_report_json writes. */
TEST(replay_report_round_trip) {
  tp_program *p = fixture_program();
  tp_result result;
  tp_str text = {0};
  tp_replay_report r;
  tp_diag diag = {0};
  fixture_result(&result, p);
  result.cwd = "/src";
  tp_report_json(&result, &text);
  CHECK(read_text(&r, text.at, text.n, &diag) == 0);
  CHECK_EQ(r.tests.n, 2);
  CHECK_STR(r.tests.at[1].end, "signal SIGFPE");
  CHECK_EQ(r.tests.at[0].claims.at[1], 2);
  CHECK_EQ(r.branches.n, 7);
  CHECK_STR(r.branches.at[0], "limit.c:12:7  [T]  v < \"lo\"");
  CHECK_STR(r.branches.at[3], "limit.c:20:7  [5 ... 9]  port");
  CHECK_STR(r.units.at[0].folder, "/src");
  CHECK(strncmp(r.units.at[0].sha256, "ba7816bf", 8) == 0);
  tp_replay_report_free(&r);
  tp_diag_free(&diag);
  tp_str_free(&text);
  tp_result_free(&result);
  tp_program_free(p);
}
