/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Testcase files read back: what the writer writes for every type, and what is
 * damaged. */
#include "check.h"

#include "app/testcase.h"
#include "base/file.h"
#include "report/report.h"
#include "report_fixture.h"

static int read_text(tp_row *out, const char *text, size_t n, tp_diag *diag) {
  tp_str dir = {0}, file = {0};
  tp_diag mine = {0};
  CHECK(tp_file_temp_dir(&dir, &mine) == 0);
  tp_file_join(&file, dir.at, "testcase-0001.xml");
  CHECK(tp_file_write(file.at, text, n, &mine) == 0);
  int rc = tp_testcase_read(out, NULL, file.at, diag);
  tp_file_remove_tree(dir.at);
  tp_str_free(&dir);
  tp_str_free(&file);
  return rc;
}

static const tp_result_input all[] = {
    {.type = TP_SCALAR_BOOL, .bits = 1},
    {.type = TP_SCALAR_I8, .bits = 0x80},
    {.type = TP_SCALAR_U8, .bits = 0xff},
    {.type = TP_SCALAR_I16, .bits = 0x8001},
    {.type = TP_SCALAR_U16, .bits = 0xfffe},
    {.type = TP_SCALAR_I32, .bits = 0x80000000},
    {.type = TP_SCALAR_U32, .bits = 0xffffffff, .object = 1},
    {.type = TP_SCALAR_I64, .bits = UINT64_C(0x8000000000000000)},
    {.type = TP_SCALAR_U64, .bits = UINT64_MAX},
    {.type = TP_SCALAR_F32, .bits = 0x3dcccccd, .object = 2, .name = "a\"<b"},
    {.type = TP_SCALAR_F32, .bits = 0xffc00123},
    {.type = TP_SCALAR_F64, .bits = UINT64_C(0x3fb999999999999a)},
    {.type = TP_SCALAR_F64, .bits = UINT64_C(0x8000000000000000)},
    {.type = TP_SCALAR_F64, .bits = UINT64_C(0x7ff8000000000001)},
    {.type = TP_SCALAR_F64, .bits = UINT64_C(0xfff0000000000000)},
    {.type = TP_SCALAR_F64, .bits = 1}};
enum { N = sizeof all / sizeof *all };

static void write_all(tp_str *out) {
  tp_program *p = fixture_program();
  tp_result r = {.program = p};
  for (int i = 0; i < N; i++)
    VEC_PUSH(&r.inputs, all[i]);
  VEC_PUSH(&r.tests, (tp_result_test){.n_inputs = N});
  tp_report_testcase(&r, 1, out);
  tp_result_free(&r);
  tp_program_free(p);
}

static uint64_t cut(uint64_t bits, unsigned type) {
  static const unsigned size[] = {1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
  return size[type] < 8 ? bits & ((UINT64_C(1) << 8 * size[type]) - 1) : bits;
}

TEST(testcase_round_trip) {
  tp_str text = {0};
  tp_row row = {0};
  tp_diag diag = {0};
  write_all(&text);
  CHECK_EQ(read_text(&row, text.at, text.n, &diag), 0);
  CHECK_EQ(row.n, N);
  for (uint32_t i = 0; i < row.n; i++)
    CHECK_EQ(cut(row.at[i], all[i].type), all[i].bits);
  VEC_FREE(&row);
  tp_str_free(&text);
  tp_diag_free(&diag);
}

/* Every prefix is refused; a changed byte is refused or read. */
TEST(testcase_damaged) {
  tp_str text = {0};
  write_all(&text);
  for (uint32_t i = 0; i + 13 < text.n; i += 17) {
    tp_row row = {0};
    tp_diag diag = {0};
    CHECK_EQ(read_text(&row, text.at, i, &diag), -1);
    CHECK_EQ(diag.status, TP_REFUSED);
    VEC_FREE(&row);
    tp_diag_free(&diag);
  }
  for (uint32_t i = 0; i < text.n; i += 7) {
    tp_row row = {0};
    tp_diag diag = {0};
    char old = text.at[i];
    text.at[i] = "<>\"\0x"[i / 7 % 5];
    int rc = read_text(&row, text.at, text.n, &diag);
    CHECK(rc == 0 || diag.status == TP_REFUSED);
    text.at[i] = old;
    VEC_FREE(&row);
    tp_diag_free(&diag);
  }
  tp_str_free(&text);
}
