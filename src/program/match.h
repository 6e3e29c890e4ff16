/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program/match.h - preprocessed text against the text it was made from.
 *
 * A chunk is a piece of both that begins and ends together: one line of the
 * user's, or several when a macro's arguments go on over them.
 */
#ifndef TP_PROGRAM_MATCH_H
#define TP_PROGRAM_MATCH_H

#include "program/origin.h"
#include "program/place.h"

/* A token the user wrote, or a macro he named with its arguments. */
typedef struct tp_match_item {
  uint32_t begin, end;   /* in the origin's text */
  const tp_macro *macro; /* NULL: a plain token */
} tp_match_item;

/* A token of the preprocessed text. */
typedef struct tp_match_token {
  uint32_t begin, end; /* in the unit's text */
  uint32_t item;       /* where it comes from */
} tp_match_token;

typedef struct tp_match {
  VEC(tp_match_item) items;
  VEC(tp_match_token) tokens;
} tp_match;

/* Read the items from a line's beginning to where the chunk ends, with the
 * macros in force at offset `at` of the unit; the last line it covers. */
uint32_t tp_match_read_items(tp_match *m, const tp_program *p, tp_unit_id unit,
                             const tp_origin *origin, uint32_t line,
                             uint32_t at);
/* Read the tokens of text[begin .. end) and give each its item. */
void tp_match_tokens(tp_match *m, const tp_origin *origin, const char *text,
                     uint32_t begin, uint32_t end);
void tp_match_free(tp_match *m);

#endif
