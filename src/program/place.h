/* SPDX-License-Identifier: GPL-3.0-or-later */
/* program/place.h - where a byte of preprocessed text comes from.
 *
 * Lines and macros are filled by the front end from what the preprocessor says;
 * the column is that of the user's source line, found by matching tokens, so
 * that a macro's text has the place where the macro is named.
 */
#ifndef TP_PROGRAM_PLACE_H
#define TP_PROGRAM_PLACE_H

#include "program/program.h"

typedef struct tp_line {
  uint32_t begin; /* offset of the first byte of the preprocessed line */
  uint32_t line;  /* in file */
  tp_name file;
  uint8_t is_system; /* file is a system header */
} tp_line;

/* A #define or #undef, in force from `begin` of the unit's text on. The
 * unit's macros are sorted by name, then by begin. */
typedef struct tp_macro {
  tp_name name;
  uint32_t begin;
  uint8_t is_defined; /* 0: #undef */
  uint8_t has_parameters;
  uint8_t is_system; /* defined in a system header */
} tp_macro;

typedef struct tp_place {
  tp_name file;
  uint32_t line, column; /* from 1 */
  bool is_system;        /* file is a system header */
  /* The macro that the user named and whose expansion the byte is in, 0 if
   * none; and whether that macro is defined in a system header. */
  tp_name macro;
  bool is_system_macro;
} tp_place;

tp_place tp_place_of(const tp_program *p, tp_unit_id unit, uint32_t offset);
/* The text from begin to end as the user wrote it, on one line, spaces and
 * comments folded. A part of one macro's expansion has no text of the user's:
 * it is given as preprocessed. */
void tp_place_text(const tp_program *p, tp_unit_id unit, uint32_t begin,
                   uint32_t end, tp_str *out);
/* Whether that text, which comes out of a macro, stands so in the user's use of
 * it: among its arguments. */
bool tp_place_is_argument(const tp_program *p, tp_unit_id unit, uint32_t begin,
                          uint32_t end);
/* The offset in the text as preprocessed of one in the unit's text, which may
 * have checks. Lines and macros know only the former. */
uint32_t tp_place_written(const tp_program *p, tp_unit_id unit,
                          uint32_t offset);
/* The same of an end: what was put behind it does not count. */
uint32_t tp_place_written_end(const tp_program *p, tp_unit_id unit,
                              uint32_t end);
/* The macro of that name in force at an offset of the text as preprocessed;
 * NULL if there is none. */
const tp_macro *tp_place_macro(const tp_program *p, tp_unit_id unit,
                               tp_name name, uint32_t offset);
/* Whether a macro is defined at the end of the unit, as the compiler's own
 * are. */
bool tp_place_has_macro(const tp_program *p, tp_unit_id unit, const char *text);

/* What the program calls an input (a string among the arguments of the call),
 * else the function that delivers it; NULL: neither is known. */
const char *tp_site_name(const tp_program *p, const struct tp_site *site);

#endif
