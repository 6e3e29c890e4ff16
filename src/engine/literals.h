/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/literals.h - the numbers that a program's text names. */
#ifndef TP_ENGINE_LITERALS_H
#define TP_ENGINE_LITERALS_H

#include "ast/ast.h"
#include "search/rows.h"

/* Integers; of floating-point numbers the patterns as double and as float. */
void tp_literals(const tp_program *p, tp_values *out);

#endif
