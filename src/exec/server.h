/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/server.h - the running program: starting it, asking it for a run. */
#ifndef TP_EXEC_SERVER_H
#define TP_EXEC_SERVER_H

#include "base/clock.h"
#include "base/diag.h"
#include "exec/world.h"
#include "wire/area.h"

#include <sys/types.h>

typedef struct tp_server {
  pid_t pid;       /* the program's first process; 0: not running */
  bool is_first;   /* also of its world, which ends with it */
  int control;     /* socket */
  int out, err;    /* memory files for what a run writes */
  uint32_t number; /* of the last order */
} tp_server;

typedef enum tp_answered {
  TP_SERVER_OK,
  TP_SERVER_GONE,   /* it has ended; the run may have killed it */
  TP_SERVER_SILENT, /* it does not answer in time */
  TP_SERVER_ASTRAY, /* it answers something else */
  TP_SERVER_STOPPED /* the budget is over */
} tp_answered;

/* The files only; -1: none possible. */
int tp_server_init(tp_server *s, tp_diag *diag);
void tp_server_free(tp_server *s);
/* Start the program as the first of that world, in its folder for runs, and
 * wait until it is ready. */
int tp_server_start(tp_server *s, const char *program, const tp_world *world,
                    int area_fd, const tp_budget *budget, tp_diag *diag);
/* End it and all it has started. */
void tp_server_stop(tp_server *s);
/* One run of at most so many seconds; it ends somehow. */
tp_answered tp_server_run(tp_server *s, tp_area_place place, double seconds,
                          const tp_budget *budget, tp_area_result *out);

#endif
