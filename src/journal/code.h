/* SPDX-License-Identifier: GPL-3.0-or-later */
/* journal/code.h - numbers and texts as bytes, and back.
 *
 * Written: small numbers take one byte (seven bits a byte, the highest says
 * that more follow). Read: a cursor that never leaves its bytes; what is not
 * there is 0 or empty, and the cursor says so.
 */
#ifndef TP_JOURNAL_CODE_H
#define TP_JOURNAL_CODE_H

#include "base/str.h"

void tp_put_u64(tp_str *out, uint64_t value);
/* Near 0, on either side. */
void tp_put_i64(tp_str *out, int64_t value);
void tp_put_double(tp_str *out, double value);
/* NULL is kept apart from the empty text. */
void tp_put_text(tp_str *out, const char *text);

typedef struct tp_cursor {
  const uint8_t *at, *end;
  bool is_bad; /* something that was asked for is not there */
} tp_cursor;

uint64_t tp_take_u64(tp_cursor *c);
uint32_t tp_take_u32(tp_cursor *c); /* bad if it does not fit */
int64_t tp_take_i64(tp_cursor *c);
double tp_take_double(tp_cursor *c);
/* Owned by the caller; NULL if NULL was put, or nothing is there. */
char *tp_take_text(tp_cursor *c);

#endif
