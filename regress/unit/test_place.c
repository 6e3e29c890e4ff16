/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Places: random C-like text full of macros, comments, splices and odd line
 * breaks, in which every word is unique; after preprocessing each word must be
 * found where it was written, or where the macro it went through was named. */
#include "program/place.h"
#include "base/file.h"
#include "base/rng.h"
#include "check.h"
#include "front/source.h"

typedef struct fixture {
  tp_program *p;
  tp_unit_id unit;
  tp_str dir, path;
  tp_diag diag;
} fixture;

/* The text as a file of that name, preprocessed by cc. */
static bool load(fixture *f, const char *text, const char *cc) {
  *f = (fixture){.p = tp_program_new()};
  bool ok = tp_file_temp_dir(&f->dir, &f->diag) == 0;
  tp_file_join(&f->path, tp_str_text(&f->dir), "place.c");
  ok = ok &&
       tp_file_write(tp_str_text(&f->path), text, strlen(text), &f->diag) == 0;
  tp_front_source source = {.path = tp_str_text(&f->path)};
  tp_front_options opt = {.cc = cc, .cc_seconds = 20};
  ok = ok && tp_front_preprocess(f->p, &f->unit, &source, &opt, &f->diag) == 0;
  if (!ok)
    fprintf(stderr, "%s\n%s\n", tp_str_text(&f->diag.message),
            tp_str_text(&f->diag.detail));
  CHECK(ok);
  return ok;
}

static void unload(fixture *f) {
  tp_file_remove_tree(tp_str_text(&f->dir));
  tp_program_free(f->p);
  tp_str_free(&f->dir);
  tp_str_free(&f->path);
  tp_diag_free(&f->diag);
}

/* Where the words stand in the preprocessed text, from `from` on. */
static uint32_t find_word(const fixture *f, const char *word, uint32_t from) {
  const char *text = f->p->units.at[f->unit].text;
  const char *at = strstr(text + from, word);
  return at ? (uint32_t)(at - text) : UINT32_MAX;
}

typedef struct expected_word {
  char word[16];
  uint32_t line, column;
  bool is_macro;
} expected_word;

typedef struct writer {
  tp_rng rng;
  tp_str text;
  uint32_t line, line_begin, next;
  VEC(expected_word) words;
} writer;

static bool chance(writer *w, uint32_t percent) {
  return tp_rng_below(&w->rng, 100) < percent;
}

static void put(writer *w, const char *text) {
  for (; *text; text++) {
    tp_str_addc(&w->text, *text);
    if (*text == '\n') {
      w->line++;
      w->line_begin = w->text.n;
    }
  }
}

static void put_blanks(writer *w, bool may_break) {
  static const char *const kinds[] = {" ",
                                      "  ",
                                      "\t",
                                      " /* a \"comment\" */ ",
                                      "\\\n",
                                      " \\\n  ",
                                      "/* over\n two lines */"};
  put(w, kinds[tp_rng_below(&w->rng, 7)]);
  if (may_break && chance(w, 30))
    put(w, chance(w, 20) ? "\n\n\n\n\n\n\n\n\n\n\n\n" : "\n");
}

/* A new word; inside a macro it is expected where the macro is named. */
static void put_word(writer *w, const expected_word *macro) {
  expected_word e = {.line = w->line, .column = w->text.n - w->line_begin + 1};
  if (macro) {
    e = *macro;
    e.is_macro = true;
  }
  snprintf(e.word, sizeof e.word, "w%u_", w->next++);
  put(w, e.word);
  VEC_PUSH(&w->words, e);
}

static void put_operand(writer *w, uint32_t depth, const expected_word *macro) {
  static const char *const macros[] = {"MAX(", "PAIR(", "FIRST("};
  uint32_t dice = tp_rng_below(&w->rng, depth < 3 ? 10 : 6);
  if (dice < 6) {
    put_word(w, macro);
    return;
  }
  if (dice == 6) {
    static const char *const objects[] = {"LIMIT", "NOTHING 1", "BIG",
                                          "__LINE__"};
    put(w, objects[tp_rng_below(&w->rng, 4)]);
    return;
  }
  expected_word here = {.line = w->line,
                        .column = w->text.n - w->line_begin + 1};
  const expected_word *inner = macro ? macro : &here;
  if (dice == 7) { /* no macro: brackets */
    put(w, "(");
    put_operand(w, depth + 1, macro);
    put(w, ")");
    return;
  }
  put(w, macros[tp_rng_below(&w->rng, 3)]);
  put_operand(w, depth + 1, inner);
  put_blanks(w, true);
  put(w, ",");
  put_operand(w, depth + 1, inner);
  put_blanks(w, true);
  put(w, ")");
}

static void put_statement(writer *w) {
  static const char *const operators[] = {"&&", ">", "==", "+", "->", "||"};
  put(w, "if (");
  uint32_t n = 1 + tp_rng_below(&w->rng, 4);
  for (uint32_t i = 0; i < n; i++) {
    if (i)
      put(w, operators[tp_rng_below(&w->rng, 6)]);
    put_blanks(w, true);
    put_operand(w, 0, NULL);
    put_blanks(w, true);
  }
  put(w, ") ");
  put_word(w, NULL);
  put(w, " = \"a // string\";\n");
}

static const char head[] = "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n"
                           "#define PAIR(a, b) a % b\n"
                           "#define FIRST(a, b) (a, \\\n   b)\n"
                           "#define LIMIT 10\n"
                           "#define NOTHING\n"
                           "#define BIG MAX(LIMIT, 20)\n";

static void check_words(const fixture *f, const writer *w, uint64_t seed) {
  for (uint32_t i = 0; i < w->words.n; i++) {
    const expected_word *e = &w->words.at[i];
    uint32_t at = find_word(f, e->word, 0);
    if (at == UINT32_MAX) {
      tp_test_fail(__FILE__, __LINE__, e->word);
      return;
    }
    for (; at != UINT32_MAX; at = find_word(f, e->word, at + 1)) {
      tp_place got = tp_place_of(f->p, f->unit, at);
      bool is_right = got.line == e->line && got.column == e->column &&
                      e->is_macro == (got.macro != 0) && !got.is_system;
      if (is_right)
        continue;
      char what[200];
      snprintf(what, sizeof what,
               "seed %llu: %s is at %u:%u, should be at %u:%u",
               (unsigned long long)seed, e->word, got.line, got.column, e->line,
               e->column);
      tp_test_fail(__FILE__, __LINE__, what);
      return;
    }
  }
}

static void check_random_text(const char *cc, uint64_t seed) {
  writer w = {.line = 1};
  fixture f;
  tp_rng_init(&w.rng, seed);
  put(&w, head);
  for (uint32_t i = 0; i < 150; i++)
    put_statement(&w);
  if (load(&f, tp_str_text(&w.text), cc))
    check_words(&f, &w, seed);
  unload(&f);
  tp_str_free(&w.text);
  VEC_FREE(&w.words);
}

TEST(place_random_gcc) {
  for (uint64_t seed = 1; seed <= 10; seed++)
    check_random_text("gcc", seed);
}

TEST(place_random_clang) {
  for (uint64_t seed = 1; seed <= 10; seed++)
    check_random_text("clang", seed);
}

static const char sample[] = "#include <assert.h>\n"
                             "#include <stdbool.h>\n"
                             "#define LIM 10\n"
                             "#define CHECK_LIMIT(v) ((v) > LIM && (v) < 2)\n"
                             "bool f(int xx, int yy) {\n"
                             "\tif (xx   >   LIM /* why */ &&\n"
                             "      yy) return 1;\n"
                             "  if (CHECK_LIMIT(xx)) return 2;\n"
                             "  assert(yy < 4);\n"
                             "  return 0;\n"
                             "}\n";

static void check_sample(const char *cc) {
  fixture f;
  if (load(&f, sample, cc)) {
    uint32_t begin = find_word(&f, "xx ", find_word(&f, "{", 0));
    uint32_t end = find_word(&f, "yy", begin) + 2;
    tp_place place = tp_place_of(f.p, f.unit, begin);
    CHECK_EQ(place.line, 6);
    CHECK_EQ(place.column, 6);
    CHECK(!place.is_system && !place.macro);
    place = tp_place_of(f.p, f.unit, end - 2);
    CHECK_EQ(place.line, 7);
    CHECK_EQ(place.column, 7);
    tp_str text = {0};
    tp_place_text(f.p, f.unit, begin, end, &text);
    CHECK_STR(tp_str_text(&text), "xx > LIM && yy");
    /* A part of a macro's text is told as it was expanded; all of it, as the
     * user wrote it. */
    begin = find_word(&f, "((xx)", end);
    end = find_word(&f, "2)", begin) + 2;
    VEC_CLEAR(&text);
    tp_place_text(f.p, f.unit, begin, end, &text);
    CHECK_STR(tp_str_text(&text), "CHECK_LIMIT(xx)");
    VEC_CLEAR(&text);
    tp_place_text(f.p, f.unit, begin + 1, begin + 10, &text);
    CHECK_STR(tp_str_text(&text), "(xx) > 10");
    place = tp_place_of(f.p, f.unit, begin + 1);
    CHECK_STR(tp_names_text(f.p->names, place.macro), "CHECK_LIMIT");
    CHECK(!place.is_system_macro);
    CHECK_EQ(place.column, 7);
    place = tp_place_of(f.p, f.unit, find_word(&f, "sizeof", end));
    CHECK_STR(tp_names_text(f.p->names, place.macro), "assert");
    CHECK(place.is_system_macro && !place.is_system);
    CHECK_EQ(place.line, 9);
    CHECK_EQ(place.column, 3);
    place = tp_place_of(f.p, f.unit, find_word(&f, "__assert_fail", 0));
    CHECK(place.is_system);
    place = tp_place_of(f.p, f.unit, find_word(&f, "_Bool", 0));
    CHECK(!place.is_system && place.is_system_macro);
    CHECK_EQ(place.line, 5);
    tp_str_free(&text);
  }
  unload(&f);
}

TEST(place_sample) {
  check_sample("gcc");
  check_sample("clang");
}

/* One line of a megabyte, and one of unknown macros: no time is lost. */
TEST(place_long_line) {
  tp_str text = {0};
  fixture f;
  tp_str_add(&text, "#define M(a) ((a) + 1)\nint x = ");
  for (uint32_t i = 0; i < 40000; i++)
    tp_str_addf(&text, "M(w%u_) + v%u_ + ", i, i);
  tp_str_add(&text, "0;\n");
  if (load(&f, tp_str_text(&text), "gcc")) {
    for (uint32_t i = 0; i < 40000; i += 501) {
      char word[16];
      snprintf(word, sizeof word, "v%u_", i);
      tp_place place = tp_place_of(f.p, f.unit, find_word(&f, word, 0));
      CHECK_EQ(place.line, 2);
      const char *second = strchr(tp_str_text(&text), '\n') + 1;
      CHECK_EQ(place.column, strstr(second, word) - second + 1);
    }
  }
  unload(&f);
  tp_str_free(&text);
}

TEST(place_without_original) {
  fixture f;
  if (load(&f, "# 7 \"nowhere.c\"\nint  abc;\n", "gcc")) {
    tp_place place = tp_place_of(f.p, f.unit, find_word(&f, "abc", 0));
    CHECK_STR(tp_names_text(f.p->names, place.file), "nowhere.c");
    CHECK_EQ(place.line, 7);
    const tp_unit *unit = &f.p->units.at[f.unit];
    CHECK_EQ(place.column,
             strstr(unit->text, "abc") - strstr(unit->text, "int") + 1);
  }
  unload(&f);
}
