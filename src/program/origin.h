/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program/origin.h - a file of the user's as written, made easy to compare.
 *
 * Spliced lines are joined, comments and directives are blanks; every other
 * byte is kept, so that offset and place can be told from each other.
 */
#ifndef TP_PROGRAM_ORIGIN_H
#define TP_PROGRAM_ORIGIN_H

#include "base/str.h"

typedef struct tp_origin {
  tp_str text;      /* '\n' only where a line really ends */
  tp_vec_u32 lines; /* offset in text of each line as the user counts them */
} tp_origin;

/* False if the file can't be read. */
bool tp_origin_read(tp_origin *out, const char *path);
void tp_origin_free(tp_origin *origin);
/* The line (from 1) and column (from 1) of an offset. */
void tp_origin_place(const tp_origin *origin, uint32_t offset, uint32_t *line,
                     uint32_t *column);

#endif
