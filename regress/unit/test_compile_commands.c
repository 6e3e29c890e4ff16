/* SPDX-License-Identifier: GPL-3.0-or-later */
/* compile_commands.json: what is taken from it, and what is told when it is
 * not what it should be. */
#include "base/file.h"
#include "check.h"
#include "front/front.h"

typedef struct fixture {
  tp_str dir, path;
  tp_diag diag;
  tp_front_sources sources;
  int rc;
} fixture;

static const char *const no_flags[] = {NULL};

static void load_bytes(fixture *f, const char *json, size_t n) {
  *f = (fixture){0};
  CHECK(tp_file_temp_dir(&f->dir, &f->diag) == 0);
  tp_file_join(&f->path, tp_str_text(&f->dir), "compile_commands.json");
  CHECK(tp_file_write(tp_str_text(&f->path), json, n, &f->diag) == 0);
  f->rc = tp_front_compile_commands(&f->sources, tp_str_text(&f->path),
                                    no_flags, &f->diag);
}

static void load(fixture *f, const char *json) {
  load_bytes(f, json, strlen(json));
}

static void unload(fixture *f) {
  tp_file_remove_tree(tp_str_text(&f->dir));
  tp_front_sources_free(&f->sources);
  tp_str_free(&f->dir);
  tp_str_free(&f->path);
  tp_diag_free(&f->diag);
}

/* The flags of a source with | between them. */
static void check_flags(const fixture *f, uint32_t i, const char *want) {
  tp_str all = {0};
  if (i < f->sources.at.n)
    for (const char *const *flag = f->sources.at.at[i].flags; *flag; flag++)
      tp_str_addf(&all, "%s|", *flag);
  CHECK_STR(tp_str_text(&all), want);
  tp_str_free(&all);
}

TEST(compile_commands_arguments) {
  fixture f;
  load(
      &f,
      "\xef\xbb\xbf[ {\"directory\": \"/d\", \"file\": \"src/a.c\",\n"
      "  \"arguments\": [\"gcc\", \"-DX=\\\"q\\\"\", \"-c\", \"-o\", \"a.o\",\n"
      "   \"-MMD\", \"-MF\", \"a.d\", \"-MTx\", \"./src/a.c\", \"-O2\"],\n"
      "  \"output\": {\"deep\": [1, -2.5e3, null, {\"x\": []}]} },\n"
      " {\"file\": \"/d/b.c\", \"arguments\": [\"ccache\", \"cc\", "
      "\"/d/b.c\"],\n"
      "  \"directory\": \"/d\"},\n"
      " {\"file\": \"b.c\", \"arguments\": [\"cc\", \"-DTWICE\", \"b.c\"],\n"
      "  \"directory\": \"/d\"},\n"
      " {\"file\": \"x.cpp\", \"arguments\": [], \"directory\": \"/d\"} ]\n");
  CHECK_EQ(f.rc, 0);
  CHECK_EQ(f.sources.at.n, 2);
  if (f.sources.at.n == 2) {
    CHECK_STR(f.sources.at.at[0].path, "src/a.c");
    CHECK_STR(f.sources.at.at[0].dir, "/d");
    CHECK_STR(f.sources.at.at[1].path, "/d/b.c");
  }
  check_flags(&f, 0, "-DX=\"q\"|-O2|");
  check_flags(&f, 1, "");
  unload(&f);
}

TEST(compile_commands_command) {
  fixture f;
  load(&f, "[{\"directory\":\"sub\",\"file\":\"a b.c\",\"command\":"
           "\"cc  -DA='x y' -DB=\\\"\\\\\\\"s\\\\\\\"\\\" -DC=\\\\$z "
           "'-D'D=\\\"1\\\" -I\\\"a\\\\\\\\b\\\" -o out 'a b.c' \\u00e9 "
           "\\ud83d\\ude00\"}]");
  CHECK_EQ(f.rc, 0);
  check_flags(&f, 0,
              "-DA=x y|-DB=\"s\"|-DC=$z|-DD=1|-Ia\\b|\xc3\xa9|"
              "\xf0\x9f\x98\x80|");
  tp_str dir = {0};
  tp_str_addf(&dir, "%s/sub", tp_str_text(&f.dir));
  if (f.sources.at.n)
    CHECK_STR(f.sources.at.at[0].dir, tp_str_text(&dir));
  tp_str_free(&dir);
  unload(&f);
}

/* Words of a file in the place of @FILE; the user's flags; several paths of one
 * file; what is not C. */
TEST(compile_commands_response_files) {
  static const char json[] =
      "[{\"directory\":\".\",\"file\":\"a.c\",\"command\":\"cc @one -DZ -c "
      "a.c\"},"
      "{\"directory\":\".\",\"file\":\"./b.S\",\"command\":\"cc -c b.S\"},"
      "{\"directory\":\"./\",\"file\":\"../x/../a.c\",\"command\":\"cc a.c\"}]";
  static const char one[] = "-DA='x \\'y' \"-Ia b\"\n-o out @two\t@none @one2";
  static const char *const more[] = {"-DMORE", NULL};
  fixture f = {0};
  tp_str path = {0};
  CHECK(tp_file_temp_dir(&f.dir, &f.diag) == 0);
  const char *dir = tp_str_text(&f.dir);
  tp_file_join(&path, dir, "one");
  CHECK(tp_file_write(path.at, one, strlen(one), &f.diag) == 0);
  tp_file_join(&path, dir, "two");
  CHECK(tp_file_write(path.at, "-DB\\\\ -c", 9, &f.diag) == 0);
  tp_file_join(&path, dir, "one2");
  CHECK(tp_file_write(path.at, "@one2", 5, &f.diag) == 0);
  tp_file_join(&f.path, dir, "c.json");
  CHECK(tp_file_write(f.path.at, json, strlen(json), &f.diag) == 0);
  f.rc = tp_front_compile_commands(&f.sources, f.path.at, more, &f.diag);
  CHECK_EQ(f.rc, 0);
  check_flags(&f, 0, "-DA=x 'y|-Ia b|-DB\\|@none|@one2|-DZ|-DMORE|");
  CHECK_EQ(f.sources.left_out.n, 1);
  tp_str_free(&path);
  unload(&f);
}

static void check_error(const char *json, unsigned line, unsigned column,
                        const char *message) {
  fixture f;
  load(&f, json);
  CHECK_EQ(f.rc, -1);
  CHECK_EQ(f.diag.status, TP_REFUSED);
  CHECK_EQ(f.diag.line, line);
  CHECK_EQ(f.diag.column, column);
  CHECK_STR(tp_str_text(&f.diag.file), tp_str_text(&f.path));
  CHECK_STR(tp_str_text(&f.diag.message), message);
  CHECK_EQ(f.sources.at.n, 0);
  unload(&f);
}

TEST(compile_commands_errors) {
  check_error("", 1, 1, "expected '[' here");
  check_error("{}", 1, 1, "expected '[' here");
  check_error("[]", 0, 0, "it names no C file");
  check_error("[\n {\"file\" \"a.c\"}]", 2, 10, "expected ':' here");
  check_error("[\n {\"file\": 3}]", 2, 11, "expected a string here");
  check_error("[{\"file\": \"a.c}]", 1, 11, "this string does not end");
  check_error("[{\"file\": \"\\q\"}]", 1, 13,
              "no such escape in a JSON string");
  check_error("[{\"file\": \"\\ud800\"}]", 1, 13, "no such character");
  check_error("[ {\"directory\": \"d\"}]", 1, 3,
              "this entry names no \"file\"");
  check_error("[{\"file\": \"d\"}]", 1, 2, "this entry names no \"directory\"");
  check_error("[{\"file\": \"d\", \"directory\": \"d\"}]", 1, 2,
              "this entry has neither \"arguments\" nor \"command\"");
  check_error("[{\"command\": \"cc 'x\"}]", 1, 14,
              "a quote in this command is not closed");
  check_error("[{\"x\": [1, {]}]", 1, 13, "expected a value here");
  check_error("[{\"x\": [1, {", 1, 13, "expected a value here");
}

TEST(compile_commands_missing_or_odd_files) {
  tp_front_sources sources = {0};
  tp_diag diag = {0};
  CHECK_EQ(
      tp_front_compile_commands(&sources, "/nowhere/c.json", no_flags, &diag),
      -1);
  CHECK_EQ(diag.status, TP_REFUSED);
  tp_diag_free(&diag);
  diag = (tp_diag){0};
  CHECK_EQ(tp_front_compile_commands(&sources, "/dev/zero", no_flags, &diag),
           -1);
  CHECK_EQ(diag.status, TP_REFUSED);
  tp_diag_free(&diag);
}

/* Nothing in it may crash the reader: every prefix, every byte changed. */
TEST(compile_commands_damaged) {
  const char json[] = "[{\"directory\":\"/d\",\"file\":\"a.c\",\"x\":[{}],"
                      "\"command\":\"cc '\\u00e9' -c a.c\"}]";
  char damaged[sizeof json];
  fixture f;
  for (size_t i = 0; i < sizeof json - 1; i += 3) {
    load_bytes(&f, json, i);
    CHECK_EQ(f.rc, -1);
    unload(&f);
    memcpy(damaged, json, sizeof json);
    damaged[i] = (char)(i % 2 ? '\0' : '\\');
    load_bytes(&f, damaged, sizeof json - 1);
    unload(&f);
  }
}
