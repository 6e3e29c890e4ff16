/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every IR promises, on programs that use much of C. */
#include "check.h"

#include "front_load.h"
#include "ir/ir.h"

static void check_operands(const tp_ir *ir, uint32_t i, uint32_t first) {
  const tp_ir_op *op = tp_ir_at(ir, i);
  for (uint32_t k = 0; k < op->n; k++) {
    tp_ir_arg arg = ir->args.at[op->first + k];
    CHECK(arg.from >= first && arg.from <= i);
    CHECK(arg.value == TP_IR_NONE || (arg.value >= first && arg.value < i));
  }
}

/* Operands come before what uses them, targets are in the function, and control
 * does not run out of it. */
static void check_function(const tp_ir *ir, tp_func_id f) {
  uint32_t first = ir->first.at[f], end = ir->first.at[f + 1];
  for (uint32_t i = first; i < end; i++) {
    const tp_ir_op *op = tp_ir_at(ir, i);
    CHECK(op->begin >= first && op->begin <= i);
    CHECK(op->node || op->kind == TP_IR_RETURN);
    CHECK(tp_ir_is_end(op) || op->n_to == 0);
    check_operands(ir, i, first);
    for (uint32_t t = op->to; t < op->to + op->n_to; t++) {
      uint32_t to = ir->targets.at[t].op;
      CHECK(to >= first && to < end);
    }
  }
  CHECK(first == end || tp_ir_is_end(tp_ir_at(ir, end - 1)));
}

static void check_text(const char *text) {
  for (int is_gcc = 0; is_gcc < 2; is_gcc++) {
    front_case c;
    front_load(&c, text);
    CHECK(c.p != NULL);
    if (!c.p)
      return;
    tp_ir *ir = tp_ir_new(c.p, is_gcc);
    CHECK_EQ(ir->first.n, c.p->funcs.n + 1);
    for (tp_func_id f = 0; f < c.p->funcs.n; f++)
      check_function(ir, f);
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
