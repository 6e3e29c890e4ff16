/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph batch LIST|DIR...: many programs, some at a time, one folder each.
 *
 * Each program is a tp2ph process of its own: what goes wrong with one is its
 * affair. They are asked to end when we are (and then write what they know),
 * and the kernel ends them when we die. Their private folders lie below ours,
 * so that nothing is left of one that had to be killed.
 */
#include "app/batch.h"

#include "app/app.h"
#include "app/crew.h"
#include "app/print.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/spawn.h"
#include "base/sweep.h"
#include "report/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define LATE 5.0      /* seconds over its timeout before a program is asked */
#define PATIENCE 20.0 /* seconds from being asked to being killed */
#define LOOK 5000     /* microseconds between two looks at the children */
#define WORDS 4096    /* of what a program says that are looked at */

typedef struct job {
  const tp_options *options;
  tp_batch batch;
  tp_str output; /* absolute */
  tp_str part;   /* name of our files there: "batch", of a shard another */
  int lock;      /* the output folder */
  int journal;
  double deadline; /* of all; 0: none */
  tp_str work_dir;
  tp_sweep sweep; /* of work_dir */
  uint32_t next, running;
  double asked; /* when all were asked to end; 0: they were not */
  tp_batch_screen screen;
} job;

/* ---- the output folder --------------------------------------------------- */

static bool exists_in(const char *dir, const char *name) {
  tp_str path = {0};
  bool is_there = tp_file_exists(tp_file_join(&path, dir, name));
  tp_str_free(&path);
  return is_there;
}

/* One batch at a time, or shards of it, and no file of others is overwritten.
 */
static int open_output(job *j, tp_diag *diag) {
  const char *dir = j->options->output;
  if (tp_file_make_dirs(dir, diag) != 0)
    return -1;
  j->lock = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  bool is_whole = strcmp(j->part.at, "batch") == 0;
  if (j->lock < 0 ||
      flock(j->lock, (is_whole ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0)
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot use the folder '%s': %s",
                       dir,
                       errno == EWOULDBLOCK ? "another run is writing to it"
                                            : strerror(errno));
  if (is_whole && exists_in(dir, "summary.txt") &&
      !exists_in(dir, "batch.json") && !exists_in(dir, ".tp2ph-batch"))
    return tp_diag_set(diag, TP_ENVIRONMENT,
                       "'%s/summary.txt' is not of a batch: use another folder",
                       dir);
  char *absolute = realpath(dir, NULL);
  tp_str_add(&j->output, absolute ? absolute : dir);
  free(absolute);
  return 0;
}

static int write_file(const job *j, const char *name, const tp_str *text,
                      tp_diag *diag) {
  tp_str path = {0};
  tp_file_join(&path, j->output.at, name);
  int rc = tp_file_write(path.at, text->at, text->n, diag);
  tp_str_free(&path);
  return rc;
}

/* Programs are run in other folders: its name must hold there. */
static int open_work_dir(job *j, tp_diag *diag) {
  int rc = tp_file_temp_dir(&j->work_dir, diag);
  char *absolute = rc == 0 ? realpath(j->work_dir.at, NULL) : NULL;
  if (absolute) {
    VEC_CLEAR(&j->work_dir);
    tp_str_add(&j->work_dir, absolute);
  }
  free(absolute);
  if (rc == 0)
    tp_sweep_start(&j->sweep, j->work_dir.at);
  return rc;
}

/* Changes when the file is written anew. */
static uint64_t fingerprint(const char *path) {
  struct stat st;
  if (stat(path, &st) != 0)
    return 0;
  return (uint64_t)st.st_ino * 31 + (uint64_t)st.st_mtim.tv_sec * 1000000007 +
         (uint64_t)st.st_mtim.tv_nsec + 1;
}

static const char *report_of(const job *j, const tp_batch_program *p,
                             tp_str *out) {
  VEC_CLEAR(out);
  tp_str_addf(out, "%s/%s/report.json", j->output.at, p->name);
  return out->at;
}

/* ---- starting ------------------------------------------------------------ */

static void add_word(tp_option_words *argv, const char *a, const char *b) {
  tp_str word = {0};
  tp_str_addf(&word, "%s%s", a, b);
  VEC_PUSH(argv, word.at);
}

/* A name on our command line, seen from another folder. */
static void add_path(tp_option_words *argv, const char *option,
                     const char *path, const char *below) {
  char *here = path[0] == '/' ? NULL : getcwd(NULL, 0);
  tp_str word = {0};
  tp_str_addf(&word, "%s%s%s%s%s%s", option, here ? here : "", here ? "/" : "",
              path, below ? "/" : "", below ? below : "");
  VEC_PUSH(argv, word.at);
  free(here);
}

static void free_words(tp_option_words *words) {
  for (uint32_t i = 0; i < words->n; i++)
    tp_free(words->at[i]);
  VEC_FREE(words);
}

/* What its line says, before what we were told, before the head of its list. */
static void add_options(const job *j, const tp_batch_program *p,
                        tp_option_words *argv) {
  const tp_options *o = j->options;
  tp_option_set own = p->own.given;
  tp_options_words(o, tp_options_forwarded(o) & ~own, argv);
  if (p->head)
    tp_options_words(&p->head->options,
                     p->head->options.given & ~own & ~o->given, argv);
  tp_options_words(&p->own, own, argv);
  add_path(argv, "--output=", j->output.at, p->name);
  static const struct {
    const char *name;
    size_t field;
    bool is_folder;
  } paths[] = {{"inputs", offsetof(tp_options, inputs), false},
               {"smt-log", offsetof(tp_options, smt_log), true},
               {"certify", offsetof(tp_options, certify), true}};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    const char *path = *(const char *const *)((const char *)o + paths[i].field);
    tp_str option = {0};
    tp_str_addf(&option, "--%s=", paths[i].name);
    if (path && !(own & tp_options_bit(TP_COMMAND_RUN, paths[i].name)))
      add_path(argv, option.at, path, paths[i].is_folder ? p->name : NULL);
    tp_str_free(&option);
  }
}

/* A line that can't be read is given as it is: its process says what is wrong.
 */
static void add_line(const tp_batch_program *p, tp_option_words *argv) {
  for (uint32_t i = 0; p->is_unread && i < p->line.n; i++)
    add_word(argv, p->line.at[i], "");
  for (uint32_t i = 0; !p->is_unread && i < p->files.n; i++)
    add_word(argv, p->files.at[i][0] == '-' ? "./" : "", p->files.at[i]);
}

static void build_argv(const job *j, const tp_batch_program *p,
                       tp_option_words *argv) {
  add_word(argv, "tp2ph", "");
  add_word(argv, "--quiet", "");
  if (!(p->own.given & tp_options_bit(TP_COMMAND_RUN, "threads")))
    add_word(argv, "--threads=1", ""); /* the others need the cores */
  add_options(j, p, argv);
  add_line(p, argv);
  add_word(argv, "--", "");
  for (const char *const *flag = j->options->flags; *flag; flag++)
    add_word(argv, *flag, "");
  for (uint32_t i = 0; p->head && i < p->head->flags.n; i++)
    add_word(argv, p->head->flags.at[i], "");
  for (uint32_t i = 0; i < p->flags.n; i++)
    add_word(argv, p->flags.at[i], "");
}

/* What it is run with: our version, its words but for --resume, and the bytes
 * of its files. */
static void make_key(const job *j, tp_batch_program *p) {
  tp_option_words argv = {0};
  tp_str all = {0}, path = {0}, text = {0};
  tp_diag ignored = {0};
  build_argv(j, p, &argv);
  tp_str_addf(&all, "%s\n", TP2PH_VERSION);
  for (uint32_t i = 0; i < argv.n; i++)
    if (strcmp(argv.at[i], "--resume") != 0)
      tp_str_addf(&all, "%s\n", argv.at[i]);
  for (uint32_t i = 0; i < p->files.n; i++) {
    bool is_beside = p->dir && p->files.at[i][0] != '/';
    VEC_CLEAR(&text);
    tp_file_join(&path, is_beside ? p->dir : ".", p->files.at[i]);
    const char *name = is_beside ? path.at : p->files.at[i];
    if (tp_file_read(&text, name, TP_REFUSED, &ignored) == 0)
      tp_str_addn(&all, tp_str_text(&text), text.n);
  }
  VEC_CLEAR(&text);
  if (p->own.driver &&
      tp_file_read(&text, p->own.driver, TP_REFUSED, &ignored) == 0)
    tp_str_addn(&all, tp_str_text(&text), text.n);
  tp_sha256(all.at, all.n, p->key);
  free_words(&argv);
  tp_str_free(&all);
  tp_str_free(&path);
  tp_str_free(&text);
  tp_diag_free(&ignored);
}

#define BOARD 3 /* descriptor of a program's board */

/* Ours, but with a TMPDIR below the batch's private folder. */
static void build_env(const char *temp, bool has_board, tp_option_words *env) {
  for (char **word = environ; *word; word++)
    if (!tp_text_starts(*word, "TMPDIR="))
      add_word(env, *word, "");
  add_word(env, "TMPDIR=", temp);
  tp_str board = {0};
  tp_str_addf(&board, "%s=%d", TP_CREW_BOARD, BOARD);
  if (has_board)
    add_word(env, board.at, "");
  tp_str_free(&board);
}

static int spawn(const job *j, tp_batch_program *p, const char *temp,
                 tp_diag *diag) {
  tp_option_words argv = {0}, env = {0};
  int board = j->screen.is_shown ? tp_batch_board_open(p) : -1;
  const int fds[] = {-1, p->words, p->words, [BOARD] = board};
  build_argv(j, p, &argv);
  build_env(temp, board >= 0, &env);
  VEC_PUSH(&argv, NULL);
  VEC_PUSH(&env, NULL);
  tp_spawn how = {.path = "/proc/self/exe",
                  .argv = (const char *const *)argv.at,
                  .env = (const char *const *)env.at,
                  .dir = p->dir,
                  .fds = fds,
                  .n_fds = board >= 0 ? BOARD + 1 : BOARD};
  int rc = tp_spawn_start(&p->pid, &how, diag);
  if (board >= 0)
    close(board);
  free_words(&argv);
  free_words(&env);
  return rc;
}

static void temp_of(const job *j, const tp_batch_program *p, tp_str *out) {
  tp_file_join(out, j->work_dir.at, p->name);
}

static int start(job *j, tp_batch_program *p, tp_diag *diag) {
  tp_str temp = {0}, report = {0};
  temp_of(j, p, &temp);
  int rc = tp_file_make_dirs(temp.at, diag);
  p->old_report = fingerprint(report_of(j, p, &report));
  p->started = tp_now();
  p->words = memfd_create("words", MFD_CLOEXEC);
  if (rc == 0 && p->words < 0)
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "cannot create a memory file: %s",
                     strerror(errno));
  if (rc == 0)
    rc = spawn(j, p, temp.at, diag);
  if (rc == 0) {
    p->state = TP_BATCH_RUNNING;
    j->running++;
  }
  tp_str_free(&temp);
  tp_str_free(&report);
  return rc;
}

/* ---- ending -------------------------------------------------------------- */

/* Its error, which compilers may begin with other lines, else the first line.
 */
static char *error_in(char *text) {
  char *error = strstr(text, "error: ");
  while (error && error > text && error[-1] != '\n')
    error--;
  return error ? error : text;
}

/* What it said first, without our own name for errors. */
static void read_message(tp_batch_program *p) {
  char text[WORDS];
  static const char usual[] = "tp2ph: ";
  ssize_t n = pread(p->words, text, sizeof text - 1, 0);
  close(p->words);
  p->words = -1;
  if (n <= 0)
    return;
  text[n] = '\0';
  char *line = error_in(text);
  line[strcspn(line, "\n")] = '\0';
  bool is_usual = tp_text_starts(line, usual);
  p->message = tp_strdup(is_usual ? line + sizeof usual - 1 : line);
}

static void finish(job *j, tp_batch_program *p, int status) {
  tp_str path = {0};
  kill(-p->pid, SIGKILL); /* what it may have left in its group */
  p->pid = 0;
  p->state = TP_BATCH_ENDED;
  p->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  p->status = WIFSIGNALED(status) ? -1 : WEXITSTATUS(status);
  p->counts.seconds = tp_now() - p->started;
  read_message(p);
  tp_batch_board_close(p);
  if (fingerprint(report_of(j, p, &path)) != p->old_report)
    tp_batch_read_report(p, path.at);
  temp_of(j, p, &path);
  tp_file_remove_tree(path.at);
  tp_str_free(&path);
  j->running--;
  tp_batch_journal_add(j->journal, p);
}

static double timeout_of(const job *j, const tp_batch_program *p) {
  tp_option_set bit = tp_options_bit(TP_COMMAND_RUN, "timeout");
  if (p->own.given & bit)
    return p->own.timeout;
  bool is_of_head = p->head && p->head->options.given & bit;
  return is_of_head && !(j->options->given & bit) ? p->head->options.timeout
                                                  : j->options->timeout;
}

/* First asked, to write what it knows; then killed. */
static void urge(const job *j, tp_batch_program *p) {
  double timeout = timeout_of(j, p);
  double limit = timeout > 0 ? p->started + timeout + LATE : 0;
  double now = tp_now();
  bool is_late = limit > 0 && now > limit;
  if ((is_late || j->asked > 0) && !p->was_asked) {
    p->was_asked = true;
    kill(p->pid, SIGTERM);
  }
  bool is_over = (limit > 0 && now > limit + PATIENCE) ||
                 (j->asked > 0 && now > j->asked + PATIENCE);
  if (is_over)
    kill(-p->pid, SIGKILL);
}

static void tell(job *j, const tp_batch_program *p) {
  tp_str line = {0};
  if (j->options->is_quiet)
    return;
  tp_batch_screen_clear(&j->screen);
  tp_batch_line(&j->batch, p, &line);
  fputs(line.at, stderr);
  tp_str_free(&line);
}

static void look(job *j) {
  for (uint32_t i = 0; i < j->next; i++) {
    tp_batch_program *p = &j->batch.programs.at[i];
    int status;
    if (p->state != TP_BATCH_RUNNING)
      continue;
    if (waitpid(p->pid, &status, WNOHANG) == p->pid) {
      finish(j, p, status);
      tell(j, p);
    } else {
      urge(j, p);
    }
  }
}

/* ---- all of them --------------------------------------------------------- */

static uint32_t job_limit(const job *j) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (j->options->jobs)
    return (uint32_t)j->options->jobs;
  return cores < 1 ? 1 : (uint32_t)cores;
}

/* The next one that is to be run; NULL: none. */
static tp_batch_program *next_program(job *j) {
  while (j->next < j->batch.programs.n) {
    tp_batch_program *p = &j->batch.programs.at[j->next];
    if (!p->is_elsewhere && p->state == TP_BATCH_WAITING)
      return p;
    j->next++;
  }
  return NULL;
}

static bool is_over(const job *j) {
  return tp_budget_over(NULL) != TP_STOP_NONE ||
         (j->deadline > 0 && tp_now() > j->deadline);
}

static int run_all(job *j, tp_diag *diag) {
  uint32_t limit = job_limit(j);
  int rc = 0;
  while (j->running > 0 || (rc == 0 && j->asked == 0 && next_program(j))) {
    if ((rc != 0 || is_over(j)) && j->asked == 0)
      j->asked = tp_now();
    while (j->asked == 0 && rc == 0 && j->running < limit && next_program(j)) {
      rc = start(j, next_program(j), diag);
      j->next++;
    }
    look(j);
    tp_batch_screen_show(&j->screen, &j->batch);
    if (j->running > 0)
      usleep(LOOK);
  }
  tp_batch_screen_clear(&j->screen);
  j->batch.was_stopped = j->asked > 0;
  return rc;
}

typedef void (*writer)(const tp_batch *batch, tp_str *out);

/* NAME.ending of a shard; of the whole batch the usual names. */
static int write_part(const job *j, const char *usual, const char *ending,
                      writer write, tp_diag *diag) {
  tp_str text = {0}, name = {0};
  bool is_whole = strcmp(j->part.at, "batch") == 0;
  tp_str_addf(&name, "%s%s", is_whole ? usual : j->part.at,
              is_whole ? "" : ending);
  write(&j->batch, &text);
  int rc = write_file(j, name.at, &text, diag);
  tp_str_free(&text);
  tp_str_free(&name);
  return rc;
}

/* The journal is no longer needed when all is in batch.json. */
static int report(const job *j, tp_diag *diag) {
  tp_str table = {0};
  int rc = write_part(j, "batch.json", ".json", tp_batch_json, diag);
  if (rc == 0)
    rc = write_part(j, "summary.txt", ".txt", tp_batch_table, diag);
  if (rc == 0)
    rc = write_part(j, "junit.xml", ".xml", tp_batch_junit, diag);
  if (rc == 0)
    rc = write_part(j, "index.html", ".html", tp_batch_html, diag);
  tp_batch_table(&j->batch, &table);
  if (rc == 0 && !j->options->is_quiet)
    rc = tp_print(table.at, diag);
  tp_str_free(&table);
  return rc;
}

static int collect(job *j, tp_diag *diag) {
  int rc = 0;
  for (uint32_t i = 0; i < j->options->names.n && rc == 0; i++)
    rc = tp_batch_add(&j->batch, j->options->names.at[i], diag);
  for (uint32_t i = 0; i < j->batch.programs.n && j->options->folder; i++) {
    tp_free(j->batch.programs.at[i].dir);
    j->batch.programs.at[i].dir = tp_strdup(j->options->folder);
  }
  if (rc == 0) {
    tp_batch_name(&j->batch);
    rc = tp_batch_choose(&j->batch, j->options, diag);
  }
  return rc;
}

/* What has ended before is not run again. */
static int open_journal(job *j, tp_diag *diag) {
  for (uint32_t i = 0; i < j->batch.programs.n; i++)
    make_key(j, &j->batch.programs.at[i]);
  if (j->options->resume)
    tp_batch_journal_read(&j->batch, j->output.at, j->part.at);
  j->journal = tp_batch_journal_open(j->output.at, j->part.at,
                                     !j->options->resume, diag);
  return j->journal < 0 ? -1 : 0;
}

int tp_app_batch(const tp_options *options, tp_diag *diag) {
  job j = {.options = options, .lock = -1, .journal = -1};
  double start_time = tp_now();
  if (options->total_timeout > 0)
    j.deadline = start_time + options->total_timeout;
  tp_batch_part(options, &j.part);
  int rc = collect(&j, diag);
  if (rc == 0)
    rc = open_output(&j, diag);
  if (rc == 0)
    rc = open_journal(&j, diag);
  if (rc == 0)
    rc = open_work_dir(&j, diag);
  tp_batch_screen_init(&j.screen, options->is_quiet, j.deadline);
  if (rc == 0) {
    rc = run_all(&j, diag);
    j.batch.seconds = tp_now() - start_time;
    if (report(&j, diag) != 0)
      rc = -1;
  }
  if (rc == 0)
    diag->status = tp_batch_status(&j.batch);
  if (j.lock >= 0) /* first: to remove takes descriptors */
    close(j.lock);
  if (j.journal >= 0)
    close(j.journal);
  tp_str_free(&j.part);
  if (j.work_dir.n)
    tp_file_remove_tree(j.work_dir.at);
  tp_sweep_stop(&j.sweep);
  tp_str_free(&j.work_dir);
  tp_str_free(&j.output);
  tp_batch_free(&j.batch);
  return rc;
}
