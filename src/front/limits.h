/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/limits.h - what --inputs declares, held against the program. */
#ifndef TP_FRONT_LIMITS_H
#define TP_FRONT_LIMITS_H

#include "ast/ast.h"
#include "front/inputs.h"

/* Status 3 if the program defines a declared function itself. */
int tp_front_check_defined(const tp_program *p, const tp_inputs_file *in,
                           tp_diag *diag);
/* What is delivered can be an input, and its limits are constants of its type:
 * they become the limits of the sites. Status 3 with the place otherwise. */
int tp_front_limit(tp_program *p, const tp_inputs_file *in, tp_diag *diag);
/* All numbers of a record whose members are listed are (members.c): status 3
 * with the place otherwise. */
int tp_front_check_members(const tp_program *p, const tp_inputs_file *in,
                           tp_diag *diag);
/* What becomes of a function that a declared function gets must be declared,
 * too: status 3 with the place if it is not. */
int tp_front_check_callbacks(tp_program *p, const tp_inputs_file *in,
                             tp_diag *diag);
/* What tells bins, tests and sites has a type that can, and is noted (roles.c):
 * status 3 with the place otherwise. */
int tp_front_check_roles(tp_program *p, const tp_inputs_file *in,
                         tp_diag *diag);

#endif
