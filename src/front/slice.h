/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/slice.h - one slice of a program (--assume): inputs between narrower
 * limits, at each read. */
#ifndef TP_FRONT_SLICE_H
#define TP_FRONT_SLICE_H

#include "ast/ast.h"
#include "base/diag.h"

/* `text`: NAME == NUMBER, NAME <= NUMBER ..., joined by &&. The limits of the
 * inputs of that name become narrower. Status 3 with the place in the text:
 * it is no such condition, no input has that name, or no value is left. */
int tp_front_slice(tp_program *p, const char *text, tp_diag *diag);

#endif
