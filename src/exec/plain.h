/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/plain.h - runs of programs as they are: without the runtime, each a
 * process of its own, several at a time.
 *
 * A lane runs one program at a time. It is a small process that was made before
 * tp2ph grew: starting a program from it is cheap, and nothing that the program
 * forks or detaches outlives the run, or tp2ph.
 */
#ifndef TP_EXEC_PLAIN_H
#define TP_EXEC_PLAIN_H

#include "exec/world.h"

#define TP_PLAIN_LANES 2

typedef struct tp_plain tp_plain;

typedef struct tp_plain_order {
  const char *program;    /* absolute path */
  const char *const *env; /* NULL-ended words, before the usual; may be NULL */
  double seconds;         /* limit on the run, from input to input */
  uint64_t memory;        /* bytes of address space; 0: no limit */
  bool moves;             /* its addresses are others in each run */
} tp_plain_order;

typedef enum tp_plain_state {
  TP_PLAIN_IDLE,
  TP_PLAIN_RUNNING,
  TP_PLAIN_ENDED /* told once, then the lane is idle */
} tp_plain_state;

typedef enum tp_plain_how {
  TP_PLAIN_EXIT,
  TP_PLAIN_SIGNAL,
  TP_PLAIN_TIMEOUT,
  TP_PLAIN_INPUTS, /* it asked for more inputs than its test has */
  TP_PLAIN_LOST    /* it could not be started */
} tp_plain_how;

typedef struct tp_plain_end {
  tp_plain_how how;
  int code; /* exit code or signal number */
} tp_plain_end;

/* Best before memory is used: each lane is a copy of this process. */
int tp_plain_new(tp_plain **out, tp_diag *diag);
/* Ends what runs. NULL is fine. */
void tp_plain_free(tp_plain *plain);
/* Another process goes on with the lanes; before set_world. */
void tp_plain_let_go(tp_plain *plain);
/* The world that programs see. They run in folders of their own below work_dir,
 * which are emptied before each run; programs and what else they need lie
 * there, too. Before the first run; what the options point to should live as
 * long. */
int tp_plain_set_world(tp_plain *plain, const tp_world_options *world,
                       tp_diag *diag);

/* Start it on an idle lane. */
int tp_plain_start(tp_plain *plain, unsigned lane, const tp_plain_order *order,
                   tp_diag *diag);
/* Wait at most so long. */
tp_plain_state tp_plain_poll(tp_plain *plain, unsigned lane, int wait_ms,
                             tp_plain_end *out);
/* Wait at most so long until a lane has ended. */
void tp_plain_wait(tp_plain *plain, int wait_ms);

#endif
