/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Decide's walk makes of small functions against the functions themselves,
 * for all values of two inputs: a side of a condition is taken exactly if an
 * instance of it says so. The same text is compiled here and walked there;
 * nothing is run, and no solver is asked. */
#include "check.h"

#include "front_load.h"
#include "instr/instr.h"
#include "model_bench.h"

enum { RANGE = 12, MAX_CONDITIONS = 16, MAX_STEPS = 100000 };

static bool taken[MAX_CONDITIONS][2]; /* [n][0]: it was true */

static int met(int n, int truth) {
  taken[n][!truth] = true;
  return truth;
}

/* In the text IF is the condition alone. */
#define IF(n, condition) met(n, (condition) != 0)
#define PROGRAM(name, ...) \
  static const char name##_text[] = #__VA_ARGS__; \
  __VA_ARGS__

PROGRAM(
    ways, static int ways(int a, int b) {
      int x = 0, y = 5;
      if (IF(0, a > 3))
        x = b;
      else
        y = a;
      if (IF(1, x > y))
        x = 20;
      if (IF(2, x == 20) && IF(3, a < 3))
        return 1;
      return IF(4, x + y == 9) ? 2 : 3;
    })

PROGRAM(
    calls,
    static int limit(int v, int *high) {
      if (IF(0, v > *high)) {
        *high = v;
        return 1;
      }
      return 0;
    } static int calls(int a, int b) {
      int most = 4, n = limit(a, &most);
      n += limit(b, &most);
      n += limit(7, &most);
      if (IF(1, n == 3))
        return 1;
      if (IF(2, most > 7) && IF(3, n == 0))
        return 2;
      return 0;
    })

PROGRAM(
    turns, static int turns(int a, int b) {
      int sum = 0, i = 0;
      while (IF(0, i < 4)) {
        if (IF(1, i == a))
          sum += b;
        if (IF(2, sum > 8))
          break;
        i++;
      }
      return IF(3, i == 4) ? IF(4, sum == 8) : IF(5, i == 3);
    })

PROGRAM(
    places, struct pair { short low, high; }; static int places(int a, int b) {
      struct pair all[3] = {{1, 2}, {3, 4}, {5, 6}}, *p = all;
      union {
        int number;
        unsigned char bytes[4];
      } u;
      int *to = a > 4 ? &a : &b;
      u.number = a * 256 + b;
      if (a < 3)
        p = &all[a & 1];
      p->high = (short)(p->low + b);
      *to = 9;
      if (IF(0, all[1].high == 8))
        return 1;
      if (IF(1, u.bytes[0] == u.bytes[1]))
        return 2;
      if (IF(2, a == 9) && IF(3, b == 9))
        return 3;
      return IF(4, a + b > 19);
    })

typedef struct subject {
  const char *text, *entry;
  int (*run)(int a, int b);
} subject;

typedef struct bench {
  front_case c;
  tp_ir *ir;
  tp_taint taint;
  tp_instr_result instr;
  model_bench m;
} bench;

static bool open_bench(bench *b, const subject *s) {
  tp_str text = {0};
  *b = (bench){0};
  tp_str_addf(&text,
              "int __VERIFIER_nondet_int(void);\n"
              "#define IF(n, condition) (condition)\n%s\n"
              "int main(void) { int a = __VERIFIER_nondet_int();\n"
              "int b = __VERIFIER_nondet_int(); return %s(a, b); }\n",
              s->text, s->entry);
  front_load(&b->c, text.at);
  tp_str_free(&text);
  CHECK(b->c.p != NULL);
  if (!b->c.p)
    return false;
  b->ir = tp_ir_new(b->c.p, true);
  tp_flow_taint(&b->taint, b->ir);
  tp_instr_write(&b->instr, b->ir, &b->taint, false);
  model_open(&b->m, b->ir, &b->instr.plan, MAX_STEPS);
  CHECK(!tp_model_is_cut(&b->m.model));
  return true;
}

static void close_bench(bench *b) {
  model_close(&b->m);
  tp_instr_free(&b->instr);
  tp_taint_free(&b->taint);
  tp_ir_free(b->ir);
  front_free(&b->c);
}

static void compare(bench *b, const subject *s) {
  const tp_program *p = b->c.p;
  memset(taken, 0, sizeof taken);
  s->run((int)b->m.values[0], (int)b->m.values[1]);
  for (tp_decision_id d = 1; d < p->decisions.n; d++) {
    const char *text = tp_names_text(p->names, p->decisions.at[d].text);
    unsigned n;
    if (sscanf(text, "IF(%u", &n) != 1)
      continue;
    for (uint32_t k = 0; k < 2; k++) {
      if (model_says(&b->m, d, k) == taken[n][k])
        continue;
      fprintf(stderr, "%s(%d, %d), %s: side %u\n", s->entry,
              (int)b->m.values[0], (int)b->m.values[1], text, k);
      CHECK(!"what the function does");
    }
  }
}

static void check_program(const subject *s) {
  bench b;
  if (!open_bench(&b, s))
    return;
  for (b.m.values[0] = -1; b.m.values[0] < RANGE; b.m.values[0]++)
    for (b.m.values[1] = -1; b.m.values[1] < RANGE; b.m.values[1]++)
      compare(&b, s);
  close_bench(&b);
}

TEST(model_of_ways_that_meet) {
  check_program(&(subject){ways_text, "ways", ways});
}

TEST(model_of_calls) {
  check_program(&(subject){calls_text, "calls", calls});
}

TEST(model_of_loops) {
  check_program(&(subject){turns_text, "turns", turns});
}

TEST(model_of_places) {
  check_program(&(subject){places_text, "places", places});
}
