/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input/slice.h - one slice of a program (--assume): inputs with some of their
 * values only, at each read; global variables likewise.
 *
 *   CONDITION && ...    CONDITION: WHAT == NUMBER (or <=, >=, <, >),
 *                       WHAT == "TEXT"
 *                       WHAT: NAME, NAME@SITE, NAME("KEY") or NAME(NUMBER)
 *
 * A number that holds for all calls makes the limits of an input narrower
 * (slice.c). Texts, and what holds for one site or argument, are assumed where
 * the input is delivered (slice_text.c). What a global variable holds is
 * assumed where it is read (slice_reads.c). */
#ifndef TP_INPUT_SLICE_H
#define TP_INPUT_SLICE_H

#include "ast/ast.h"
#include "base/diag.h"
#include "input/edits.h"
#include "input/words.h"

typedef enum tp_relation {
  TP_EQUAL,
  TP_BELOW,
  TP_ABOVE,
  TP_AT_MOST,
  TP_AT_LEAST
} tp_relation;

#define TP_ALL_SITES (-1)

typedef struct tp_slice_condition {
  tp_word name, value; /* places in the text */
  uint8_t relation;    /* tp_relation */
  bool is_text;
  long site;   /* TP_ALL_SITES: each */
  tp_word key; /* of calls with this argument; kind TP_WORD_END: of all */
} tp_slice_condition;

typedef struct tp_slice {
  const char *text; /* borrowed; NULL: the whole program */
  VEC(tp_slice_condition) at;
} tp_slice;

/* Status 3 with the place in the text if it is no such thing. */
int tp_slice_read(tp_slice *out, const char *text, tp_diag *diag);
void tp_slice_free(tp_slice *s);
/* Whether it is said of some calls only. */
bool tp_slice_is_of_some(const tp_slice_condition *c);
bool tp_slice_are_same_calls(const tp_slice *s, const tp_slice_condition *a,
                             const tp_slice_condition *b);
bool tp_slice_is_named(const tp_slice *s, const tp_slice_condition *c,
                       const char *name);
const char *tp_relation_text(tp_relation relation); /* "==" */
/* Status 3 with the place of offset `at`; a %s in fmt is name. */
int tp_slice_refuse(const tp_slice *s, uint32_t at, const char *fmt,
                    const char *name, tp_diag *diag);

/* The limits of inputs become narrower. Status 3 with the place if neither an
 * input nor a global variable has that name, or no value is left. */
int tp_slice_inputs(tp_program *p, const tp_slice *s, tp_diag *diag);

/* Reads of global variables that the slice names, each behind an assumption;
 * status 3 where they can't be held to it. */
int tp_slice_reads(const tp_program *p, const tp_slice *s, tp_input_edits *out,
                   tp_diag *diag);
/* A variable of that name outside of all functions, with members: its type;
 * TP_TYPE_UNKNOWN: there is none. */
tp_type_id tp_slice_global(const tp_program *p, const char *name);

#endif
