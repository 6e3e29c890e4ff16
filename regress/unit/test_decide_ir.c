/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decide's walk over small IR texts: memory, loops, summaries, guards; what it
 * is known not to follow stands here, too. No compiler, no run, no solver. */
#include "check.h"

#include "ir_text.h"
#include "model_bench.h"

#define LONG_WALK 100000

typedef struct bench {
  ir_case c;
  model_bench m;
} bench;

static void start(bench *b, const char *text, uint64_t max_steps) {
  ir_read(&b->c, text);
  model_open(&b->m, b->c.ir, &b->c.plan, max_steps);
}

static void end(bench *b) {
  model_close(&b->m);
  ir_close(&b->c);
}

/* Sides of the decisions 1, 2, ... that some run takes with these inputs: T, F,
 * both (*) or none (-). */
static void check_sides(bench *b, int64_t first, int64_t second,
                        const char *want) {
  tp_str got = {0};
  b->m.values[0] = first;
  b->m.values[1] = second;
  for (tp_decision_id d = 1; d < b->c.p->decisions.n; d++) {
    bool is_true = model_says(&b->m, d, 0), is_false = model_says(&b->m, d, 1);
    tp_str_addc(&got, "-TF*"[is_true + 2 * is_false]);
  }
  CHECK_STR(tp_str_text(&got), want);
  tp_str_free(&got);
}

/* ---- the text ------------------------------------------------------------ */

#define INPUT "outside __VERIFIER_nondet_int : int(void)\n"

static const char two_ways[] = "   0 declare x : int\n"
                               "   1 place x : int\n"
                               "   2 place __VERIFIER_nondet_int : int(void)\n"
                               "   3 input %2 : int\n"
                               "   4 store %1 %3 : int\n"
                               "   5 place x : int\n"
                               "   6 load %5 : int\n"
                               "   7 const 3 : int\n"
                               "   8 binary > %6 %7 : int\n"
                               "   9 decide #1 %8 -> 10 -> 14\n"
                               "  10 place x : int\n"
                               "  11 const 7 : int\n"
                               "  12 store %10 %11 : int\n"
                               "  13 jump -> 14\n"
                               "  14 place x : int\n"
                               "  15 load %14 : int\n"
                               "  16 const 7 : int\n"
                               "  17 binary == %15 %16 : int\n"
                               "  18 decide #2 %17 -> 19 -> 19\n"
                               "  19 return\n";

TEST(decide_ir_text_is_what_is_printed) {
  ir_case c;
  tp_str text = {0}, printed = {0}, plain = {0};
  tp_str_addf(&text, INPUT "main() : int(void)\n%s", two_ways);
  ir_read(&c, text.at);
  ir_print(&c, 1, &printed);
  for (uint32_t i = 0; i < printed.n; i++)
    if (printed.at[i] != ' ' || printed.at[i + 1] != '\n')
      tp_str_addc(&plain, printed.at[i]);
  CHECK_STR(tp_str_text(&plain), two_ways);
  tp_str_free(&text);
  tp_str_free(&printed);
  tp_str_free(&plain);
  ir_close(&c);
}

/* ---- guards and memory --------------------------------------------------- */

TEST(decide_ir_ways_that_meet) {
  bench b;
  tp_str text = {0};
  tp_str_addf(&text, INPUT "main() : int(void)\n%s", two_ways);
  start(&b, text.at, LONG_WALK);
  check_sides(&b, 2, 0, "FF");
  check_sides(&b, 4, 0, "TT");
  check_sides(&b, 7, 0, "TT");
  tp_str_free(&text);
  end(&b);
}

/* A jump into the middle of a loop: it is entered with i = 5 or with i = 0. */
TEST(decide_ir_jump_into_a_loop) {
  bench b;
  start(&b,
        INPUT "main() : int(void)\n"
              "   0 declare i : int\n"
              "   1 place i : int\n"
              "   2 const 0 : int\n"
              "   3 store %1 %2 : int\n"
              "   4 place __VERIFIER_nondet_int : int(void)\n"
              "   5 input %4 : int\n"
              "   6 decide #1 %5 -> 7 -> 11\n"
              "   7 place i : int\n"
              "   8 const 5 : int\n"
              "   9 store %7 %8 : int\n"
              "  10 jump -> 16\n"
              "  11 place i : int\n"
              "  12 load %11 : int\n"
              "  13 const 3 : int\n"
              "  14 binary < %12 %13 : int\n"
              "  15 decide #2 %14 -> 16 -> 22\n"
              "  16 place i : int\n"
              "  17 place i : int\n"
              "  18 load %17 : int\n"
              "  19 step + %18 : int\n"
              "  20 store %16 %19 : int\n"
              "  21 jump -> 11\n"
              "  22 place i : int\n"
              "  23 load %22 : int\n"
              "  24 const 6 : int\n"
              "  25 binary == %23 %24 : int\n"
              "  26 decide #3 %25 -> 27 -> 27\n"
              "  27 return\n",
        LONG_WALK);
  check_sides(&b, 1, 0, "TFT");
  check_sides(&b, 0, 0, "F*F");
  end(&b);
}

/* What a pointer leads to that an input chose, members, and a part that is
 * read as another type. */
TEST(decide_ir_memory) {
  bench b;
  start(&b,
        INPUT "struct pair { short low; short high; }\n"
              "static all : struct pair[2]\n"
              "main() : int(void)\n"
              "   0 declare p : short*\n"
              "   1 place p : short*\n"
              "   2 place all : struct pair[2]\n"
              "   3 place __VERIFIER_nondet_int : int(void)\n"
              "   4 input %3 : int\n"
              "   5 const 1 : int\n"
              "   6 binary & %4 %5 : int\n"
              "   7 element %2 %6 : struct pair\n"
              "   8 field high %7 : short\n"
              "   9 convert %8 : short*\n"
              "  10 store %1 %9 : short*\n"
              "  11 place p : short*\n"
              "  12 load %11 : short*\n"
              "  13 const 258 : int\n"
              "  14 store %12 %13 : short\n"
              "  15 place all : struct pair[2]\n"
              "  16 const 1 : int\n"
              "  17 element %15 %16 : struct pair\n"
              "  18 field high %17 : short\n"
              "  19 load %18 : short\n"
              "  20 const 258 : int\n"
              "  21 binary == %19 %20 : int\n"
              "  22 decide #1 %21 -> 23 -> 23\n"
              "  23 place all : struct pair[2]\n"
              "  24 convert %23 : unsigned char*\n"
              "  25 const 2 : int\n"
              "  26 element %24 %25 : unsigned char\n"
              "  27 load %26 : unsigned char\n"
              "  28 const 2 : int\n"
              "  29 binary == %27 %28 : int\n"
              "  30 decide #2 %29 -> 31 -> 31\n"
              "  31 place all : struct pair[2]\n"
              "  32 const 0 : int\n"
              "  33 element %31 %32 : struct pair\n"
              "  34 field low %33 : short\n"
              "  35 load %34 : short\n"
              "  36 decide #3 %35 -> 37 -> 37\n"
              "  37 return\n",
        LONG_WALK);
  check_sides(&b, 0, 0, "FTF");
  check_sides(&b, 3, 0, "TFF");
  end(&b);
}

/* ---- switches and open orders -------------------------------------------- */

TEST(decide_ir_switch) {
  bench b;
  start(&b,
        INPUT "main() : int(void)\n"
              "   0 declare x : int\n"
              "   1 place x : int\n"
              "   2 const 0 : int\n"
              "   3 store %1 %2 : int\n"
              "   4 place __VERIFIER_nondet_int : int(void)\n"
              "   5 input %4 : int\n"
              "   6 switch #1 %5 1 ... 3 -> 7 9 -> 8 default -> 11\n"
              "   7 jump -> 8\n"
              "   8 place x : int\n"
              "   9 const 1 : int\n"
              "  10 store %8 %9 : int\n"
              "  11 place x : int\n"
              "  12 load %11 : int\n"
              "  13 decide #2 %12 -> 14 -> 14\n"
              "  14 return\n",
        LONG_WALK);
  for (int64_t value = 0; value < 11; value++) {
    b.m.values[0] = value;
    bool is_low = value >= 1 && value <= 3, is_nine = value == 9;
    CHECK_EQ(model_says(&b.m, 1, 0), is_low);
    CHECK_EQ(model_says(&b.m, 1, 1), is_nine);
    CHECK_EQ(model_says(&b.m, 1, 2), !is_low && !is_nine);
    CHECK_EQ(model_says(&b.m, 2, 0), is_low || is_nine);
  }
  end(&b);
}

/* ---- calls --------------------------------------------------------------- */

/* f0(x) decides and adds; each next function calls the one before twice. */
static void add_tower(tp_str *text, int height) {
  tp_str_add(text, "f0(x) : int(int)\n"
                   "   0 place x : int\n"
                   "   1 load %0 : int\n"
                   "   2 const 5 : int\n"
                   "   3 binary > %1 %2 : int\n"
                   "   4 decide #1 %3 -> 5 -> 7\n"
                   "   5 const 1 : int\n"
                   "   6 return %5\n"
                   "   7 const 0 : int\n"
                   "   8 return %7\n");
  for (int i = 1; i <= height; i++)
    tp_str_addf(text,
                "f%d(x) : int(int)\n"
                "   0 place f%d : int(int)\n"
                "   1 place x : int\n"
                "   2 load %%1 : int\n"
                "   3 call %%0 %%2 : int\n"
                "   4 place f%d : int(int)\n"
                "   5 place x : int\n"
                "   6 load %%5 : int\n"
                "   7 call %%4 %%6 : int\n"
                "   8 binary + %%3 %%7 : int\n"
                "   9 return %%8\n",
                i, i - 1, i - 1);
  tp_str_addf(text,
              "main() : int(void)\n"
              "   0 place f%d : int(int)\n"
              "   1 place __VERIFIER_nondet_int : int(void)\n"
              "   2 input %%1 : int\n"
              "   3 call %%0 %%2 : int\n"
              "   4 const %lld : int\n"
              "   5 binary == %%3 %%4 : int\n"
              "   6 decide #2 %%5 -> 7 -> 7\n"
              "   7 return\n",
              height, 1LL << height);
}

static void check_tower(int height, const char *below, const char *above) {
  bench b;
  tp_str text = {0};
  tp_str_add(&text, INPUT);
  add_tower(&text, height);
  start(&b, text.at, LONG_WALK);
  CHECK(!tp_model_is_cut(&b.m.model));
  check_sides(&b, 5, 0, below);
  check_sides(&b, 6, 0, above);
  tp_str_free(&text);
  end(&b);
}

TEST(decide_ir_calls) {
  check_tower(2, "FF", "TT");
}

/* 2^24 calls: later ones take over what the first one left behind. */
TEST(decide_ir_summaries) {
  check_tower(24, "FF", "TT");
}

/* ---- loops --------------------------------------------------------------- */

/* for (i = 0; i < LIMIT; i++) n += 2; behind it the decision 2, n == 6. */
static void add_count(tp_str *text, const char *limit) {
  tp_str_addf(text,
              INPUT "main() : int(void)\n"
                    "   0 declare x : int\n"
                    "   1 place x : int\n"
                    "   2 place __VERIFIER_nondet_int : int(void)\n"
                    "   3 input %%2 : int\n"
                    "   4 const %s : int\n"
                    "   5 binary & %%3 %%4 : int\n"
                    "   6 store %%1 %%5 : int\n"
                    "   7 declare i : int\n"
                    "   8 place i : int\n"
                    "   9 const 0 : int\n"
                    "  10 store %%8 %%9 : int\n"
                    "  11 declare n : int\n"
                    "  12 place n : int\n"
                    "  13 const 0 : int\n"
                    "  14 store %%12 %%13 : int\n"
                    "  15 place i : int\n"
                    "  16 load %%15 : int\n"
                    "  17 place x : int\n"
                    "  18 load %%17 : int\n"
                    "  19 binary < %%16 %%18 : int\n"
                    "  20 decide #1 %%19 -> 21 -> 33\n"
                    "  21 place n : int\n"
                    "  22 place n : int\n"
                    "  23 load %%22 : int\n"
                    "  24 const 2 : int\n"
                    "  25 binary + %%23 %%24 : int\n"
                    "  26 store %%21 %%25 : int\n"
                    "  27 place i : int\n"
                    "  28 place i : int\n"
                    "  29 load %%28 : int\n"
                    "  30 step + %%29 : int\n"
                    "  31 store %%27 %%30 : int\n"
                    "  32 jump -> 15\n"
                    "  33 place n : int\n"
                    "  34 load %%33 : int\n"
                    "  35 const 6 : int\n"
                    "  36 binary == %%34 %%35 : int\n"
                    "  37 decide #2 %%36 -> 38 -> 38\n"
                    "  38 return\n",
              limit);
}

TEST(decide_ir_loops) {
  bench b;
  tp_str text = {0};
  add_count(&text, "7");
  start(&b, text.at, LONG_WALK);
  for (int64_t turns = 0; turns < 8; turns++)
    check_sides(&b, turns, 0, turns == 0 ? "FF" : turns == 3 ? "*T" : "*F");
  tp_str_free(&text);
  end(&b);
}

/* ---- known holes --------------------------------------------------------- */

/* Each of these says what Decide does not follow: a decision that C settles is
 * open, for that reason. Where one is closed its test fails, and moves up. */

static void check_hole(const char *text, tp_decision_id d, tp_free_reason why) {
  bench b;
  start(&b, text, LONG_WALK);
  CHECK(model_is_open(&b.m, d, why));
  end(&b);
}

/* Behind more turns than are unrolled n is any number, also an odd one. */
TEST(decide_ir_hole_many_turns) {
  tp_str text = {0};
  add_count(&text, "4095");
  check_hole(text.at, 2, TP_FREE_LOOP);
  tp_str_free(&text);
}

/* An object of 400 MB is not followed, though one element is written only. */
TEST(decide_ir_hole_large_object) {
  check_hole("static all : int[100000000]\n"
             "main() : int(void)\n"
             "   0 place all : int[100000000]\n"
             "   1 const 5 : int\n"
             "   2 element %0 %1 : int\n"
             "   3 const 7 : int\n"
             "   4 store %2 %3 : int\n"
             "   5 place all : int[100000000]\n"
             "   6 const 5 : int\n"
             "   7 element %5 %6 : int\n"
             "   8 load %7 : int\n"
             "   9 const 7 : int\n"
             "  10 binary == %8 %9 : int\n"
             "  11 decide #1 %10 -> 12 -> 12\n"
             "  12 return\n",
             1, TP_FREE_MEMORY);
}

/* Nothing is known of a function outside, not even that it returns the same for
 * the same. */
TEST(decide_ir_hole_outside) {
  check_hole("outside fourier : int(int)\n"
             "main() : int(void)\n"
             "   0 place fourier : int(int)\n"
             "   1 const 5 : int\n"
             "   2 call %0 %1 : int\n"
             "   3 place fourier : int(int)\n"
             "   4 const 5 : int\n"
             "   5 call %3 %4 : int\n"
             "   6 binary == %2 %5 : int\n"
             "   7 decide #1 %6 -> 8 -> 8\n"
             "   8 return\n",
             1, TP_FREE_CALL);
}

/* A pointer that was read from a file, or made from a number. */
TEST(decide_ir_hole_pointer_from_a_number) {
  check_hole(INPUT "static n : int\n"
                   "main() : int(void)\n"
                   "   0 place n : int\n"
                   "   1 convert %0 : int*\n"
                   "   2 convert %1 : long\n"
                   "   3 const 3 : int\n"
                   "   4 binary * %2 %3 : long\n"
                   "   5 const 3 : int\n"
                   "   6 binary / %4 %5 : long\n"
                   "   7 convert %6 : int*\n"
                   "   8 const 7 : int\n"
                   "   9 store %7 %8 : int\n"
                   "  10 place n : int\n"
                   "  11 load %10 : int\n"
                   "  12 const 7 : int\n"
                   "  13 binary == %11 %12 : int\n"
                   "  14 decide #1 %13 -> 15 -> 15\n"
                   "  15 return\n",
             1, TP_FREE_MEMORY);
}

/* A function that calls itself more often than is followed: f(x) is x. */
TEST(decide_ir_hole_recursion) {
  check_hole(INPUT "f(x) : int(int)\n"
                   "   0 place x : int\n"
                   "   1 load %0 : int\n"
                   "   2 decide #1 %1 -> 5 -> 3\n"
                   "   3 const 0 : int\n"
                   "   4 return %3\n"
                   "   5 place f : int(int)\n"
                   "   6 place x : int\n"
                   "   7 load %6 : int\n"
                   "   8 const 1 : int\n"
                   "   9 binary - %7 %8 : int\n"
                   "  10 call %5 %9 : int\n"
                   "  11 const 1 : int\n"
                   "  12 binary + %10 %11 : int\n"
                   "  13 return %12\n"
                   "main() : int(void)\n"
                   "   0 declare x : int\n"
                   "   1 place x : int\n"
                   "   2 place __VERIFIER_nondet_int : int(void)\n"
                   "   3 input %2 : int\n"
                   "   4 store %1 %3 : int\n"
                   "   5 place f : int(int)\n"
                   "   6 place x : int\n"
                   "   7 load %6 : int\n"
                   "   8 call %5 %7 : int\n"
                   "   9 place x : int\n"
                   "  10 load %9 : int\n"
                   "  11 binary == %8 %10 : int\n"
                   "  12 decide #2 %11 -> 13 -> 13\n"
                   "  13 return\n",
             2, TP_FREE_RECURSION);
}
