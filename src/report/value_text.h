/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/value_text.h - values as people write them in C: the shortest numbers
 * that mean the same, texts in quotes, objects as initialisers. */
#ifndef TP_REPORT_VALUE_TEXT_H
#define TP_REPORT_VALUE_TEXT_H

#include "report/result.h"

void tp_value_text(tp_str *out, const tp_result_input *in);
/* A scalar of a type of the program; of an enum also what it calls that. */
void tp_value_text_bits(const tp_program *p, tp_type_id t, uint64_t bits,
                        tp_str *out);
/* Without the NULs at its end. */
void tp_value_text_quoted(tp_str *out, const unsigned char *text, uint64_t n);
/* How many of n scalars, from the first on, make up one object. */
uint32_t tp_input_together(const tp_result_input *in, uint32_t n);
/* What they make up; `has_names`: with the names that enums have. */
void tp_value_text_input(const tp_program *p, const tp_result_input *in,
                         uint32_t n, bool has_names, tp_str *out);

#endif
