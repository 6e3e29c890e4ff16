/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/inputs.h - the file of --inputs: which functions of the tester deliver
 * inputs (docs/interface.md has the format), and the C text that does it.
 *
 * A declared function becomes a definition that calls tp2ph_deliver (front/
 * site.c) for each thing it delivers. The definition has the words of the
 * declaration at their lines and columns, so that what a compiler says of it
 * points into the file.
 */
#ifndef TP_FRONT_INPUTS_H
#define TP_FRONT_INPUTS_H

#include "base/diag.h"
#include "base/map.h"

/* A value, or what a parameter points to. */
typedef struct tp_delivery {
  tp_name label;  /* "ate_read.value", "ate_measure" */
  uint32_t at;    /* offset in the file of its limits, or of the function */
  tp_name limits; /* "0 .. 5.5", one space between words; 0: none */
} tp_delivery;

/* A parameter as C has it; whether the declaration says what becomes of a
 * function that it gets. */
typedef struct tp_declared_param {
  uint32_t at; /* offset of its first word */
  bool is_called, is_ignored;
} tp_declared_param;

typedef struct tp_declared {
  tp_name name;
  uint32_t at; /* offset of the name */
  tp_str text; /* the definition in C */
  VEC(tp_declared_param) params;
  bool is_noreturn;
  bool has_host; /* some unit of the program holds the definition */
} tp_declared;

typedef struct tp_inputs {
  const char *path; /* borrowed */
  tp_str text;
  tp_names *names;
  VEC(tp_declared) at;
  VEC(tp_delivery) deliveries;
  tp_map by_name;  /* function name -> its index, + 1 */
  tp_map by_label; /* label -> index of its delivery, + 1 */
} tp_inputs;

/* Status 3 with the place if it can't be read or is no such file. *out is to be
 * freed in any case. */
int tp_inputs_read(tp_inputs *out, const char *path, tp_diag *diag);
void tp_inputs_free(tp_inputs *in);
/* Say where in the file: offset `at`. */
void tp_inputs_point(const tp_inputs *in, uint32_t at, tp_diag *diag);

#endif
