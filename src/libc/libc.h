/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libc/libc.h - what is known of functions outside the program: one table
 * (libc.def), by their names. Whether a function is the system's, and not one
 * of the program with the same name, is the caller's to know. */
#ifndef TP_LIBC_LIBC_H
#define TP_LIBC_LIBC_H

#include <stdbool.h>
#include <stdint.h>

enum {
  TP_OUTSIDE_QUIET = 1, /* see libc.def */
  TP_OUTSIDE_SPARES = 2,
  TP_OUTSIDE_KEEPS = 4,
  TP_OUTSIDE_HANDS_ON = 8,
  TP_OUTSIDE_BESIDE = 16,
  TP_OUTSIDE_LATER = 32,
  TP_OUTSIDE_ROUNDS = 64,
  TP_OUTSIDE_GOES_ON = 128,
  TP_OUTSIDE_PRINTS = 256, /* and the format's argument in the bits above */
  TP_OUTSIDE_NAMES = 512,
  TP_OUTSIDE_CALM = 1024,
  TP_OUTSIDE_FORMAT = 4096,
  TP_OUTSIDE_UNKNOWN = 1 << 16 /* it is not in the table */
};

enum {
  TP_LIBC_CALM = 1,
  TP_LIBC_ENDS = 2,
  TP_LIBC_WRITES_OUT = 4,
  TP_LIBC_FREES = 8
};

#define TP_OUTSIDE_FORMAT_ARG(effects) ((effects) / TP_OUTSIDE_FORMAT % 16u)

/* The same function under gcc's name, or that of C23 in glibc. */
const char *tp_libc_plain_name(const char *name);
/* Effects of the function. Names of compilers' builtins are looked up without
 * what they begin with; these, and the functions by which programs mark their
 * inputs, do no more than their arguments say. */
unsigned tp_libc_effects(const char *name);
/* What is noted of it: TP_LIBC_... */
unsigned tp_libc_notes(const char *name);
/* Between which integers its result lies; false: nothing is known of it. */
bool tp_libc_result(const char *name, int64_t *low, int64_t *high);
/* Whether the C library has a function of this name, which it may call itself:
 * one of the program would take its place. */
bool tp_libc_has(const char *name);
/* Whether it has a variable of this name: one of the program is the same. */
bool tp_libc_has_variable(const char *name);

#endif
