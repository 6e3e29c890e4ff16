/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of the instrumented program: inputs in, the trace and how it ended out.
 *
 * The fork server does the work; here its answer is turned into an end, and a
 * server that a run has killed is started again. Invariant: between two runs no
 * process of the program is alive but the server's own, and its folder is
 * empty.
 */
#include "exec/exec.h"

#include "exec/internal.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define DEFAULT_SECONDS 10.0
#define MAX_TRIES 4 /* of one run: a server may be gone, and answer wrongly */
/* An endless loop fills the trace with the same again and again. */
#define MAX_HUNG_WORDS 100000

/* What the end of a run in a shared process saves or costs, each about a tenth
 * of a new process. */
#define TRUST_MAX 64
#define TRUST_DONE 4
#define TRUST_AGAIN (-1)
#define TRUST_LOST (-8)

static int start_server(tp_exec *exec, tp_diag *diag) {
  tp_space_clear(&exec->space);
  return tp_server_start(&exec->server, exec->start_path.at, &exec->world,
                         exec->space.fd, exec->budget, diag);
}

/* As seen from the folder of the runs, if the program lies next to it: then
 * nothing the program sees depends on where the folder is. */
static void set_start_path(tp_exec *exec, const char *work_dir,
                           const char *program) {
  size_t n = strlen(work_dir);
  tp_str_add(&exec->program, program);
  if (strncmp(program, work_dir, n) == 0 && program[n] == '/') {
    tp_str_addf(&exec->start_path, "../%s", program + n + 1);
    return;
  }
  char *here = program[0] == '/' ? NULL : getcwd(NULL, 0);
  tp_str_addf(&exec->start_path, "%s%s%s", here ? here : "", here ? "/" : "",
              program);
  free(here);
}

int tp_exec_start(tp_exec **out, const tp_exec_options *opt,
                  const char *program, const tp_plan *plan, tp_diag *diag) {
  tp_exec *exec = TP_NEW(tp_exec);
  double seconds = opt->run_seconds > 0 ? opt->run_seconds : DEFAULT_SECONDS;
  exec->budget = opt->budget;
  exec->reads = (tp_exec_reads){UINT64_MAX, UINT64_MAX, false};
  exec->space.fd = exec->server.out = exec->server.err = -1;
  exec->server.control = -1;
  exec->trust = TRUST_MAX / 2;
  tp_str_add(&exec->work_dir, opt->work_dir);
  exec->world_options = (tp_world_options){
      .kind = opt->world, .work_dir = exec->work_dir.at, .keep = opt->keep};
  set_start_path(exec, opt->work_dir, program);
  if (tp_space_open(&exec->space, plan, opt->trace_bytes, diag) != 0)
    goto failed;
  exec->space.head.memory = opt->run_memory;
  exec->patience.whole = seconds;
  if (tp_server_init(&exec->server, diag) != 0 ||
      tp_world_open(&exec->world, &exec->world_options, diag) != 0 ||
      start_server(exec, diag) != 0)
    goto failed;
  *out = exec;
  return 0;
failed:
  tp_exec_stop(exec);
  *out = NULL;
  return -1;
}

void tp_exec_stop(tp_exec *exec) {
  if (!exec)
    return;
  tp_server_free(&exec->server);
  tp_space_close(&exec->space);
  tp_located_free(&exec->located);
  tp_world_close(&exec->world);
  tp_str_free(&exec->out);
  tp_str_free(&exec->err);
  tp_str_free(&exec->work_dir);
  tp_str_free(&exec->program);
  tp_str_free(&exec->start_path);
  tp_free(exec);
}

void tp_exec_replace(tp_exec *exec, tp_exec *by) {
  tp_exec old = *exec;
  *exec = *by;
  *by = old;
  by->server.pid = 0;
  tp_world_let_go(&by->world);
  tp_exec_stop(by);
}

void tp_exec_give(tp_exec *exec, const tp_exec_reads *reads) {
  exec->reads = *reads;
}

void tp_exec_capture(tp_exec *exec, size_t bytes) {
  exec->capture = bytes;
}

void tp_exec_narrow(tp_exec *exec, bool is_narrow) {
  exec->space.head.is_narrow = is_narrow;
}

void tp_exec_blind(tp_exec *exec, tp_exec_sight sight) {
  exec->space.head.is_blind = sight != TP_EXEC_SEES;
  exec->space.head.is_measured = sight == TP_EXEC_MEASURES;
}

/* ---- how it ended ---- */

static bool is_swarm(const tp_exec *exec) {
  return TP_READ_ONCE(exec->space.area->n_forks) > TP_AREA_MAX_FORKS;
}

/* Out of memory mostly shows as a crash: a null pointer, an abort. */
static bool is_hog(const tp_exec *exec, const tp_area_result *r, int signal) {
  uint64_t limit = exec->space.head.memory;
  return limit && r->peak_bytes > limit / 4 * 3 &&
         (signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT ||
          signal == SIGKILL);
}

/* Also a run that broke an assumption behind what it was given. */
static bool is_starved(const tp_area *area) {
  return area->is_starved || (area->is_vain && area->is_cut);
}

static void judge(const tp_exec *exec, const tp_area_result *r,
                  tp_exec_run *out) {
  const tp_area *area = exec->space.area;
  out->is_prefix = area->is_full != 0;
  out->dropped = area->n_dropped;
  out->reads = TP_READ_ONCE(area->n_reads);
  if (is_starved(area)) {
    out->end = TP_END_INPUTS;
    if (out->reads > exec->reads.enough)
      out->reads = exec->reads.enough;
    return;
  }
  out->is_vain = area->is_vain != 0;
  if (r->timed_out) {
    out->end = TP_END_TIMEOUT;
    out->is_waiting = r->is_waiting != 0;
  } else if (WIFSIGNALED(r->status)) {
    out->signal = WTERMSIG(r->status);
    out->is_swarm = is_swarm(exec);
    out->end = out->is_swarm || is_hog(exec, r, out->signal) ? TP_END_MEMORY
                                                             : TP_END_SIGNAL;
  } else {
    out->code = WEXITSTATUS(r->status);
    out->end = out->is_prefix ? TP_END_TRACE : TP_END_EXIT;
  }
}

/* ---- what it wrote ---- */

/* Read, not mapped: the program can cut the file off. */
static void read_output(tp_str *o, int fd, size_t limit, const char **text,
                        uint64_t *n) {
  char some[4096];
  ssize_t got = 1;
  VEC_CLEAR(o);
  while (got > 0 && o->n < limit) {
    size_t left = limit - o->n;
    got = pread(fd, some, left < sizeof some ? left : sizeof some, o->n);
    if (got > 0)
      tp_str_addn(o, some, (size_t)got);
  }
  *text = tp_str_text(o);
  *n = o->n;
}

static void prepare_output(tp_exec *exec) {
  if (exec->capture == 0)
    return;
  if (ftruncate(exec->server.out, 0) != 0 ||
      ftruncate(exec->server.err, 0) != 0)
    exec->space.head.capture = 0;
  lseek(exec->server.out, 0, SEEK_SET); /* shared with the program's */
  lseek(exec->server.err, 0, SEEK_SET);
}

/* ---- a run ---- */

/* Server and folder as they should be before a run. */
static int make_ready(tp_exec *exec, tp_diag *diag) {
  if (exec->has_written && !tp_world_clean(&exec->world)) {
    tp_server_stop(&exec->server);
    if (tp_world_open(&exec->world, &exec->world_options, diag) != 0)
      return -1;
  }
  if (exec->server.pid == 0 && start_server(exec, diag) != 0)
    return -1;
  prepare_output(exec);
  tp_space_clear(&exec->space);
  return 0;
}

/* The inputs are in place. A run alone may have killed its own server; one in a
 * shared process cannot have. */
static int run(tp_exec *exec, tp_area_place place, tp_area_result *out,
               tp_diag *diag) {
  if (make_ready(exec, diag) != 0)
    return -1;
  exec->has_written = place != TP_PLACE_ANY;
  double start = tp_now();
  tp_answered a =
      tp_server_run(&exec->server, place, exec->limit, exec->budget, out);
  exec->taken = tp_now() - start;
  if (a != TP_SERVER_OK)
    tp_server_stop(&exec->server);
  if (a == TP_SERVER_STOPPED)
    return tp_diag_set(diag, TP_BUDGET, "stopped during a run");
  if (a == TP_SERVER_ASTRAY || (a != TP_SERVER_OK && place == TP_PLACE_ANY))
    *out = (tp_area_result){.again = TP_AGAIN_LOST};
  else if (a == TP_SERVER_GONE)
    *out = (tp_area_result){.status = SIGKILL};
  else if (a == TP_SERVER_SILENT)
    *out = (tp_area_result){.timed_out = 1};
  if (out->error)
    return tp_diag_set(diag, TP_ENVIRONMENT, "cannot start a run: %s",
                       strerror(out->error));
  return 0;
}

static void tell(tp_exec *exec, const tp_area_result *result,
                 tp_exec_run *out) {
  *out = (tp_exec_run){0};
  judge(exec, result, out);
  out->is_cut = out->end == TP_END_TIMEOUT &&
                tp_space_words(&exec->space) > MAX_HUNG_WORDS;
  out->words = out->is_cut
                   ? tp_space_prefix(&exec->space, MAX_HUNG_WORDS, &out->trace)
                   : tp_space_trace(&exec->space, out->end == TP_END_INPUTS,
                                    &out->trace);
  out->written = tp_space_words(&exec->space);
  if (out->written < out->words) /* what came beside it, and its end */
    out->written = out->words;
  read_output(&exec->out, exec->server.out, exec->capture, &out->out,
              &out->n_out);
  read_output(&exec->err, exec->server.err, exec->capture, &out->err,
              &out->n_err);
}

static void learn(tp_exec *exec, int32_t again) {
  exec->trust += again == TP_AGAIN_NOT ? TRUST_DONE
                 : again == TP_AGAIN   ? TRUST_AGAIN
                                       : TRUST_LOST;
  if (exec->trust > TRUST_MAX)
    exec->trust = TRUST_MAX;
}

/* Without a deadline there is time for each run, and results that repeat. */
static void set_limit(tp_exec *exec) {
  bool is_hurried = exec->budget && exec->budget->deadline > 0;
  exec->limit =
      is_hurried ? tp_patience_next(&exec->patience) : exec->patience.whole;
}

/* What is given up in a shared process is made again alone, from scratch: also
 * the inputs may have been overwritten. */
int tp_exec_go(tp_exec *exec, const tp_wire_input *inputs, uint32_t n,
               uint64_t seed, tp_exec_run *out, tp_diag *diag) {
  tp_area_result result;
  bool is_shared =
      !exec->capture && !exec->space.head.is_narrow && exec->trust >= 0;
  exec->space.head.seed = seed;
  exec->space.head.enough = exec->reads.enough;
  exec->space.head.most = exec->reads.most;
  exec->space.head.n_wanted = exec->reads.is_probe ? UINT64_MAX : n;
  exec->space.head.locate = 0;
  unsigned tries = 0;
  set_limit(exec);
  do {
    tp_area_place place = is_shared          ? TP_PLACE_ANY
                          : exec->trust >= 0 ? TP_PLACE_ALONE
                                             : TP_PLACE_ALWAYS_ALONE;
    exec->space.head.capture = exec->capture != 0;
    if (tp_space_put_inputs(&exec->space, inputs, n, diag) != 0 ||
        run(exec, place, &result, diag) != 0)
      return -1;
    if (is_shared)
      learn(exec, result.again);
    is_shared = false;
  } while (result.again != TP_AGAIN_NOT && ++tries < MAX_TRIES);
  if (result.again != TP_AGAIN_NOT)
    result = (tp_area_result){.status = SIGKILL};
  tell(exec, &result, out);
  bool has_hung = out->end == TP_END_TIMEOUT;
  out->is_cut_off = has_hung && exec->limit < exec->patience.whole;
  tp_patience_learn(&exec->patience, exec->taken, has_hung);
  out->is_alone = exec->has_written;
  return 0;
}

bool tp_exec_again(tp_exec *exec, tp_exec_note what, tp_exec_run *out) {
  tp_diag diag = {0};
  tp_area *head = &exec->space.head;
  head->capture = 0;
  head->locate = what == TP_NOTE_END;
  head->observe = what == TP_NOTE_DENIED;
  tp_area_result result;
  int rc = run(exec, TP_PLACE_ALONE, &result, &diag);
  if (rc == 0)
    tell(exec, &result, out);
  head->locate = head->observe = 0;
  tp_diag_free(&diag);
  return rc == 0;
}

bool tp_exec_hangs(tp_exec *exec) {
  tp_exec_run again;
  exec->limit = exec->patience.whole;
  return tp_exec_again(exec, TP_NOTE_END, &again) &&
         again.end == TP_END_TIMEOUT;
}
