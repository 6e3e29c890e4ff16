/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/compiler.h - one run of the user's compiler over a file (inside module
 * front). */
#ifndef TP_FRONT_COMPILER_H
#define TP_FRONT_COMPILER_H

#include "base/proc.h"
#include "front/front.h"

/* More preprocessed text than any program we could work on. */
#define TP_MAX_TEXT (UINT32_C(1) << 28)

typedef struct tp_compiler_job {
  const char *mode;     /* "-E", "-fsyntax-only" */
  const char *option;   /* one more; NULL: none */
  const char *behind;   /* a file that is read behind the source; NULL: none */
  const char *language; /* NULL: "c" */
} tp_compiler_job;

/* With the flags of the unit, in the folder of the source, without a shell. */
int tp_front_compile(tp_proc_result *result, const tp_unit *unit,
                     const tp_front_source *source, const tp_front_options *opt,
                     const tp_compiler_job *job, tp_diag *diag);

bool tp_front_was_accepted(const tp_proc_result *r);
/* Why the preprocessor has failed on `what`: time is over, the machine, or
 * (status 3) it does not accept it. */
int tp_front_explain_failure(const tp_proc_result *r, const char *what,
                             const tp_front_options *opt, tp_diag *diag);

/* The compiler has refused a file: if it takes it for C++, say so behind its
 * words. */
void tp_front_note_cplusplus(const tp_unit *unit, const tp_front_source *source,
                             const tp_front_options *opt, tp_diag *diag);

#endif
