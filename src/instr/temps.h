/* SPDX-License-Identifier: GPL-3.0-or-later */
/* instr/temps.h - the temporaries of one function; private to instr.
 *
 * They are declared at the top of the function's body. A full expression takes
 * as many as it needs; the next one takes the same again. Types are named by
 * tp_type_c_name: all pointers are "void *". Records are held as bytes.
 */
#ifndef TP_INSTR_TEMPS_H
#define TP_INSTR_TEMPS_H

#include "base/str.h"

typedef uint32_t tp_temp; /* class << 24 | number; 0 is "none" */

typedef struct tp_temp_class {
  const char *type; /* NULL: room for a record of so many bytes */
  uint32_t bytes;
  uint32_t in_use, most;
} tp_temp_class;

#define TP_TEMPS_CLASSES 48 /* 15 scalar types, and sizes of records */

typedef struct tp_temps { /* zeroed = none */
  tp_temp_class classes[TP_TEMPS_CLASSES];
  uint32_t n;
} tp_temps;

typedef struct tp_temps_mark { /* which were in use */
  uint32_t in_use[TP_TEMPS_CLASSES];
} tp_temps_mark;

tp_temp tp_temps_take(tp_temps *temps, const char *type);
/* Room for a record; 0: there are too many sizes in this function. */
tp_temp tp_temps_take_bytes(tp_temps *temps, uint32_t bytes);
void tp_temps_get_mark(const tp_temps *temps, tp_temps_mark *mark);
/* Those taken since then are free again. */
void tp_temps_release(tp_temps *temps, const tp_temps_mark *mark);
void tp_temps_add_name(tp_str *out, tp_temp temp);
/* Append the declarations; afterwards there are none. */
void tp_temps_declare(tp_temps *temps, tp_str *out);

#endif
