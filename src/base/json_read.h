/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/json_read.h - read JSON piece by piece, in the order it is written. */
#ifndef TP_BASE_JSON_READ_H
#define TP_BASE_JSON_READ_H

#include "base/diag.h"

typedef struct tp_json_reader {
  const char *path; /* for messages */
  tp_str text;
  uint32_t at;
  tp_diag *diag;
} tp_json_reader;

/* All return 0, or -1 with status 3 and file:line:column in diag. */
int tp_json_open(tp_json_reader *r, const char *path, tp_diag *diag);
void tp_json_close(tp_json_reader *r);
int tp_json_fail(tp_json_reader *r, uint32_t at, const char *what);

/* The next character that is no blank; '\0' at the end. It is not taken. */
char tp_json_peek(tp_json_reader *r);
/* Take one of { [ ] } : which must come now. */
int tp_json_take(tp_json_reader *r, char c);
/* Inside { } or [ ]: *more tells if another element follows; commas and the
 * closing bracket are taken. is_first: none was read yet. */
int tp_json_next(tp_json_reader *r, char close, bool is_first, bool *more);
int tp_json_string(tp_json_reader *r, tp_str *out);
/* A number from 0 to UINT32_MAX. */
int tp_json_number(tp_json_reader *r, uint32_t *out);
/* Pass over a value of any kind. */
int tp_json_skip(tp_json_reader *r);
/* A number of any kind; 0 if it is something else. */
int tp_json_double(tp_json_reader *r, double *out);
/* Nothing may follow. */
int tp_json_finish(tp_json_reader *r);

#endif
