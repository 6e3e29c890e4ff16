/* exec/internal.h - what the files of exec share. */
#ifndef TP_EXEC_INTERNAL_H
#define TP_EXEC_INTERNAL_H

#include "exec/exec.h"
#include "exec/scratch.h"
#include "exec/server.h"
#include "exec/space.h"

/* Call stacks whose lines were looked up. */
typedef struct tp_located {
  tp_names *stacks;  /* addresses as text */
  VEC(char *) lines; /* by tp_name: what addr2line said */
} tp_located;

struct tp_exec {
  tp_str program;
  tp_str start_path; /* of the program, seen from the scratch folder */
  const tp_budget *budget;
  tp_space space;
  tp_server server;
  tp_scratch scratch;
  tp_located located;
  uint64_t max_unasked;
  size_t capture;  /* bytes of output to keep; 0: none */
  int trust;       /* that sharing a process pays; below 0: never again */
  tp_str out, err; /* of the last run */
};

/* The last run once more, with the runtime noting where it ends. */
bool tp_exec_again(tp_exec *exec, tp_exec_run *out);

void tp_located_free(tp_located *l);

#endif
