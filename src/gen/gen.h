/* SPDX-License-Identifier: GPL-3.0-or-later */
/* gen/gen.h - tester programs of any size, for benchmarks.
 *
 * The programs are of the kind that seed 004 measures: loop-free, stateless,
 * control-intensive. Tests run in sequence and nest; their conditions compare
 * inputs (options such as job and temperature, measured values) that are shared
 * between many conditions, so that a tenth of the branches and many paths can't
 * be taken, and Phase 1 misses some that can. The same seed gives the same
 * program.
 */
#ifndef TP_GEN_GEN_H
#define TP_GEN_GEN_H

#include "base/str.h"

typedef struct tp_gen_options {
  uint64_t conditions;
  uint64_t seed;
  uint64_t dead;  /* percent of the branches that are to be dead */
  bool doubles;   /* measured values are doubles */
  bool status;    /* tests report through status codes */
  bool overwrite; /* some paths overwrite an input: not stateless */
  bool exits;     /* some failures end the program at once */
} tp_gen_options;

void tp_gen_program(const tp_gen_options *opt, tp_str *out);
/* The same few measurements in all conditions (crossed.c); neither status nor
 * overwrite. */
void tp_gen_crossed(const tp_gen_options *opt, tp_str *out);

#endif
