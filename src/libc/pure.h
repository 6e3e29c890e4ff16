/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libc/pure.h - functions of the C library that are followed like operators.
 *
 * A call of one means what its arguments' values make it, nothing else: no
 * memory is read, nothing is changed (errno and the rounding mode apart).
 */
#ifndef TP_LIBC_PURE_H
#define TP_LIBC_PURE_H

#include "program/program.h"

typedef enum tp_pure_kind {
  TP_PURE_NONE,
  /* of integers */
  TP_PURE_SAME,
  TP_PURE_MAGNITUDE,
  TP_PURE_COUNT_ONES,
  TP_PURE_PARITY,
  TP_PURE_LEADING_ZEROS, /* of 0: any */
  TP_PURE_TRAILING_ZEROS,
  TP_PURE_FIRST_ONE, /* from 1; 0: there is none */
  TP_PURE_SWAP_BYTES,
  TP_PURE_CHARACTER,
  /* of floats, to floats */
  TP_PURE_FMAGNITUDE,
  TP_PURE_COPYSIGN,
  TP_PURE_MINIMUM,
  TP_PURE_MAXIMUM,
  TP_PURE_TRUNC,
  TP_PURE_FLOOR,
  TP_PURE_CEIL,
  TP_PURE_ROUND,
  TP_PURE_RINT, /* ties to even */
  TP_PURE_SQRT,
  TP_PURE_EXCESS, /* fdim */
  /* of floats, to long */
  TP_PURE_TO_LONG, /* of round */
  TP_PURE_RINT_TO_LONG,
  /* of a float, to int */
  TP_PURE_ISNAN,
  TP_PURE_ISINF, /* any number but 0 */
  TP_PURE_ISINF_SIGN,
  TP_PURE_ISFINITE,
  TP_PURE_ISNORMAL,
  TP_PURE_SIGNBIT, /* any number but 0 */
  /* of numbers of any types, to int */
  TP_PURE_ISGREATER,
  TP_PURE_ISGREATEREQUAL,
  TP_PURE_ISLESS,
  TP_PURE_ISLESSEQUAL,
  TP_PURE_ISLESSGREATER,
  TP_PURE_ISUNORDERED,
  TP_PURE_CLASSIFY
} tp_pure_kind;

#define TP_PURE_MAX_ARGS 6

typedef struct tp_pure {
  const char *name;
  tp_type_id type; /* of the parameters; VOID: whatever is given */
  uint32_t n;      /* parameters */
  tp_pure_kind kind;
  int (*character)(int); /* of CHARACTER: as this C library has it */
} tp_pure;

/* True of a result that is just "not 0" where it is one: which number it is
 * differs from compiler to compiler. */
bool tp_pure_is_open(const tp_pure *f);

/* What is called at a site, if it is one of them and the program does not
 * define it in the user's files; NULL: none. */
const tp_pure *tp_pure_call(const tp_program *p, uint32_t site);

/* (*__ctype_b_loc()) and its kin, which isdigit(c) and others expand to, index
 * a table from TP_CTYPE_FIRST, of TP_CTYPE_COUNT elements. */
#define TP_CTYPE_FIRST (-128)
#define TP_CTYPE_COUNT 384
typedef enum tp_ctype {
  TP_CTYPE_NONE,
  TP_CTYPE_CLASSES,
  TP_CTYPE_LOWER,
  TP_CTYPE_UPPER
} tp_ctype;
/* The table whose address is asked for at a site: the same again and again. */
tp_ctype tp_ctype_call(const tp_program *p, uint32_t site);
/* What a table holds for a character in the C locale; false: not known. */
bool tp_ctype_element(tp_ctype table, int c, uint32_t *bits);
/* The program can't have chosen another locale. */
bool tp_program_has_c_locale(const tp_program *p);

#endif
