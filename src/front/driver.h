/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/driver.h - a driver, put behind the files of the program (inside module
 * front; tp_front_driver of front.h is what it is given as).
 *
 * A driver is C: int tp2ph_drive(int argc, char **argv) is called in place of
 * the entry, and a function that it defines takes the place of the program's,
 * whose definition becomes a declaration. It stands behind the file of the
 * entry, where types, macros and static functions are known; what follows
 * #pragma tp2ph behind "other.c" stands behind that file. After #pragma tp2ph
 * without NAME the definition of that function is dropped in the file; after
 * #pragma tp2ph dead "file.c" LINE:COLUMN SIDE nobody looks for that branch.
 */
#ifndef TP_FRONT_DRIVER_H
#define TP_FRONT_DRIVER_H

#include "front/front.h"

/* The name by which the front end calls it. */
#define TP_DRIVER_ENTRY "tp2ph_drive"

/* What of the driver belongs behind unit number `unit` (from 1) of that path is
 * added to *out. */
void tp_driver_add(tp_str *out, const tp_front_driver *d, tp_unit_id unit,
                   const char *path);
/* Definitions in the unit's preprocessed text that the driver replaces become
 * declarations; lines stay where they are. Whether there was one. */
bool tp_driver_cut(tp_str *text, const tp_front_driver *d, tp_unit_id unit,
                   const char *path);
/* Its decisions are none of the user; nor are those that it says are dead. */
void tp_driver_mark(tp_program *p, const tp_front_driver *d);

#endif
