/* app/batch.h - the parts of `tp2ph batch`; private to batch*.c. */
#ifndef TP_APP_BATCH_H
#define TP_APP_BATCH_H

#include "app/options.h"
#include "app/replay_report.h"

#include <sys/types.h>

typedef enum tp_batch_state {
  TP_BATCH_WAITING,
  TP_BATCH_RUNNING,
  TP_BATCH_ENDED
} tp_batch_state;

typedef struct tp_batch_counts { /* of the program's report.json */
  bool is_known;
  uint32_t branches, covered, infeasible, unknown, tests;
  double seconds; /* of its run, as we saw it */
} tp_batch_counts;

typedef struct tp_batch_program {
  char *name;            /* of its folder below the output folder */
  char *dir;             /* folder to run in; NULL: ours */
  tp_texts files, flags; /* as seen from there */
  tp_batch_state state;
  pid_t pid;
  int words; /* memory file of what it said */
  double started;
  bool was_asked; /* to end */
  uint64_t
      old_report; /* fingerprint of the report.json that was there before */
  /* once it has ended: */
  int status; /* exit status; -1: it was ended by a signal */
  int signal;
  char *message; /* the first line it said; may be NULL */
  tp_batch_counts counts;
} tp_batch_program;

typedef struct tp_batch {
  VEC(tp_batch_program) programs;
  double seconds;
  bool was_stopped;
} tp_batch;

/* batch_list.c: the programs of a list, a folder, or one C file. */
int tp_batch_add(tp_batch *batch, const char *name, tp_diag *diag);
/* Give each its name, all different. */
void tp_batch_name(tp_batch *batch);
void tp_batch_free(tp_batch *batch);

/* batch_report.c. */
int tp_batch_read_counts(tp_batch_counts *out, const char *report_json);
/* The worst status of all programs. */
tp_status tp_batch_status(const tp_batch *batch);
void tp_batch_table(const tp_batch *batch, tp_str *out);
void tp_batch_json(const tp_batch *batch, tp_str *out);

#endif
