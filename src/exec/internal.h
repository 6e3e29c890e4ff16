/* SPDX-License-Identifier: GPL-3.0-or-later */
/* exec/internal.h - what the files of exec share. */
#ifndef TP_EXEC_INTERNAL_H
#define TP_EXEC_INTERNAL_H

#include "exec/exec.h"
#include "exec/patience.h"
#include "exec/server.h"
#include "exec/space.h"
#include "exec/world.h"

/* Call stacks whose lines were looked up. */
typedef struct tp_located {
  tp_names *stacks;  /* addresses as text */
  VEC(char *) lines; /* by tp_name: what addr2line said */
} tp_located;

struct tp_exec {
  tp_str program;
  tp_str start_path; /* of the program, seen from the folder of runs */
  const tp_budget *budget;
  tp_space space;
  tp_server server;
  tp_located located;
  tp_str work_dir;
  tp_world world;
  tp_world_options world_options;
  tp_patience patience;
  double limit, taken; /* seconds of the last run */
  bool has_written;    /* perhaps: the last run had a process of its own */
  tp_exec_reads reads;
  size_t capture;  /* bytes of output to keep; 0: none */
  int trust;       /* that sharing a process pays; below 0: never again */
  tp_str out, err; /* of the last run */
};

/* What the runtime is to note of a run. */
typedef enum tp_exec_note {
  TP_NOTE_END,   /* where it ends */
  TP_NOTE_DENIED /* what is denied to it */
} tp_exec_note;
/* The last run once more, with the runtime noting that. */
bool tp_exec_again(tp_exec *exec, tp_exec_note what, tp_exec_run *out);
/* Where these addresses of the program are, as far as in the user's files. */
void tp_exec_find_places(tp_exec *exec, const uint64_t *at, uint32_t n,
                         tp_exec_places *out);

void tp_located_free(tp_located *l);

#endif
