/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every IR promises, on programs that use much of C. */
#include "check.h"

#include "front_load.h"
#include "ir/loops.h"
#include "ir/region.h"

static void check_text(const char *text) {
  for (int is_gcc = 0; is_gcc < 2; is_gcc++) {
    front_case c;
    front_load(&c, text);
    CHECK(c.p != NULL);
    if (!c.p)
      return;
    tp_ir *ir = tp_ir_new(c.p, is_gcc);
    tp_ir_check(ir);
    tp_ir_free(ir);
    front_free(&c);
  }
}

TEST(ir_is_well_formed) {
  check_text("int a, b; struct s { int x; struct s *next; } *p;\n"
             "struct s f(int n, ...) { struct s v = {.x = n && b ? a : 2};\n"
             "  switch (n) { case 1: while (a) case 2: if (b--) break;\n"
             "  default: do continue; while (a ?: b); } return v; }\n"
             "int main(void) { int (*g)(int, ...) = 0; a[&b] += g(a, b++);\n"
             "  return f(p->next->x, (struct s){1}, ({ goto out; 1; })).x;\n"
             "out: return \"abc\"[a] + ({ for (;;) { } 1; }); }\n");
}

TEST(ir_of_jumps_to_nowhere) {
  check_text("int a; int main(void) { break; continue; case 3: goto nowhere;\n"
             "  return a; }\n");
}

/* Labels in text that was left alone are never met. */
TEST(ir_of_a_jump_into_text_that_was_left_alone) {
  check_text("int a; int main(void) { if (a) goto in;\n"
             "  __asm__ goto(\"\" : : : : in); return 0;\nin: return 1; }\n");
}

/* Each loop holds what begins in it, and no two begin at one operation. */
static void check_loops(const char *text, uint32_t n) {
  front_case c;
  front_load(&c, text);
  CHECK(c.p != NULL);
  if (!c.p)
    return;
  tp_ir *ir = tp_ir_new(c.p, true);
  tp_ir_loops l;
  tp_ir_loops_find(&l, ir);
  CHECK_EQ(l.at.n, n);
  for (uint32_t i = 0; i + 1 < l.at.n; i++)
    for (uint32_t k = i + 1; k < l.at.n; k++) {
      CHECK(l.at.at[i].head < l.at.at[k].head);
      CHECK(l.at.at[k].head > l.at.at[i].end ||
            l.at.at[k].end <= l.at.at[i].end);
    }
  for (uint32_t i = 0; i < ir->ops.n; i++) {
    uint32_t in = l.of.at[i];
    CHECK(!in || (l.at.at[in - 1].head <= i && i <= l.at.at[in - 1].end));
  }
  tp_ir_loops_free(&l);
  tp_ir_free(ir);
  front_free(&c);
}

TEST(ir_loops) {
  check_loops("int main(int a, char **v) { for (;;) while (a--) { if (a == 3) "
              "continue; }\n"
              "  return a; }\n",
              2);
  check_loops(
      "int main(int a, char **v) { do { do a--; while (a > 3); } while (a);\n"
      "  return a; }\n",
      2);
  check_loops(
      "int main(int a, char **v) { again: while (a--) if (a == 9) goto again;\n"
      "  return a; }\n",
      2);
  /* jumps that cross */
  check_loops(
      "int main(int a, char **v) { one: a--; two: if (a > 5) goto one;\n"
      "  if (a > 2) goto two; return a; }\n",
      2);
}

/* The first condition's two ways: what they store before they meet, and whether
 * they may leave instead. */
static void check_region(const char *text, uint32_t stores, bool leaves) {
  front_case c;
  front_load(&c, text);
  CHECK(c.p != NULL);
  if (!c.p)
    return;
  tp_ir *ir = tp_ir_new(c.p, true);
  bool may_leave;
  uint32_t at = 0, n = 0;
  while (tp_ir_at(ir, at)->kind != TP_IR_DECIDE)
    at++;
  CHECK_EQ(tp_ir_function_of(ir, at), c.p->entry);
  tp_ir_span s = tp_ir_region(ir, at, &may_leave);
  for (uint32_t i = s.from; i < s.to; i++)
    n += tp_ir_at(ir, i)->kind == TP_IR_STORE;
  CHECK_EQ(n, stores);
  CHECK_EQ(may_leave, leaves);
  tp_ir_free(ir);
  front_free(&c);
}

TEST(ir_regions) {
  check_region("int main(int a, char **v) { a = 1; if (a) a = 2; else a = 3;\n"
               "  a = 4; return a; }\n",
               2, false);
  check_region("int main(int a, char **v) { if (a) return 1; a = 2;\n"
               "  return a; }\n",
               0, true);
  check_region("int main(int a, char **v) { a = 1; if (a && v) a = 2; a = 3;\n"
               "  return a; }\n",
               1, false);
  /* both are in the loop, whose end may be where they meet */
  check_region("int main(int a, char **v) { do { a = 1; if (a) continue;\n"
               "  a = 2; } while (v); a = 3; return a; }\n",
               1, false);
  check_region("int main(int a, char **v) { while (a) { a = 1; if (v) break;\n"
               "  a = 2; } a = 3; return a; }\n",
               2, false);
  check_region("int main(int a, char **v) { a = 1; if (a) goto out; a = 2;\n"
               "out: a = 3; return a; }\n",
               1, false);
  /* text that was left alone may lead anywhere */
  check_region("int main(int a, char **v) { a = 1; if (a) __asm__(\"\");\n"
               "  return a; }\n",
               1, true);
}
