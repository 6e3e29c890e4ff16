/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/sandbox.h - which world the program under test gets. */
#ifndef TP_APP_SANDBOX_H
#define TP_APP_SANDBOX_H

#include "app/options.h"
#include "ast/ast.h"
#include "exec/world.h"

typedef struct tp_sandbox {
  tp_world_kind kind;
  tp_str why;              /* it is no better one; empty: it is the best */
  VEC(char *) folders;     /* of the sources, to be seen in any world */
  const char *const *keep; /* the same, NULL-ended */
} tp_sandbox;

/* What the options ask for, as far as it can be had here; the program's sources
 * are kept. */
void tp_sandbox_choose(tp_sandbox *s, const tp_options *options,
                       const tp_program *p);
/* A file whose folder the program may want to read in. */
void tp_sandbox_keep(tp_sandbox *s, const char *file);
void tp_sandbox_free(tp_sandbox *s);

#endif
