/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input/tables.h - tables of limits and bins as testers have them, as CSV
 * or XML (inside module front).
 *
 * The first row of CSV names the columns; how they are called may be said in
 * the declaration. Cells may be quoted. What is wrong is told with row and
 * column.
 */
#ifndef TP_INPUT_TABLES_H
#define TP_INPUT_TABLES_H

#include "base/diag.h"
#include "base/vec.h"

typedef struct tp_text_cell {
  uint32_t begin, end;   /* offsets in the text, without quotes and spaces */
  uint32_t line, column; /* from 1 */
} tp_text_cell;

typedef struct tp_table {
  char *path; /* owned */
  tp_str text;
  uint32_t columns;
  VEC(tp_text_cell) cells; /* row by row, the head first */
} tp_table;

/* A file beside `beside`, unless its name is absolute. Status 3 with the place
 * if it can't be read, or a row has more cells than the head. */
int tp_table_read(tp_table *out, const char *name, const char *beside,
                  tp_diag *diag);
/* Of t->text, if that is XML (tables_xml.c). */
int tp_table_read_xml(tp_table *t, tp_diag *diag);
void tp_table_free(tp_table *t);
uint32_t tp_table_rows(const tp_table *t); /* without the head */
/* Row from 0. */
const tp_text_cell *tp_table_cell(const tp_table *t, uint32_t row,
                                  uint32_t column);
bool tp_table_is_empty(const tp_table *t, const tp_text_cell *cell);
/* The column of one of these names (NULL-ended), whatever their case, spaces
 * and underscores; t->columns: there is none. */
uint32_t tp_table_column(const tp_table *t, const char *const *names);
/* Numbers; false: it is none. */
bool tp_table_integer(const tp_table *t, const tp_text_cell *cell,
                      long long *out);
bool tp_table_number(const tp_table *t, const tp_text_cell *cell, double *out);
/* The unit that n bytes are: its prefix as a power of ten, and where the rest
 * of it begins ("m" of "mV" is -3). False: it is none that is known. */
bool tp_unit_read(const char *text, uint32_t n, int *power, uint32_t *base);
/* A number and perhaps its unit: 75 mA, 75*mA. False: it is none. Without a
 * unit of its own it counts in units of ten to that power. */
bool tp_table_quantity(const tp_table *t, const tp_text_cell *cell, int power,
                       double *out);
int tp_table_refuse(const tp_table *t, const tp_text_cell *cell,
                    const char *why, tp_diag *diag);

#endif
