/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/driver.h - drivers and stubs: C that calls one function with inputs.
 *
 * Seed 001, section 2.2. TP_DRIVER_PAPER is what is printed there;
 * TP_DRIVER_FULL also tries NULL, aliases, texts, and what the program's use of
 * its pointers asks for (unit/uses.h). What is written is read
 * by input/driver.h, and by people.
 */
#ifndef TP_UNIT_DRIVER_H
#define TP_UNIT_DRIVER_H

#include "unit/ranges.h"
#include "unit/reads.h"
#include "unit/relevance.h"
#include "unit/uses.h"

typedef enum tp_driver_kind { TP_DRIVER_FULL, TP_DRIVER_PAPER } tp_driver_kind;

/* What of a stub is an input: its result; also what it writes through its
 * parameters; also variables that the function would assign. */
typedef enum tp_stub_effects {
  TP_STUBS_RESULT,
  TP_STUBS_PARAMETERS,
  TP_STUBS_GLOBALS
} tp_stub_effects;

typedef struct tp_driver_plan {
  tp_driver_kind kind;
  tp_func_id target;
  uint32_t elements;  /* of an array, or behind a pointer, that are inputs */
  uint32_t arguments; /* --argv: of main; 0: none */
  /* As they are declared in the file that they are written behind: */
  tp_vec_u32 globals;         /* variables that are inputs */
  tp_vec_u32 missing;         /* variables that nobody defines */
  tp_vec_u32 stubs;           /* functions whose results are inputs */
  tp_vec_u32 without;         /* functions that are dropped, as tp_func_id */
  const tp_reads_plan *reads; /* of main; NULL: nothing of it is an input */
  const tp_ranges *ranges;    /* of the whole program; NULL: not known */
  const tp_uses *uses;
  const tp_call_graph *graph; /* for TP_STUBS_GLOBALS */
  tp_stub_effects effects;
  tp_str dead;    /* pragmas of branches that are not asked for */
  bool has_sizes; /* numbers are held to be sizes */
  bool is_open;   /* others may call its functions: there is no main */
} tp_driver_plan;

/* *trusted is what it takes for granted where it calls the function, as C: "s
 * != NULL && s->to != NULL"; empty: nothing. False: a type of the function has
 * no name in C; *why says which. */
bool tp_driver_write(tp_str *out, const tp_program *p,
                     const tp_driver_plan *plan, tp_str *trusted, tp_str *why);
/* Whether a stub can be written for it. */
bool tp_driver_can_stub(const tp_program *p, tp_decl_id function);

#endif
