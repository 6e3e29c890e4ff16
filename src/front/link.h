/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/link.h - the units of a program, put together. */
#ifndef TP_FRONT_LINK_H
#define TP_FRONT_LINK_H

#include "ast/ast.h"
#include "base/bits.h"
#include "base/diag.h"

/* Fill decl.same, func.is_never_used and program.entry. Status 3 if the
 * program does not define the entry (NULL: main). */
int tp_front_link(tp_program *p, const char *entry, tp_diag *diag);
/* Fill func.is_never_used (unused.c). */
void tp_front_find_unused(tp_program *p);
/* Calls of __VERIFIER_assume and its kin become decisions (assume.c). */
void tp_front_assumptions(tp_program *p);

#endif
