/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/flags.h - the user's compiler flags, for compiling and linking text that
 * is already preprocessed and instrumented. */
#ifndef TP_EXEC_FLAGS_H
#define TP_EXEC_FLAGS_H

#include "base/vec.h"

typedef VEC(const char *) tp_words; /* borrowed strings */

/* Those that matter when a unit is compiled. */
void tp_exec_compile_flags(tp_words *out, const char *const *flags);
/* Those that matter when the program is linked and are not in `out` yet. */
void tp_exec_link_flags(tp_words *out, const char *const *flags);

void tp_words_add(tp_words *to, const char *const *words); /* NULL: none */

/* NULL-ended: for the linker, so that whoever is asked for memory is seen
 * (rt/heap.h). */
const char *const *tp_exec_wrap_flags(void);

#endif
