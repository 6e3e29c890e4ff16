/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input/driver.h - a driver, put behind the files of the program.
 *
 * A driver is C: int tp2ph_drive(int argc, char **argv) is called in place of
 * the entry, and a function that it defines takes the place of the program's,
 * whose definition becomes a declaration. It stands behind the file of the
 * entry, where types, macros and static functions are known; what follows
 * #pragma tp2ph behind "other.c" stands behind that file. After #pragma tp2ph
 * without NAME the definition of that function is dropped in the file; after
 * #pragma tp2ph dead "file.c" LINE:COLUMN SIDE nobody looks for that branch.
 */
#ifndef TP_INPUT_DRIVER_H
#define TP_INPUT_DRIVER_H

#include "ast/ast.h"

typedef struct tp_driver {
  const char *name; /* its file, as messages and reports call it */
  const char *text;
  tp_unit_id unit; /* behind which it stands, from 1 */
} tp_driver;

/* The name by which the front end calls it. */
#define TP_DRIVER_ENTRY "tp2ph_drive"

/* What of the driver belongs behind unit number `unit` (from 1) of that path is
 * added to *out. */
void tp_driver_add(tp_str *out, const tp_driver *d, tp_unit_id unit,
                   const char *path);
/* Definitions in the unit's preprocessed text that the driver replaces become
 * declarations; lines stay where they are. Whether there was one. */
bool tp_driver_cut(tp_str *text, const tp_driver *d, tp_unit_id unit,
                   const char *path);
/* Its decisions are none of the user; nor are those that it says are dead. */
void tp_driver_mark(tp_program *p, const tp_driver *d);

#endif
