/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edit list: nesting, replacement, words kept apart, and a random check
 * against a naive way of doing the same. */
#include "base/rng.h"
#include "check.h"
#include "base/edit.h"

static void insert(tp_edits *e, uint32_t at, uint32_t order, const char *text) {
  tp_edits_insert(e, at, order, text, strlen(text));
}

static void apply(tp_edits *e, const char *source, tp_str *out) {
  tp_edits_apply(e, source, (uint32_t)strlen(source), out);
}

TEST(edit_nests_by_order) {
  tp_edits e = {0};
  tp_str out = {0};
  insert(&e, 3, 5, ")");
  insert(&e, 3, 6, "]");
  insert(&e, 0, 1, "[");
  insert(&e, 0, 2, "(");
  insert(&e, 2, 3, "<");
  insert(&e, 3, 4, ">");
  apply(&e, "a+b;", &out);
  CHECK_STR(tp_str_text(&out), "[(a+<b>)];");
  tp_str_free(&out);
}

TEST(edit_replaces_and_removes) {
  tp_edits e = {0};
  tp_str out = {0};
  tp_edits_replace(&e, 0, 8, 1, "", 0);
  tp_edits_replace(&e, 13, 19, 2, "{t=", 3);
  insert(&e, 22, 3, "}");
  apply(&e, "register x;\n\treturn x;\n", &out);
  CHECK_STR(tp_str_text(&out), " x;\n\t{t= x;}\n");
  tp_str_free(&out);
}

TEST(edit_keeps_words_apart) {
  tp_edits e = {0};
  tp_str out = {0};
  insert(&e, 6, 1, "f(");
  insert(&e, 8, 2, ")");
  apply(&e, "return-x;", &out);
  CHECK_STR(tp_str_text(&out), "return f(-x);");
  tp_str_free(&out);
}

TEST(edit_without_edits_copies) {
  tp_edits e = {0};
  tp_str out = {0};
  apply(&e, "int x;", &out);
  CHECK_STR(tp_str_text(&out), "int x;");
  tp_str_free(&out);
}

enum { SIZE = 40, COUNT = 30 };

/* Text between brackets, so no space is ever added. */
static void naive(const char *source, const tp_edit *edits, const char *texts,
                  tp_str *out) {
  for (uint32_t at = 0; at <= SIZE; at++) {
    for (uint32_t order = 0; order < COUNT; order++)
      if (edits[order].at == at)
        tp_str_addn(out, texts + 3 * order, 3);
    if (at < SIZE)
      tp_str_addc(out, source[at]);
  }
}

TEST(edit_agrees_with_naive_way) {
  for (uint64_t seed = 1; seed <= 200; seed++) {
    tp_rng rng;
    tp_edits e = {0};
    tp_edit plain[COUNT];
    tp_str out = {0}, want = {0};
    char source[SIZE + 1] = {0}, texts[3 * COUNT + 1];
    tp_rng_init(&rng, seed);
    memset(source, '.', SIZE);
    for (uint32_t i = 0; i < COUNT; i++) {
      snprintf(texts + 3 * i, 4, "(%c)", 'A' + (int)i);
      plain[i] = (tp_edit){.at = tp_rng_below(&rng, SIZE + 1)};
    }
    uint32_t first = tp_rng_below(&rng, COUNT);
    for (uint32_t k = 0; k < COUNT; k++) {
      uint32_t i = (first + 7 * k) % COUNT;
      tp_edits_insert(&e, plain[i].at, i, texts + 3 * i, 3);
    }
    apply(&e, source, &out);
    naive(source, plain, texts, &want);
    if (strcmp(tp_str_text(&out), tp_str_text(&want)) != 0)
      printf("seed %" PRIu64 "\n", seed);
    CHECK_STR(tp_str_text(&out), tp_str_text(&want));
    tp_str_free(&out);
    tp_str_free(&want);
  }
}
