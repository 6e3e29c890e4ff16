/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables that may be read before they were set. */
#include "check.h"
#include "flow/uninitialised.h"
#include "front_load.h"

/* A function with this body. */
static bool may_be(const char *body) {
  front_case c;
  tp_str text = {0};
  tp_str_addf(&text, "int in(void);\nint main(void) {\n%s\n}\n", body);
  front_load(&c, text.at);
  CHECK(c.p);
  tp_ir *ir = tp_ir_new(c.p, true);
  bool is = tp_flow_may_be_uninitialised(ir);
  tp_ir_free(ir);
  front_free(&c);
  tp_str_free(&text);
  return is;
}

TEST(uninitialised_is_set_first) {
  CHECK(!may_be("int x = in(); return x;"));
  CHECK(!may_be("static int x; return x;"));
  CHECK(!may_be("int x, y; in(); x = in(); y = x; return y;"));
  CHECK(!may_be("int i, n = 0; for (i = 0; i < 3; i++) n += in(); return n;"));
  CHECK(!may_be("if (in()) { int x; x = in(); return x; } return 0;"));
  CHECK(!may_be("int never_named; return 0;"));
  CHECK(!may_be("int a[2] = {1}; return a[1];"));
}

TEST(uninitialised_may_be_read) {
  CHECK(may_be("int x; return x;"));
  CHECK(may_be("int x; if (in()) x = 1; return x;"));
  CHECK(may_be("int x; x = x + 1; return x;"));
  CHECK(may_be("int x; x += 1; return x;"));
  CHECK(may_be("int x, *p = &x; x = 1; return *p;"));
  CHECK(may_be("int a[2]; a[0] = 1; return a[1];"));
  CHECK(may_be("struct { int f; } s; s.f = 1; return s.f;"));
  CHECK(may_be("for (int i; i < 3; i++) in(); return 0;"));
  CHECK(may_be("while (in()) { int x; if (in()) return x; x = 1; } return 0;"));
}

TEST(uninitialised_behind_a_jump) {
  CHECK(may_be("int x; goto end; x = 1; end: return x;"));
  CHECK(may_be("switch (in()) { int x; case 1: in(); x = 3; break;\n"
               "case 2: return x; } return 0;"));
  CHECK(!may_be("int x; if (in()) goto set; x = 2; goto end;\n"
                "set: x = 1; end: return x;"));
  CHECK(!may_be("int x; if (in()) x = 1; else x = 2; return x;"));
}
