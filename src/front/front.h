/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/front.h - C source files in, a typed program out.
 *
 * Preprocess with the user's compiler and flags, parse with tree-sitter, give
 * every name its declaration and every expression its type, number decisions,
 * branches and call sites in source order.
 */
#ifndef TP_FRONT_FRONT_H
#define TP_FRONT_FRONT_H

#include "ast/ast.h"
#include "program/place.h"
#include "base/clock.h"
#include "base/diag.h"
#include "input/driver.h"

typedef struct tp_front_source {
  const char *path;
  const char *const *flags; /* NULL-ended; of the user */
  const char *dir;          /* compile in this folder; NULL = ours */
} tp_front_source;

/* Owns its strings; tp_front_sources_free releases them. */
typedef struct tp_front_sources {
  VEC(tp_front_source) at;
  VEC(const char *) left_out; /* files that are not C */
  VEC(char *) owned;
} tp_front_sources;

typedef struct tp_front_options {
  const char *cc;              /* the user's compiler */
  const char *const *cc_words; /* further words of it: `ccache gcc`, `gcc -O1`;
                                  NULL: none */
  const char *include_dir;     /* of tp2ph.h, klee/klee.h, crest.h */
  const char *entry;           /* NULL: main; "": none is needed */
  double cc_seconds;           /* limit on one run of the compiler */
  const struct tp_check_plan *checks; /* to write into it; NULL: none */
  const char *inputs;      /* declares functions that deliver; NULL: none */
  const char *work_dir;    /* a private folder; needed with both */
  const char *assume;      /* a slice of the program; NULL: all of it */
  const tp_driver *driver; /* NULL: none */
  /* Inside module front: inputs, as read; NULL: neither they nor a driver. */
  struct tp_inputs_file *declared;
  const struct tp_input_edits *edits; /* changes of the text; NULL: none */
  const char *const *more_flags;      /* before the user's; NULL: none */
  bool is_last; /* inside module front: no unit comes behind */
} tp_front_options;

/* All sources form one program. Status 3 with file:line:column if one does
 * not parse, preprocess, or has no entry; 4 if there is no compiler. */
int tp_front_load(tp_program **out, const tp_front_source *sources, uint32_t n,
                  const tp_front_options *opt, tp_diag *diag);
/* Add one file with the user's flags. */
void tp_front_add_file(tp_front_sources *out, const char *path,
                       const char *const *flags);
/* Add the sources that a compile_commands.json names, with flags and folders;
 * the user's flags come behind theirs. */
int tp_front_compile_commands(tp_front_sources *out, const char *path,
                              const char *const *flags, tp_diag *diag);
void tp_front_sources_free(tp_front_sources *sources);

#endif
