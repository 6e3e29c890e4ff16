/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front_load.h - for the front end's tests: a program from a text. */
#ifndef TP_REGRESS_FRONT_LOAD_H
#define TP_REGRESS_FRONT_LOAD_H

#include "base/file.h"
#include "base/proc.h"
#include "front/front.h"

/* A private folder with one file. */
typedef struct front_case {
  tp_str dir, path;
  tp_program *p;
  tp_diag diag;
} front_case;

/* Write the text, load it; p is NULL if it was refused. */
static inline void front_load_with(front_case *c, const char *cc,
                                   const char *text) {
  tp_front_options opt = {.cc = cc, .cc_seconds = 30};
  memset(c, 0, sizeof *c);
  if (tp_file_temp_dir(&c->dir, &c->diag) < 0)
    return;
  tp_file_join(&c->path, tp_str_text(&c->dir), "case.c");
  if (tp_file_write(tp_str_text(&c->path), text, strlen(text), &c->diag) < 0)
    return;
  tp_front_source source = {tp_str_text(&c->path), NULL, NULL};
  tp_front_load(&c->p, &source, 1, &opt, &c->diag);
}

static inline void front_load(front_case *c, const char *text) {
  front_load_with(c, "cc", text);
}

static inline void front_free(front_case *c) {
  tp_program_free(c->p);
  tp_diag_free(&c->diag);
  tp_file_remove_tree(tp_str_text(&c->dir));
  tp_str_free(&c->dir);
  tp_str_free(&c->path);
}

/* Run the compiler on a file of the case's folder; its exit status. */
static inline int front_compile(front_case *c, const char *cc, const char *name,
                                const char *flag, tp_str *words) {
  tp_str path = {0};
  const char *argv[] = {cc, flag, "-w", NULL, NULL};
  tp_proc_result r = {0};
  tp_proc_limits limits = {.seconds = 60};
  argv[3] = tp_file_join(&path, tp_str_text(&c->dir), name);
  int rc = tp_proc_run(&r, argv, NULL, NULL, &limits, &c->diag);
  tp_str_add(words, tp_str_text(&r.err));
  rc = rc < 0 ? -1 : r.exit_code;
  tp_proc_result_free(&r);
  tp_str_free(&path);
  return rc;
}

#endif
