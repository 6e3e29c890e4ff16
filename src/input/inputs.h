/* SPDX-License-Identifier: GPL-3.0-or-later */
/* input/inputs.h - the file of --inputs: which functions of the tester deliver
 * inputs (docs/interface.md has the format), and the C text that does it.
 *
 * A declared function becomes a definition that calls tp2ph_deliver (front/
 * site.c) for each thing it delivers. The definition has the words of the
 * declaration at their lines and columns, so that what a compiler says of it
 * points into the file.
 */
#ifndef TP_INPUT_INPUTS_H
#define TP_INPUT_INPUTS_H

#include "base/diag.h"
#include "input/slice.h"
#include "base/map.h"

/* A value, or what a parameter points to. */
typedef struct tp_delivery {
  tp_name label;  /* "ate_read.value", "ate_measure" */
  uint32_t at;    /* offset in the file of its limits, or of the function */
  tp_name limits; /* "0 .. 5.5", one space between words; 0: none */
  bool has_set;   /* only some values, which are assumed */
  bool is_text;
  uint32_t next; /* the next one of that label (when), + 1 */
} tp_delivery;

/* A member of a record that is delivered for itself. */
typedef struct tp_listed {
  tp_name label;     /* "ate_read.value.flags" */
  uint32_t at;       /* offset of the list that has it */
  uint32_t function; /* offset of the name of the function or variable */
  uint32_t param;    /* that points to the record, from 1; 0: the result */
} tp_listed;

/* A parameter as C has it; whether the declaration says what becomes of a
 * function that it gets. */
typedef struct tp_declared_param {
  uint32_t at; /* offset of its first word */
  bool is_called, is_ignored;
  uint8_t role; /* tp_role */
} tp_declared_param;

typedef struct tp_declared {
  tp_name name;
  uint32_t at;       /* offset of the name */
  tp_str text;       /* the definition in C */
  bool is_open;      /* for other arguments it is not said what it delivers */
  tp_name words;     /* of the head, if it says `when` */
  tp_name asked_for; /* the parameter that `when` names; 0: none */
  VEC(tp_declared_param) params;
  bool is_noreturn;
  bool is_test;
  bool is_vague; /* it is not said what lies where the result points to */
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
  uint8_t is_candidate; /* a constant of the program: it may be a bin */
  tp_name value;        /* a constant expression of C */
  tp_name name;         /* without its quotes; 0: none */
  uint32_t at;          /* offset of the value */
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

/* A table of the program of which each row is to be reached: that of its
 * elements, or a member of them, that bins are read from. */
typedef struct tp_row_table {
  tp_name name;
  tp_name member; /* 0: the elements themselves */
  uint32_t at;    /* offset of the name */
  tp_str text;    /* tp2ph_read_N and its kin */
  uint32_t count; /* known when the program was read once; 0: not yet */
  bool has_host;
} tp_row_table;

/* A row of a table of limits. */
typedef struct tp_limit_row {
  long long number; /* of the test, if it has one .. */
  bool has_number;
  tp_name name;     /* .. and its name; 0: none */
  tp_name unit;     /* in which it is delivered: "V"; 0: not said */
  double low, high; /* infinite: no limit */
  long long bin;    /* of a part that fails only here; 0: not said */
} tp_limit_row;

typedef struct tp_audit {
  bool has[2];      /* by kind: something sets such bins */
  bool has_list[2]; /* .. and all that there are are declared */
  bool is_called;   /* a function sets them */
  bool is_exit[2];  /* the exit status is one */
  bool has_sites, has_tests, has_judged;
  bool has_named; /* tests that are told apart by their names */
  VEC(tp_declared_bin) bins;
  VEC(tp_watched) variables;
  tp_watched mask; /* of the sites that are on; name 0: none */
  tp_name n_sites; /* an expression of C; 0: not declared */
  VEC(uint32_t) rules_off;
  VEC(tp_limit_row) limits;
  VEC(tp_row_table) rows;
  bool has_fail_bins;
  bool has_host; /* the monitor, or what stands for it, is behind some unit */
} tp_audit;

typedef struct tp_inputs_file {
  const char *path; /* borrowed; NULL: no file, nothing is declared */
  tp_str text;
  tp_names *names;
  VEC(tp_declared) at;
  VEC(tp_delivery) deliveries;
  VEC(tp_listed) listed;
  tp_map by_name;  /* function name -> its index, + 1 */
  tp_map by_label; /* label -> index of its delivery, + 1 */
  VEC(tp_tester_variable) variables;
  tp_audit audit;
  tp_slice slice; /* borrowed */
} tp_inputs_file;

/* Status 3 with the place if it can't be read or is no such file; path NULL:
 * nothing is declared. *out is to be freed in any case. The slice may be NULL.
 */
int tp_inputs_read(tp_inputs_file *out, const char *path, const tp_slice *slice,
                   tp_diag *diag);
void tp_inputs_free(tp_inputs_file *in);
bool tp_inputs_has_bins(const tp_inputs_file *in);
/* Whether it is left to the program which bins there are. */
bool tp_inputs_has_open_bins(const tp_inputs_file *in);
/* The constants of the program are candidates, where that is so. */
void tp_inputs_add_candidates(tp_inputs_file *in, const int64_t *numbers,
                              uint32_t n);
/* Whether something is done before the program starts: bins are watched, or
 * variables set. */
bool tp_inputs_is_watched(const tp_inputs_file *in);
/* What follows in the text has this line of the file. */
void tp_inputs_add_line(const tp_inputs_file *in, tp_str *out, uint32_t line);
/* Say where in the file: offset `at`. */
void tp_inputs_point(const tp_inputs_file *in, uint32_t at, tp_diag *diag);

#endif
