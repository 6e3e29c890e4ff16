/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/batch.h - the parts of `tp2ph batch`; private to batch*.c. */
#ifndef TP_APP_BATCH_H
#define TP_APP_BATCH_H

#include "app/options.h"
#include "app/progress.h"
#include "app/replay_report.h"

#include <sys/types.h>

typedef enum tp_batch_state {
  TP_BATCH_WAITING,
  TP_BATCH_RUNNING,
  TP_BATCH_ENDED
} tp_batch_state;

typedef struct tp_batch_counts { /* of the program's report.json */
  bool is_known;
  uint32_t branches, covered, infeasible, unknown, tests, findings;
  uint32_t bins, reached, rules, violated; /* 0 bins: none are declared */
  double seconds;                          /* of its run, as we saw it */
} tp_batch_counts;

typedef struct tp_batch_program {
  char *name;                       /* of its folder below the output folder */
  char *dir;                        /* folder to run in; NULL: ours */
  tp_texts files, flags;            /* as seen from there */
  tp_texts line;                    /* its words in the list, before "--" */
  tp_options own;                   /* what they say; borrows them */
  bool is_unread;                   /* they are wrong: its process says how */
  const struct tp_batch_head *head; /* of its list; NULL: none */
  bool is_elsewhere;                /* of another shard: only named */
  bool is_kept;                     /* --resume: it had ended before */
  char key[65];      /* of what it is run with: words and files */
  char *fingerprint; /* of its report.json; may be NULL */
  tp_batch_state state;
  pid_t pid;
  int words; /* memory file of what it said */
  double started;
  tp_progress_board *board; /* how far it is; NULL: not known */
  tp_progress_rate rate;
  bool was_asked; /* to end */
  uint64_t
      old_report; /* fingerprint of the report.json that was there before */
  /* once it has ended: */
  int status; /* exit status; -1: it was ended by a signal */
  int signal;
  char *message; /* the first line it said; may be NULL */
  tp_batch_counts counts;
} tp_batch_program;

/* Lines of a list before its first program: options and flags for all. */
typedef struct tp_batch_head {
  tp_texts words, flags;
  tp_options options;
} tp_batch_head;

typedef struct tp_batch {
  VEC(tp_batch_head *) heads;
  VEC(tp_batch_program) programs;
  double seconds;
  bool was_stopped;
} tp_batch;

/* batch_list.c: the programs of a list, a folder, or one C file. */
int tp_batch_add(tp_batch *batch, const char *name, tp_diag *diag);
/* Give each its name, all different. */
void tp_batch_name(tp_batch *batch);
void tp_batch_free(tp_batch *batch);
void tp_batch_program_free(tp_batch_program *p);

/* batch_report.c. */
int tp_batch_read_report(tp_batch_program *p, const char *report_json);
/* "ok", "incomplete", ... */
const char *tp_batch_status_name(const tp_batch_program *p);
/* The worst status of all programs. */
tp_status tp_batch_status(const tp_batch *batch);
void tp_batch_table(const tp_batch *batch, tp_str *out);
void tp_batch_json(const tp_batch *batch, tp_str *out);
/* The line for one that has ended. */
void tp_batch_line(const tp_batch *batch, const tp_batch_program *p,
                   tp_str *out);

/* "5/6", bins that are reached, or rules that are violated; "-": there are none
 */
void tp_batch_add_share(tp_str *out, uint32_t part, uint32_t all);

/* batch_screen.c: what runs now, on a terminal. */
typedef struct tp_batch_screen {
  bool is_shown;
  double started, next;
  double deadline; /* of all; 0: none */
  unsigned lines;  /* that stand there now */
} tp_batch_screen;

void tp_batch_screen_init(tp_batch_screen *s, bool is_quiet, double deadline);
/* Cheap: writes at most five times a second. */
void tp_batch_screen_show(tp_batch_screen *s, tp_batch *batch);
/* Before anything else is written. */
void tp_batch_screen_clear(tp_batch_screen *s);
/* A board for the program: the descriptor to give to it, -1: none. */
int tp_batch_board_open(tp_batch_program *p);
void tp_batch_board_close(tp_batch_program *p);

/* batch_formats.c: junit.xml and index.html over all programs. */
void tp_batch_junit(const tp_batch *batch, tp_str *out);
void tp_batch_html(const tp_batch *batch, tp_str *out);

/* batch_shard.c: which programs are this process's. */
int tp_batch_choose(tp_batch *batch, const tp_options *options, tp_diag *diag);
/* What files of this part are called: "batch", "batch-2-of-5", "batch-i7". */
void tp_batch_part(const tp_options *options, tp_str *out);

/* batch_journal.c: what has ended is remembered, for --resume. */
int tp_batch_journal_open(const char *dir, const char *part, bool is_new,
                          tp_diag *diag);
void tp_batch_journal_add(int journal, const tp_batch_program *p);
/* Programs that have ended before, with what they are run with now, get their
 * ends. */
void tp_batch_journal_read(tp_batch *batch, const char *dir, const char *part);

#endif
