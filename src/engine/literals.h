/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/literals.h - the numbers and texts that a program's text names. */
#ifndef TP_ENGINE_LITERALS_H
#define TP_ENGINE_LITERALS_H

#include "program/program.h"
#include "search/rows.h"

/* Integers; of floating-point numbers the patterns as double and as float. */
void tp_literals(const tp_program *p, tp_values *out);
/* Each text once, its characters; none that is too short or too long to be a
 * word which an input is compared with. */
void tp_literal_words(const tp_program *p, tp_value_rows *out);

#endif
