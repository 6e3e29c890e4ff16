/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The processes. What they share is a page of memory and a pipe: the keeper
 * writes one word into it, and its end is the keeper's end. */
#include "app/crew.h"

#include "base/stage.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define GRACE 1.0 /* seconds for the worker to end by itself */
#define SILENCE \
  1.5 /* seconds without a sign of the writer, when time is over */
#define LEFT_OVER 2.0 /* seconds for what the worker leaves behind to end */
#define LOOK 50000000 /* nanoseconds between two looks */

struct tp_crew_shared {
  volatile pid_t writer;
  volatile bool has_journal;
  volatile uint32_t beats;
  const char *volatile stage;
  tp_progress_board board; /* if nobody gave us one */
};

static int fail(tp_diag *diag) {
  return tp_diag_set(diag, TP_ENVIRONMENT, "cannot start a process: %s",
                     strerror(errno));
}

/* ---- starting ------------------------------------------------------------ */

/* A batch gives us a board that it looks at. */
static tp_progress_board *given_board(void) {
  const char *text = getenv(TP_CREW_BOARD);
  int fd = text ? atoi(text) : -1;
  struct stat st;
  void *at = MAP_FAILED;
  if (fd > STDERR_FILENO && fstat(fd, &st) == 0 &&
      st.st_size == sizeof(tp_progress_board))
    at = mmap(NULL, sizeof(tp_progress_board), PROT_READ | PROT_WRITE,
              MAP_SHARED, fd, 0);
  if (at != MAP_FAILED)
    close(fd);
  unsetenv(TP_CREW_BOARD); /* not for those that we start */
  return at == MAP_FAILED ? NULL : at;
}

static int open_shared(tp_crew *crew, tp_diag *diag) {
  void *at = mmap(NULL, sizeof *crew->shared, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED || pipe2(crew->word, O_CLOEXEC) != 0)
    return fail(diag);
  crew->shared = at;
  crew->board = given_board();
  if (!crew->board)
    crew->board = &crew->shared->board;
  tp_stage_share(&crew->shared->stage);
  return 0;
}

static void block_child_signal(bool is_blocked) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigprocmask(is_blocked ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/* We end with the keeper, also if it ended before we could ask for that. */
static void end_with(pid_t keeper) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != keeper)
    raise(SIGKILL);
}

tp_crew_role tp_crew_start(tp_crew *crew, tp_diag *diag) {
  *crew = (tp_crew){.keeper = getpid()};
  if (open_shared(crew, diag) != 0)
    return TP_ROLE_NONE;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  block_child_signal(true);
  crew->worker = fork();
  if (crew->worker < 0) {
    fail(diag);
    return TP_ROLE_NONE;
  }
  if (crew->worker > 0) {
    close(crew->word[0]);
    return TP_ROLE_KEEPER;
  }
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  block_child_signal(false);
  end_with(crew->keeper);
  close(crew->word[1]);
  return TP_ROLE_WORKER;
}

/* ---- the keeper ---------------------------------------------------------- */

typedef struct watch {
  pid_t pid;
  double asked; /* when it should have ended; 0: it may go on */
  tp_stop why;
  bool was_killed;
} watch;

static tp_stop why_stop(pid_t worker, uint64_t memory) {
  tp_stop stop = tp_budget_over(NULL);
  if (stop == TP_STOP_NONE && memory && tp_resident_bytes(worker) > memory)
    stop = TP_STOP_MEMORY;
  return stop;
}

static void pause_a_little(void) {
  const struct timespec wait = {0, LOOK};
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  sigtimedwait(&set, NULL, &wait);
}

/* The worker knows of the deadline and of its memory itself; signals may have
 * reached only us. */
static void urge_worker(watch *w, uint64_t memory) {
  tp_stop stop = why_stop(w->pid, memory);
  if (stop == TP_STOP_NONE)
    return;
  if (w->asked == 0) {
    w->asked = tp_now();
    w->why = stop;
    if (stop == TP_STOP_SIGNAL)
      kill(w->pid, SIGTERM);
  }
  if (tp_now() > w->asked + GRACE) {
    w->was_killed = true;
    kill(w->pid, SIGKILL);
  }
}

/* The search tells its phases itself. */
static void show(const tp_crew *crew, bool is_search, tp_progress *progress) {
  const char *stage = tp_crew_stage(crew);
  snprintf(crew->board->stage, sizeof crew->board->stage, "%s",
           is_search ? ""
           : stage   ? stage
                     : "the beginning");
  tp_progress_show(progress);
}

static int wait_for_worker(const tp_crew *crew, watch *w, uint64_t memory,
                           tp_progress *progress) {
  int status = 0;
  while (waitpid(w->pid, &status, WNOHANG) == 0) {
    urge_worker(w, memory);
    show(crew, crew->shared->has_journal, progress);
    pause_a_little();
  }
  return status;
}

/* When time is over, only signs of progress let the writer go on. */
static int wait_for_writer(const tp_crew *crew, watch *w,
                           tp_progress *progress) {
  int status = 0;
  uint32_t beats = crew->shared->beats;
  double last = tp_now();
  while (waitpid(w->pid, &status, WNOHANG) == 0) {
    bool is_over = tp_budget_over(NULL) != TP_STOP_NONE;
    if (!is_over || crew->shared->beats != beats)
      last = tp_now();
    beats = crew->shared->beats;
    if (tp_now() > last + SILENCE) {
      w->was_killed = true;
      kill(w->pid, SIGKILL);
    }
    show(crew, false, progress);
    pause_a_little();
  }
  return status;
}

/* Small processes that clean up after a worker that was killed are ours now. */
static void wait_for_others(void) {
  double end = tp_now() + LEFT_OVER;
  while (waitpid(-1, NULL, WNOHANG) >= 0 && tp_now() < end)
    pause_a_little();
}

static tp_crew_word word_of(const watch *w, int status) {
  tp_crew_word word = {.status = -1};
  if (w->was_killed)
    word.late = w->why;
  else if (WIFSIGNALED(status))
    word.signal = WTERMSIG(status);
  else
    word.status = WEXITSTATUS(status);
  return word;
}

/* The worker was ended, and there is nothing that the writer could write. */
static void explain(const tp_crew *crew, const tp_crew_word *word,
                    tp_diag *diag) {
  const char *stage = tp_crew_stage(crew);
  if (!stage)
    stage = "the beginning";
  if (word->signal)
    tp_diag_set(diag, TP_INTERNAL,
                "tp2ph was ended by signal %d (%s) in %s: a bug, please report "
                "it with the program",
                word->signal, strsignal(word->signal), stage);
  else
    tp_diag_set(diag, TP_BUDGET, "stopped in %s: nothing was found yet", stage);
}

static tp_status judge_writer(const tp_crew *crew, const watch *writer,
                              int status, tp_diag *diag) {
  if (!writer->was_killed && !WIFSIGNALED(status))
    return (tp_status)WEXITSTATUS(status);
  tp_diag_set(diag, writer->was_killed ? TP_BUDGET : TP_INTERNAL,
              "the report was not written: %s%s; --resume goes on from the "
              "journal in the output folder",
              writer->was_killed
                  ? "it took too long, in "
                  : "tp2ph crashed (a bug, please report it), in ",
              tp_crew_stage(crew) ? tp_crew_stage(crew) : "the beginning");
  return diag->status;
}

static bool has_writer(const tp_crew *crew) {
  return crew->shared->writer > 0 && crew->shared->has_journal;
}

static tp_status keep(tp_crew *crew, uint64_t memory, tp_progress *progress,
                      tp_diag *diag) {
  watch worker = {.pid = crew->worker};
  tp_crew_word word = word_of(&worker, 0);
  int ended = wait_for_worker(crew, &worker, memory, progress);
  word = word_of(&worker, ended);
  if (!has_writer(crew)) {
    if (word.status < 0)
      explain(crew, &word, diag);
    return word.status < 0 ? diag->status : (tp_status)word.status;
  }
  watch writer = {.pid = crew->shared->writer};
  if (write(crew->word[1], &word, sizeof word) < 0)
    kill(writer.pid, SIGKILL);
  ended = wait_for_writer(crew, &writer, progress);
  tp_status status = judge_writer(crew, &writer, ended, diag);
  return word.status > 0 ? (tp_status)word.status : status;
}

void tp_crew_keep(tp_crew *crew, uint64_t memory, tp_progress *progress,
                  tp_diag *diag) {
  diag->status = keep(crew, memory, progress, diag);
  tp_progress_clear(progress);
  close(crew->word[1]); /* a writer without a word ends */
  wait_for_others();
  block_child_signal(false);
}

/* ---- the worker ---------------------------------------------------------- */

static void ignore_stops(void) {
  static const int stops[] = {SIGINT,  SIGTERM, SIGXCPU, SIGALRM,
                              SIGUSR1, SIGUSR2, SIGHUP};
  struct sigaction ignore = {.sa_handler = SIG_IGN};
  for (size_t i = 0; i < sizeof stops / sizeof *stops; i++)
    sigaction(stops[i], &ignore, NULL);
}

/* What the worker has open tells others, by its end, that the worker has
 * ended. */
static void close_others(int kept, int also) {
  long most = sysconf(_SC_OPEN_MAX);
  int low = kept < also ? kept : also, high = kept < also ? also : kept;
  if (close_range(3, (unsigned)low - 1, 0) == 0 || low == 3) {
    if (high > low + 1)
      close_range((unsigned)low + 1, (unsigned)high - 1, 0);
    close_range((unsigned)high + 1, ~0u, 0);
    return;
  }
  for (int fd = 3; fd < most && fd < 65536; fd++)
    if (fd != kept && fd != also)
      close(fd);
}

tp_crew_role tp_crew_split(tp_crew *crew, int kept_fd, tp_diag *diag) {
  fflush(NULL);
  pid_t pid = fork();
  if (pid < 0) {
    fail(diag);
    return TP_ROLE_NONE;
  }
  if (pid > 0) {
    crew->shared->writer = pid;
    close(crew->word[0]);
    return TP_ROLE_WORKER;
  }
  ignore_stops();
  close_others(kept_fd, crew->word[0]);
  tp_deadline_set(0);
  tp_budget_limit_memory(0);
  tp_stop_request(TP_STOP_NONE);
  return TP_ROLE_WRITER;
}

void tp_crew_has_journal(tp_crew *crew) {
  crew->shared->has_journal = true;
}

/* ---- the writer ---------------------------------------------------------- */

bool tp_crew_await(tp_crew *crew, tp_crew_word *out) {
  ssize_t n;
  do
    n = read(crew->word[0], out, sizeof *out);
  while (n < 0 && errno == EINTR);
  if (n != (ssize_t)sizeof *out)
    return false;
  end_with(crew->keeper); /* our parent, since the worker has ended */
  return true;
}

const char *tp_crew_stage(const tp_crew *crew) {
  return crew->shared->stage;
}

void tp_crew_beat(tp_crew *crew) {
  crew->shared->beats++;
}
