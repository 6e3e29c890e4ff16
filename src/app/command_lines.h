/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/command_lines.h - given tests as a list of command lines: what stands
 * behind the program's name, `NAME=VALUE` before it, `<FILE` for standard
 * input.
 *
 * They say what the program finds outside (unit/reads.h), by name; which inputs
 * that makes, and in which order, only a run tells.
 */
#ifndef TP_APP_COMMAND_LINES_H
#define TP_APP_COMMAND_LINES_H

#include "app/resume.h"

typedef struct tp_outside_value {
  tp_str name; /* as the driver calls the input */
  tp_str bytes;
} tp_outside_value;

typedef struct tp_outside {
  VEC(tp_outside_value) at;
} tp_outside;

/* Adds a row without values for each line of the file, and what it says to
 * r->outside; lines that do not fit the options are told in the notes.
 * TP_USAGE: no option makes anything of it an input. */
int tp_command_lines_read(tp_resume *r, const char *path,
                          const tp_options *options, tp_diag *diag);
/* Size bytes of an input, from `offset`; what nobody says is 0. */
uint64_t tp_outside_bits(const tp_outside *o, const char *name, uint32_t offset,
                         unsigned size);
void tp_outside_free(tp_outside *o);

#endif
