/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/crew.h - three processes for one job: whatever happens to the one that
 * works, there is a report in time.
 *
 * The *keeper* is the process that the user started. It keeps the deadline,
 * takes the signals, and ends who is late. The *worker*, its child, does
 * all the work, and tells what it finds to the journal. As soon as the
 * program is read, it forks the *writer*, who knows the program as well, waits
 * until the worker has ended in whatever way, and then writes the report from
 * the journal. Nobody waits for anybody for ever: when the keeper is killed,
 * the kernel ends the other two.
 */
#ifndef TP_APP_CREW_H
#define TP_APP_CREW_H

#include "app/progress.h"
#include "base/diag.h"

#include <sys/types.h>

/* In the environment: the descriptor of a memory file for the board. */
#define TP_CREW_BOARD "TP2PH_BOARD"

typedef enum tp_crew_role {
  TP_ROLE_NONE, /* it could not be started */
  TP_ROLE_KEEPER,
  TP_ROLE_WORKER,
  TP_ROLE_WRITER
} tp_crew_role;

typedef struct tp_crew {
  pid_t keeper, worker;
  int word[2]; /* what the keeper tells the writer */
  struct tp_crew_shared *shared;
  tp_progress_board *board; /* what all three see of the search */
} tp_crew;

/* How the work ended, for the writer. */
typedef struct tp_crew_word {
  int status;   /* that the worker ended with, if it did by itself; else -1 */
  tp_stop late; /* why the keeper ended it; TP_STOP_NONE: it did not */
  int signal;   /* by which it crashed; 0: it did not */
} tp_crew_word;

/* Splits off the worker. Both go on from here; all deadlines should be set. */
tp_crew_role tp_crew_start(tp_crew *crew, tp_diag *diag);

/* ---- the keeper ---- */

/* Waits for the others, and shows how far they are. `memory`: that the worker
 * may use, 0 for no limit. The status of the job is in diag then, with a
 * message if nobody else could give one. */
void tp_crew_keep(tp_crew *crew, uint64_t memory, tp_progress *progress,
                  tp_diag *diag);

/* ---- the worker ---- */

/* Splits off the writer. It has no descriptor but the standard ones and
 * `kept_fd`, and heeds no signal. */
tp_crew_role tp_crew_split(tp_crew *crew, int kept_fd, tp_diag *diag);
/* There is a journal of this run now. */
void tp_crew_has_journal(tp_crew *crew);

/* ---- the writer ---- */

/* Waits for the end of the work. False: there is nothing to write. */
bool tp_crew_await(tp_crew *crew, tp_crew_word *out);
/* Where the worker was when it was ended; NULL: not known. */
const char *tp_crew_stage(const tp_crew *crew);
/* It still makes progress. */
void tp_crew_beat(tp_crew *crew);

#endif
