/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preprocessing one file: what comes back, and every way it can go wrong. */
#include "program/place.h"
#include "base/file.h"
#include "check.h"
#include "front/source.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct fixture {
  tp_program *p;
  tp_str dir;
  tp_diag diag;
} fixture;

static void begin(fixture *f) {
  *f = (fixture){.p = tp_program_new()};
  CHECK(tp_file_temp_dir(&f->dir, &f->diag) == 0);
}

static void end(fixture *f) {
  tp_file_remove_tree(tp_str_text(&f->dir));
  tp_program_free(f->p);
  tp_str_free(&f->dir);
  tp_diag_free(&f->diag);
}

static void put_file(fixture *f, const char *name, const char *text) {
  tp_str path = {0};
  tp_file_join(&path, tp_str_text(&f->dir), name);
  CHECK(tp_file_write(tp_str_text(&path), text, strlen(text), &f->diag) == 0);
  tp_str_free(&path);
}

/* Preprocess a file of the folder, from inside the folder. */
static int preprocess(fixture *f, const char *name, const char *cc,
                      const char *const *flags, tp_unit_id *unit) {
  tp_front_source source = {name, flags, tp_str_text(&f->dir)};
  tp_front_options opt = {.cc = cc, .cc_seconds = 20};
  tp_diag_free(&f->diag);
  f->diag = (tp_diag){0};
  return tp_front_preprocess(f->p, unit, &source, &opt, &f->diag);
}

static void check_name(fixture *f, const char *name, const char *cc) {
  tp_unit_id unit = 0;
  put_file(f, name, "int first;\nint second;\n");
  int rc = preprocess(f, name, cc, NULL, &unit);
  CHECK_EQ(rc, 0);
  if (rc < 0)
    return;
  const tp_unit *u = &f->p->units.at[unit];
  const char *word = strstr(u->text, "second");
  tp_place place = tp_place_of(f->p, unit, (uint32_t)(word - u->text));
  const char *file = tp_names_text(f->p->names, place.file);
  CHECK_STR(file + (tp_text_starts(file, "./") ? 2 : 0), name);
  CHECK_EQ(place.line, 2);
  CHECK_EQ(place.column, 5);
  CHECK_STR(tp_names_text(f->p->names, u->path), name);
}

TEST(source_odd_names) {
  static const char *const names[] = {
      "plain.c",      "with space.c", "qu\"ote'.c",    "new\nline.c",
      "-dash.c",      "@at.c",        "back\\slash.c", "$(x)`y`.c",
      "no_extension", "\xc3\xa9.c",   "tab\t.c"};
  fixture f;
  begin(&f);
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    check_name(&f, names[i], "gcc");
    check_name(&f, names[i], "clang");
  }
  end(&f);
}

TEST(source_lines_and_system_headers) {
  fixture f;
  begin(&f);
  tp_unit_id unit;
  put_file(&f, "mine.h", "int in_header;\n");
  put_file(&f, "a.c",
           "#include <stddef.h>\n#include \"mine.h\"\n\n\n\n\n\n\n\n\n\n\n\n"
           "size_t here = NULL == 0;\nint there;\n");
  CHECK_EQ(preprocess(&f, "a.c", "gcc", NULL, &unit), 0);
  const tp_unit *u = &f.p->units.at[unit];
  uint32_t at = (uint32_t)(strstr(u->text, "here =") - u->text);
  tp_place place = tp_place_of(f.p, unit, at);
  CHECK_EQ(place.line, 14);
  CHECK_EQ(place.column, 8);
  at = (uint32_t)(strstr(u->text, "there") - u->text);
  CHECK_EQ(tp_place_of(f.p, unit, at).line, 15);
  at = (uint32_t)(strstr(u->text, "in_header") - u->text);
  place = tp_place_of(f.p, unit, at);
  CHECK_STR(tp_names_text(f.p->names, place.file), "mine.h");
  CHECK(!place.is_system);
  at = (uint32_t)(strstr(u->text, "ptrdiff_t") - u->text);
  CHECK(tp_place_of(f.p, unit, at).is_system);
  /* The text of a system macro in the user's line is the user's. */
  at = (uint32_t)(strstr(u->text, "((void *)0)") - u->text);
  place = tp_place_of(f.p, unit, at);
  CHECK(!place.is_system && place.is_system_macro);
  CHECK_EQ(place.column, 15);
  CHECK(strstr(u->text, "#define") == NULL);
  end(&f);
}

TEST(source_flags) {
  fixture f;
  begin(&f);
  tp_unit_id unit;
  const char *const flags[] = {
      "-DWORD=found_it", "-o", "stolen", "-c", "-MMD", "-MF", "dep", NULL};
  put_file(&f, "a.c", "int WORD;\n");
  CHECK_EQ(preprocess(&f, "a.c", "gcc", flags, &unit), 0);
  const tp_unit *u = &f.p->units.at[unit];
  CHECK(strstr(u->text, "int found_it;") != NULL);
  CHECK_EQ(u->flags.n, 1);
  tp_str path = {0};
  CHECK(!tp_file_exists(tp_file_join(&path, tp_str_text(&f.dir), "stolen")));
  CHECK(!tp_file_exists(tp_file_join(&path, tp_str_text(&f.dir), "dep")));
  tp_str_free(&path);
  end(&f);
}

TEST(source_include_dir_is_last) {
  fixture f;
  begin(&f);
  tp_unit_id unit;
  tp_str inc = {0};
  tp_file_join(&inc, tp_str_text(&f.dir), "inc");
  CHECK(mkdir(tp_str_text(&inc), 0700) == 0);
  put_file(&f, "inc/only_there.h", "int only_there;\n");
  put_file(&f, "inc/stddef.h", "int not_this_one;\n");
  put_file(&f, "a.c", "#include <only_there.h>\n#include <stddef.h>\n");
  tp_front_source source = {"a.c", NULL, tp_str_text(&f.dir)};
  tp_front_options opt = {
      .cc = "gcc", .cc_seconds = 20, .include_dir = tp_str_text(&inc)};
  CHECK_EQ(tp_front_preprocess(f.p, &unit, &source, &opt, &f.diag), 0);
  const char *text = f.p->units.at[unit].text;
  CHECK(strstr(text, "only_there") && !strstr(text, "not_this_one"));
  tp_str_free(&inc);
  end(&f);
}

static void check_refused(fixture *f, const char *name, tp_status status,
                          const char *word) {
  tp_unit_id unit;
  CHECK_EQ(preprocess(f, name, "gcc", NULL, &unit), -1);
  CHECK_EQ(f->diag.status, status);
  CHECK(strstr(tp_str_text(&f->diag.message), word) != NULL);
  CHECK(f->diag.file.n > 0);
}

TEST(source_what_is_no_file) {
  fixture f;
  begin(&f);
  tp_str path = {0};
  check_refused(&f, "missing.c", TP_REFUSED, "No such file");
  check_refused(&f, ".", TP_REFUSED, "folder");
  tp_file_join(&path, tp_str_text(&f.dir), "fifo.c");
  CHECK(mkfifo(tp_str_text(&path), 0600) == 0);
  check_refused(&f, "fifo.c", TP_REFUSED, "not a regular file");
  check_refused(&f, "/dev/zero", TP_REFUSED, "not a regular file");
  put_file(&f, "locked.c", "int x;\n");
  tp_file_join(&path, tp_str_text(&f.dir), "locked.c");
  CHECK(chmod(tp_str_text(&path), 0) == 0);
  if (geteuid() != 0)
    check_refused(&f, "locked.c", TP_REFUSED, "Permission denied");
  tp_str_free(&path);
  end(&f);
}

TEST(source_compiler_refuses) {
  fixture f;
  begin(&f);
  tp_unit_id unit;
  put_file(&f, "a.c", "int x;\n  #include \"not_there.h\"\n");
  CHECK_EQ(preprocess(&f, "a.c", "gcc", NULL, &unit), -1);
  CHECK_EQ(f.diag.status, TP_REFUSED);
  CHECK_STR(tp_str_text(&f.diag.file), "a.c");
  CHECK_EQ(f.diag.line, 2);
  CHECK(strstr(tp_str_text(&f.diag.detail), "not_there.h") != NULL);
  CHECK_EQ(preprocess(&f, "a.c", "/nowhere/cc", NULL, &unit), -1);
  CHECK_EQ(f.diag.status, TP_ENVIRONMENT);
  CHECK_EQ(f.p->units.n, 1);
  end(&f);
}

/* A script in place of the compiler. */
static void put_compiler(fixture *f, tp_str *path, const char *script) {
  put_file(f, "cc.sh", script);
  tp_file_join(path, tp_str_text(&f->dir), "cc.sh");
  CHECK(chmod(tp_str_text(path), 0700) == 0);
}

TEST(source_compilers_that_misbehave) {
  fixture f;
  begin(&f);
  tp_str cc = {0};
  tp_unit_id unit;
  put_file(&f, "a.c", "int x;\n");
  put_compiler(&f, &cc, "#!/bin/sh\nkill -SEGV $$\n");
  CHECK_EQ(preprocess(&f, "a.c", tp_str_text(&cc), NULL, &unit), -1);
  CHECK_EQ(f.diag.status, TP_ENVIRONMENT);
  /* One that does not know -dD is asked again without. */
  put_compiler(&f, &cc,
               "#!/bin/sh\n[ \"$2\" = -dD ] && exit 1\nexec gcc \"$@\"\n");
  CHECK_EQ(preprocess(&f, "a.c", tp_str_text(&cc), NULL, &unit), 0);
  /* One that does not end: if it is not given up, this test's alarm says so. */
  put_compiler(&f, &cc, "#!/bin/sh\nsleep 1000\n");
  tp_front_source source = {"a.c", NULL, tp_str_text(&f.dir)};
  tp_front_options opt = {.cc = tp_str_text(&cc), .cc_seconds = 0.2};
  CHECK_EQ(tp_front_preprocess(f.p, &unit, &source, &opt, &f.diag), -1);
  CHECK_EQ(f.diag.status, TP_ENVIRONMENT);
  tp_str_free(&cc);
  end(&f);
}

TEST(source_empty_file) {
  fixture f;
  begin(&f);
  tp_unit_id unit;
  put_file(&f, "a.c", "");
  CHECK_EQ(preprocess(&f, "a.c", "gcc", NULL, &unit), 0);
  tp_place place = tp_place_of(f.p, unit, 0);
  CHECK(place.column >= 1);
  end(&f);
}
