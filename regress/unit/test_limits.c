/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of limits: each is documented as it is, and its least is one. */
#include "base/limits.h"
#include "base/file.h"
#include "check.h"

static const struct {
  const char *name, *what;
  int usual, least;
} limits[] = {
#define LIMIT(name, usual, least, what) {#name, what, usual, least},
#include "base/limits.def"
#undef LIMIT
};

enum { N = sizeof limits / sizeof *limits };

TEST(limits_are_documented) {
  tp_str doc = {0}, row = {0};
  tp_diag diag = {0};
  CHECK(tp_file_read(&doc, "docs/limits.md", TP_USAGE, &diag) == 0);
  for (uint32_t i = 0; i < N; i++) {
    row.n = 0;
    tp_str_addf(&row, "| `%s` | %d | %d | %s | `", limits[i].name,
                limits[i].usual, limits[i].least, limits[i].what);
    if (!strstr(tp_str_text(&doc), row.at))
      CHECK_STR(row.at, "in docs/limits.md");
  }
  uint32_t rows = 0;
  for (const char *at = doc.at; at && (at = strstr(at, "\n| `")); at++)
    rows++;
  CHECK_EQ(rows, N);
  tp_str_free(&doc);
  tp_str_free(&row);
  tp_diag_free(&diag);
}

TEST(limits_have_a_least) {
  for (uint32_t i = 0; i < N; i++) {
    CHECK(limits[i].least >= 1);
    CHECK(limits[i].least < limits[i].usual);
  }
}
