/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec_fixture.h - small programs instrumented by hand, built and run. */
#ifndef TP_REGRESS_EXEC_FIXTURE_H
#define TP_REGRESS_EXEC_FIXTURE_H

#include "check.h"
#include "exec/exec.h"

#include <sys/types.h>

typedef struct fixture {
  tp_str dir, program;
  tp_plan plan; /* number 0 of each table is there from the start */
  tp_exec_options opt;
  tp_exec *exec;
  tp_exec_run run;
  tp_diag diag;
} fixture;

/* One record of a trace. */
typedef struct record {
  unsigned kind, flags, n;
  uint32_t id;
  const uint64_t *word; /* behind the head */
  /* of its leaves, if it has some */
  uint64_t tags;
  const uint64_t *leaf;
} record;

void fixture_open(fixture *f);
/* Compile the text (the runtime's declarations are put before it) and start
 * it. False after a failed CHECK. */
bool fixture_start(fixture *f, const char *text);
/* Run; a failure is a failed CHECK. */
void fixture_go(fixture *f, const tp_wire_input *inputs, uint32_t n,
                uint64_t seed);
/* Run with these values for the first inputs that the program reads. */
void fixture_go_values(fixture *f, const uint64_t *values, uint32_t n);
void fixture_close(fixture *f);

/* Additions to the plan; each returns the number it got. */
uint32_t fixture_expr(fixture *f, unsigned dst_size, unsigned decision);
void fixture_leaf(fixture *f, unsigned kind, unsigned size); /* of the last */
uint32_t fixture_func(fixture *f, uint32_t n_params, uint32_t size);
uint32_t fixture_site(fixture *f);
void fixture_part(fixture *f, uint32_t offset, unsigned type); /* of the last */

/* The nth record of a kind, from 0; false if there are fewer. */
bool fixture_record(const fixture *f, unsigned kind, uint32_t nth, record *out);
uint32_t fixture_count(const fixture *f, unsigned kind);
/* Processes on this machine that run the program. */
uint32_t fixture_processes(const fixture *f);
/* The nth of them: warden, server, worker, in the order of their numbers. */
pid_t fixture_process(const fixture *f, uint32_t nth);
/* Files in the folder of the runs. */
uint32_t fixture_files(const fixture *f);

#endif
