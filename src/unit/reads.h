/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit/reads.h - what a whole program reads from outside, as inputs: standard
 * input, files, variables of the environment. C that stands in for the
 * functions that read them, which the program calls by other names. */
#ifndef TP_UNIT_READS_H
#define TP_UNIT_READS_H

#include "base/str.h"

typedef struct tp_reads_item {
  tp_str name;
  uint32_t bytes; /* at most */
} tp_reads_item;

typedef struct tp_reads_plan {
  uint32_t stdin_bytes; /* 0: it is no input */
  VEC(tp_reads_item) files, variables;
} tp_reads_plan;

/* "NAME=16,OTHER=8"; false: it is none. *out is added to. */
bool tp_reads_parse(tp_reads_plan *out, bool is_files, const char *text);
bool tp_reads_has(const tp_reads_plan *w, bool is_files, const char *name);
bool tp_reads_is_empty(const tp_reads_plan *w);
/* Flags by which the program calls what is written; NULL-ended. */
const char *const *tp_reads_flags(const tp_reads_plan *w);
void tp_reads_write(const tp_reads_plan *w, tp_str *out);
void tp_reads_free(tp_reads_plan *w);

/* What a function of the C library reads, and can be an input. */
typedef enum tp_reads_kind {
  TP_READS_NOTHING,
  TP_READS_STDIN,
  TP_READS_STREAM, /* that it is given; it may be standard input */
  TP_READS_VARIABLE,
  TP_READS_FILE
} tp_reads_kind;

tp_reads_kind tp_reads_kind_of(const char *function);

#endif
