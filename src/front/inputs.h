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

/* A variable of the program that the tester sets. */
typedef struct tp_tester_variable {
  tp_name name;
  uint32_t at;        /* offset of the name */
  tp_str text;        /* void tp2ph_set_N(void), N is its index */
  tp_str definition;  /* as C has it, for a program that only declares it */
  VEC(tp_name) after; /* functions that set it again */
  bool has_host;      /* some unit of the program holds tp2ph_set_N */
  bool is_defined;    /* by the program */
} tp_tester_variable;

/* ---- bins and tests ------------------------------------------------------ */

enum { TP_BIN_SOFT, TP_BIN_HARD };

/* One of `bins soft { 1 good, 7 "leakage" }`. */
typedef struct tp_declared_bin {
  uint8_t kind, is_good, is_default;
  tp_name value; /* a constant expression of C */
  tp_name name;  /* without its quotes; 0: none */
  uint32_t at;   /* offset of the value */
} tp_declared_bin;

/* A variable of the program that is looked at. */
typedef struct tp_watched {
  tp_name name;
  uint32_t at;  /* offset of the name */
  tp_str text;  /* a function in C that delivers it */
  uint8_t kind; /* of the bin that it holds */
  bool is_array;
  bool has_host; /* some unit of the program holds that function */
} tp_watched;

/* A row of a table of limits. */
typedef struct tp_limit_row {
  long long number; /* of the test */
  double low, high; /* infinite: no limit */
  long long bin;    /* of a part that fails only here; 0: not said */
} tp_limit_row;

typedef struct tp_audit {
  bool has[2];      /* by kind: something sets such bins */
  bool has_list[2]; /* .. and which there are is declared */
  bool is_called;   /* a function sets them */
  bool is_exit[2];  /* the exit status is one */
  bool has_sites, has_tests, has_judged;
  VEC(tp_declared_bin) bins;
  VEC(tp_watched) variables;
  tp_watched mask; /* of the sites that are on; name 0: none */
  tp_name n_sites; /* an expression of C; 0: not declared */
  VEC(uint32_t) rules_off;
  VEC(tp_limit_row) limits;
  bool has_fail_bins;
  bool has_host; /* the monitor, or what stands for it, is behind some unit */
} tp_audit;

typedef struct tp_inputs {
  const char *path; /* borrowed */
  tp_str text;
  tp_names *names;
  VEC(tp_declared) at;
  VEC(tp_delivery) deliveries;
  tp_map by_name;  /* function name -> its index, + 1 */
  tp_map by_label; /* label -> index of its delivery, + 1 */
  VEC(tp_tester_variable) variables;
  tp_audit audit;
} tp_inputs;

/* Status 3 with the place if it can't be read or is no such file. *out is to be
 * freed in any case. */
int tp_inputs_read(tp_inputs *out, const char *path, tp_diag *diag);
void tp_inputs_free(tp_inputs *in);
bool tp_inputs_has_bins(const tp_inputs *in);
/* Whether something is done before the program starts: bins are watched, or
 * variables set. */
bool tp_inputs_is_watched(const tp_inputs *in);
/* What follows in the text has this line of the file. */
void tp_inputs_add_line(const tp_inputs *in, tp_str *out, uint32_t line);
/* Say where in the file: offset `at`. */
void tp_inputs_point(const tp_inputs *in, uint32_t at, tp_diag *diag);

#endif
