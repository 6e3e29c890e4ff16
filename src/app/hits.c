/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plain program compiled with --coverage and without optimisation, so that
 * each line counts for itself. A run that dies by a signal writes its counts
 * before it does. gcov itself reads them: no second reading of its files.
 */
#include "app/hits.h"

#include "app/plain_program.h"
#include "program/place.h"
#include "base/bits.h"
#include "base/file.h"
#include "base/map.h"
#include "base/proc.h"
#include "harness/text.h"
#include "report/report.h"

#include <stdio.h>
#include <stdlib.h>

#define LEAST_SECONDS 5.0
#define MAX_OUTPUT (UINT32_C(256) << 20)
#define MAX_TIMEOUTS 2u /* tests that never end are not all waited for */

typedef struct counter {
  tp_result *r;
  tp_project *project;
  void (*beat)(void *state); /* it still makes progress */
  void *state;
  tp_plain *plain;
  tp_plain_program program;
  tp_str counts;           /* folder that the program writes them to */
  const char *writable[2]; /* it, NULL-ended */
  tp_diag diag;
  tp_budget budget;
  uint32_t timeouts;
} counter;

/* No longer than everything before it took, or a few seconds. */
static void set_budget(counter *c) {
  double used = tp_now() - c->project->started;
  tp_budget_init(&c->budget, used < LEAST_SECONDS ? LEAST_SECONDS : used);
  double end = c->project->budget.deadline;
  if (end > 0 && end < c->budget.deadline)
    c->budget.deadline = end;
}

static bool is_over(const counter *c) {
  c->beat(c->state);
  return tp_budget_over(&c->budget) != TP_STOP_NONE;
}

/* ---- building and running ------------------------------------------------ */

/* The counts are written to a folder of their own, the only one that the
 * program may change. */
static int open_world(counter *c) {
  tp_project *s = c->project;
  tp_file_join(&c->counts, s->work_dir.at, "counts");
  int rc = tp_file_make_dirs(c->counts.at, &c->diag);
  c->writable[0] = c->counts.at;
  const tp_world_options world = {.kind = s->sandbox.kind,
                                  .work_dir = s->work_dir.at,
                                  .keep = s->sandbox.keep,
                                  .writable = c->writable};
  return rc ? rc : tp_plain_set_world(c->plain, &world, &c->diag);
}

static bool build(counter *c) {
  static const char *const flags[] = {"--coverage", "-O0", NULL};
  tp_plain_text text = {.name = "hits",
                        .beside = tp_harness_keeper,
                        .ready = "tp2ph_keeper.o",
                        .more = flags};
  int state = 1;
  if (tp_plain_program_begin(&c->program, c->project, &text, &c->diag) != 0)
    return false;
  while (state > 0 && !is_over(c))
    state = tp_plain_program_poll(&c->program, 20, &c->diag);
  return state == 0 && open_world(c) == 0;
}

static bool start(counter *c, unsigned lane, uint32_t test) {
  tp_str path = {0}, word = {0}, text = {0};
  tp_report_testcase(c->r, test, &text);
  tp_str_addf(&path, "%s/test-%u.xml", c->program.dir.at, lane);
  tp_str_addf(&word, "TP2PH_TEST=%s", path.at);
  tp_str prefix = {0};
  tp_str_addf(&prefix, "GCOV_PREFIX=%s", c->counts.at);
  const char *const env[] = {word.at, prefix.at, "GCOV_PREFIX_STRIP=99", NULL};
  tp_plain_order order = {.program = c->program.path.at,
                          .env = env,
                          .seconds = c->project->options->run_timeout,
                          .memory = c->program.memory};
  bool is_started = tp_file_rewrite(path.at, text.at, text.n, &c->diag) == 0 &&
                    tp_plain_start(c->plain, lane, &order, &c->diag) == 0;
  tp_str_free(&path);
  tp_str_free(&word);
  tp_str_free(&text);
  tp_str_free(&prefix);
  return is_started;
}

/* The next test that can be run; 0: none is left. */
static uint32_t next_test(const counter *c, uint32_t after) {
  for (uint32_t i = after; i < c->r->tests.n; i++) {
    uint8_t end = c->r->tests.at[i].end;
    bool is_slow = end == TP_ENDED_TIMEOUT && c->timeouts >= MAX_TIMEOUTS;
    if (end != TP_ENDED_MEMORY && !is_slow)
      return i + 1;
  }
  return 0;
}

/* Whether all were run. */
static bool run(counter *c) {
  uint32_t next = next_test(c, 0), running = 0;
  while ((next || running) && !is_over(c)) {
    running = 0;
    for (unsigned lane = 0; lane < TP_PLAIN_LANES; lane++) {
      tp_plain_end end;
      tp_plain_state state = tp_plain_poll(c->plain, lane, 0, &end);
      if (state == TP_PLAIN_ENDED)
        c->timeouts += end.how == TP_PLAIN_TIMEOUT;
      if (state != TP_PLAIN_RUNNING && next) {
        if (!start(c, lane, next))
          return false;
        next = next_test(c, next);
        state = TP_PLAIN_RUNNING;
      }
      running += state == TP_PLAIN_RUNNING;
    }
    if (running)
      tp_plain_wait(c->plain, 20);
  }
  return !next && !running;
}

/* ---- what gcov says ------------------------------------------------------ */

typedef struct report {
  counter *c;
  tp_map known;     /* hash of file, line and function -> index of lines */
  tp_bits ours;     /* names of the user's files */
  const char *file; /* of the lines that come; NULL: not the user's */
  tp_str function;  /* called `calls` times, begins on the next line */
  uint64_t calls;
} report;

/* An inline function of a header is in several units: its counts are added. */
static void add(report *g, const char *function, uint32_t line, uint64_t hits) {
  tp_result *r = g->c->r;
  bool is_new;
  uint64_t key = tp_hash_pair(tp_hash_bytes(g->file, strlen(g->file)), line);
  if (function)
    key = tp_hash_pair(key, tp_hash_bytes(function, strlen(function)));
  uint32_t *at = tp_map_put(&g->known, key >> 1, &is_new);
  if (is_new) {
    *at = r->lines.n;
    VEC_PUSH(&r->lines,
             (tp_result_line){.file = g->file,
                              .function = tp_result_keep(r, function),
                              .line = line});
  }
  r->lines.at[*at].hits += hits;
}

static void set_file(report *g, const char *name) {
  const tp_names *names = g->c->project->program->names;
  tp_name id = tp_names_find(names, name, strlen(name));
  bool is_ours = id && id < g->ours.n && tp_bits_has(&g->ours, id);
  g->file = is_ours ? tp_names_text(names, id) : NULL;
  VEC_CLEAR(&g->function);
}

/* "function NAME called 7 returned 100% blocks executed 90%" */
static void set_function(report *g, const char *text) {
  const char *end = strstr(text, " called ");
  VEC_CLEAR(&g->function);
  if (!end)
    return;
  tp_str_addn(&g->function, text, (size_t)(end - text));
  if (strcmp(tp_str_text(&g->function), "*tp2ph_program_main") == 0) {
    VEC_CLEAR(&g->function); /* as the plain program names it */
    tp_str_add(&g->function, "main");
  }
  g->calls = strtoull(end + strlen(" called "), NULL, 10);
}

/* "   7*:   12:text"; "#####" is never, "-" is no code. */
static void read_line(report *g, const char *text) {
  static const char source[] = "        -:    0:Source:";
  static const char function[] = "function ";
  if (tp_text_starts(text, source)) {
    set_file(g, text + sizeof source - 1);
    return;
  }
  if (tp_text_starts(text, function)) {
    set_function(g, text + sizeof function - 1);
    return;
  }
  const char *colon = strchr(text, ':');
  unsigned long line = colon ? strtoul(colon + 1, NULL, 10) : 0;
  text += strspn(text, " ");
  bool is_code =
      line && (*text == '#' || *text == '=' || (*text >= '0' && *text <= '9'));
  if (!g->file || !is_code)
    return;
  if (g->function.n)
    add(g, g->function.at, (uint32_t)line, g->calls);
  VEC_CLEAR(&g->function);
  add(g, NULL, (uint32_t)line, strtoull(text, NULL, 10));
}

/* What --inputs and drivers supply is no code of the program: the harness calls
 * it otherwise than we do. */
static bool is_supplied(const tp_project *s, tp_name file) {
  const char *inputs = s->options->inputs;
  const char *name = tp_names_text(s->program->names, file);
  return file == s->program->driver || (inputs && strcmp(name, inputs) == 0);
}

static void find_files(report *g) {
  const tp_program *p = g->c->project->program;
  for (tp_func_id f = 1; f < p->funcs.n; f++) {
    tp_name file =
        tp_place_of(p, p->funcs.at[f].unit, p->funcs.at[f].begin).file;
    if (!p->funcs.at[f].is_user || is_supplied(g->c->project, file))
      continue;
    if (file >= g->ours.n)
      tp_bits_grow(&g->ours, file + 64);
    tp_bits_add(&g->ours, file);
  }
}

/* gcov reads the source, too: it is run where that is. */
static bool ask_about(report *g, const tp_unit *unit, uint32_t object) {
  const tp_program *p = g->c->project->program;
  tp_str name = {0}, from = {0};
  tp_proc_result out = {0};
  tp_proc_limits limits = {.seconds = tp_budget_left(&g->c->budget),
                           .output_bytes = MAX_OUTPUT};
  tp_str_addf(&from, "%s/unit-%u.gcda", g->c->counts.at, object);
  tp_str_addf(&name, "%s/unit-%u.gcda", g->c->program.dir.at, object);
  rename(from.at, name.at); /* beside what the compiler has left for gcov */
  const char *const argv[] = {"gcov", "-t", "-b", name.at, NULL};
  const char *dir = unit->dir ? tp_names_text(p->names, unit->dir) : NULL;
  int rc = tp_proc_run(&out, argv, NULL, dir, &limits, &g->c->diag);
  bool is_whole = rc == 0 && !out.timed_out && !out.signal &&
                  out.exit_code == 0 && out.out.n && out.out.n < MAX_OUTPUT;
  char *text = is_whole ? out.out.at : NULL;
  for (char *line; text && (line = strsep(&text, "\n"));)
    read_line(g, line);
  tp_proc_result_free(&out);
  tp_str_free(&name);
  tp_str_free(&from);
  return is_whole;
}

/* All or nothing: half of the counts would look like lines that are not run. */
static void ask_gcov(counter *c) {
  const tp_program *p = c->project->program;
  report g = {.c = c};
  bool is_whole = true;
  tp_bits_init(&g.ours, 64);
  find_files(&g);
  for (tp_unit_id u = 1; is_whole && u < p->units.n; u++)
    is_whole = ask_about(&g, &p->units.at[u], u - 1);
  if (!is_whole)
    c->r->lines.n = 0;
  tp_map_free(&g.known);
  tp_bits_free(&g.ours);
  tp_str_free(&g.function);
}

void tp_hits_count(tp_result *r, tp_project *s, void (*beat)(void *state),
                   void *state) {
  counter c = {.r = r, .project = s, .beat = beat, .state = state};
  double start_time = tp_now();
  set_budget(&c);
  bool is_gcc = !tp_place_has_macro(s->program, 1, "__clang__");
  if (r->tests.n == 0 || !is_gcc || is_over(&c))
    return;
  if (tp_project_make_work_dir(s, &c.diag) == 0 &&
      tp_plain_new(&c.plain, &c.diag) == 0 && build(&c) && run(&c))
    ask_gcov(&c);
  tp_plain_free(c.plain);
  tp_plain_program_free(&c.program);
  tp_str_free(&c.counts);
  tp_diag_free(&c.diag);
  double seconds = tp_now() - start_time;
  VEC_PUSH(&r->parts, (tp_result_part){"hits", seconds});
  r->seconds += seconds;
}
