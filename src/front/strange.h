/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/strange.h - what stands in the text or among the flags and may mean
 * something that the models do not know: tp_program.strange. */
#ifndef TP_FRONT_STRANGE_H
#define TP_FRONT_STRANGE_H

#include "base/diag.h"
#include "front/sema.h"

/* Attributes, pragmas and assembler of the unit whose tokens were read. System
 * headers are taken to be what they are. */
void tp_front_find_strange(tp_sema *s);
/* Status 3 if something is there of which no instrumented copy can be made. */
int tp_front_refuse_strange(const tp_program *p, tp_diag *diag);
/* Whether a compiler may use a function of this name without a call in the
 * text, or put something of its own in place of a call. */
bool tp_front_is_own(const char *name);
/* Flags of the compiler, up to NULL; no list: none. */
void tp_front_strange_flags(tp_program *p, const char *const *words);
/* The program defines a function in place of which its compiler may put
 * something of its own. */
void tp_front_strange_definition(tp_program *p, const tp_func *f);
/* Note something strange at an offset of a unit; unit 0: it has no place. */
void tp_front_strange(tp_program *p, tp_strange_kind kind, const char *what,
                      const char *name, uint32_t length, tp_unit_id unit,
                      uint32_t at);

#endif
