/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/testcase.h - a testcase file, read back. */
#ifndef TP_APP_TESTCASE_H
#define TP_APP_TESTCASE_H

#include "base/diag.h"

typedef VEC(uint64_t) tp_row; /* bits of values, in the order they are read */

/* How a value is written: with its type, or, without one, as a whole number or
 * as which IEEE pattern its bits are. */
typedef enum tp_written {
  TP_WRITTEN_INTEGER,
  TP_WRITTEN_FLOAT,
  TP_WRITTEN_DOUBLE,
  TP_WRITTEN_TYPED
} tp_written;

typedef VEC(uint8_t) tp_row_written; /* tp_written of each value of a row */

/* What tells the values of two tests apart: one text after the other. */
uint64_t tp_testcase_hash(uint64_t before, const char *value, size_t n);

/* The values of its <input>s: integers extended to 64 bits, floats as their
 * IEEE pattern; `written` (or NULL) says which. TP_REFUSED if it is no
 * testcase. */
int tp_testcase_read(tp_row *out, tp_row_written *written, const char *path,
                     tp_diag *diag);
/* The values of a file that has one a line; empty lines and those that begin
 * with # are left out. TP_REFUSED names the line that is no number. */
int tp_testcase_read_lines(tp_row *out, tp_row_written *written,
                           const char *path, tp_diag *diag);
/* As the first, and the hash of their texts. */
int tp_testcase_check(uint64_t *hash, const char *path, tp_diag *diag);

#endif
