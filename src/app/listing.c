/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Four programs at most: as the user compiles it, and with uninitialised
 * variables set in two ways, all of one text that tells its decisions; and as
 * preprocessed, with sanitizers. Each lane has its own files: the test, and
 * what the recorder notes; sanitizers write behind that. */
#include "app/listing.h"

#include "app/collect.h"
#include "app/recorder.h"
#include "app/tell.h"
#include "program/place.h"
#include "base/file.h"
#include "report/report.h"

enum { AS_IS, ZEROED, FILLED, SANITIZED, PROGRAMS };

/* Sanitizers stop a run at the first thing they see. */
static const char *const sanitizers[] = {"-fsanitize=address,undefined",
                                         "-fno-sanitize-recover=all",
                                         "-fno-omit-frame-pointer", "-g", NULL};
static const char report_to[] =
    "extern int dup2(int, int);\n"
    "extern char *getenv(const char *);\n"
    "extern int open(const char *, int, ...);\n"
    "__attribute__((constructor)) static void tp2ph_report(void) {\n"
    "  const char *to = getenv(\"" TP_RECORD_ENV "\");\n"
    "  int fd = to ? open(to, 02001 /* O_WRONLY | O_APPEND */) : -1;\n"
    "  if (fd >= 0)\n"
    "    dup2(fd, 2);\n"
    "}\n"
    "const char *__asan_default_options(void) {\n"
    "  return \"detect_leaks=0:detect_stack_use_after_return=1:\"\n"
    "         \"strict_string_checks=1\";\n"
    "}\n";

typedef struct lane {
  tp_str test, record; /* paths */
  tp_recorder recorder;
} lane;

struct tp_listing {
  const tp_project *project;
  tp_plain *plain;
  tp_instr_result instr;
  tp_plain_program programs[PROGRAMS];
  bool is_begun[PROGRAMS];
  lane lanes[TP_PLAIN_LANES];
  const char *writable[TP_PLAIN_LANES + 1]; /* the records */
};

int tp_listing_new(tp_listing **out, tp_diag *diag) {
  *out = TP_NEW(tp_listing);
  for (unsigned i = 0; i < TP_PLAIN_LANES; i++)
    (*out)->lanes[i].recorder.fd = -1;
  return tp_plain_new(&(*out)->plain, diag);
}

void tp_listing_free(tp_listing *l) {
  if (!l)
    return;
  tp_plain_free(l->plain);
  for (unsigned i = 0; i < PROGRAMS; i++)
    tp_plain_program_free(&l->programs[i]);
  for (unsigned i = 0; i < TP_PLAIN_LANES; i++) {
    tp_recorder_close(&l->lanes[i].recorder);
    tp_str_free(&l->lanes[i].test);
    tp_str_free(&l->lanes[i].record);
  }
  if (l->project)
    tp_instr_free(&l->instr);
  tp_free(l);
}

void tp_listing_let_go(tp_listing *l) {
  tp_plain_let_go(l->plain);
  l->plain = NULL;
  for (unsigned i = 0; i < PROGRAMS; i++) {
    tp_plain_program_let_go(&l->programs[i]);
    l->programs[i] = (tp_plain_program){0};
  }
  tp_listing_free(l);
}

/* ---- programs ------------------------------------------------------------ */

static int begin(tp_listing *l, unsigned which, tp_diag *diag) {
  static const char *const zero[] = {"-ftrivial-auto-var-init=zero", NULL};
  static const char *const clang_zero[] = {
      "-ftrivial-auto-var-init=zero",
      ("-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-"
       "clang"),
      NULL};
  static const char *const pattern[] = {"-ftrivial-auto-var-init=pattern",
                                        NULL};
  static const tp_plain_text how[] = {
      [AS_IS] = {.name = "plain"},
      [ZEROED] = {.name = "zeroed", .more = zero},
      [FILLED] = {.name = "filled", .more = pattern},
      [SANITIZED] = {
          .name = "sanitized", .more = sanitizers, .beside = report_to}};
  tp_plain_text text = how[which];
  if (which == ZEROED &&
      tp_place_has_macro(l->project->program, 1, "__clang__"))
    text.more = clang_zero;
  text.units = which == SANITIZED ? NULL : l->instr.units.at;
  l->is_begun[which] = true;
  return tp_plain_program_begin(&l->programs[which], l->project, &text, diag);
}

static int open_lane(tp_listing *l, unsigned i, tp_diag *diag) {
  lane *at = &l->lanes[i];
  const char *dir = l->programs[AS_IS].dir.at;
  tp_str_addf(&at->test, "%s/test-%u.xml", dir, i);
  tp_str_addf(&at->record, "%s/branches-%u", dir, i);
  l->writable[i] = at->record.at;
  return tp_recorder_open(&at->recorder, l->project->program, at->record.at,
                          diag);
}

int tp_listing_build(tp_listing *l, const tp_project *s, tp_diag *diag) {
  l->project = s;
  tp_instr_write(&l->instr, s->ir, NULL, true);
  int rc = begin(l, AS_IS, diag);
  for (unsigned i = 0; i < TP_PLAIN_LANES && rc == 0; i++)
    rc = open_lane(l, i, diag);
  const tp_world_options world = {.kind = s->sandbox.kind,
                                  .work_dir = s->work_dir.at,
                                  .keep = s->sandbox.keep,
                                  .writable = l->writable};
  return rc ? rc : tp_plain_set_world(l->plain, &world, diag);
}

static unsigned program_of(tp_listing_way way) {
  return way == TP_WAY_ZEROED      ? ZEROED
         : way == TP_WAY_FILLED    ? FILLED
         : way == TP_WAY_SANITIZED ? SANITIZED
                                   : AS_IS;
}

int tp_listing_poll_build(tp_listing *l, tp_listing_way way, int wait_ms,
                          tp_diag *diag) {
  unsigned which = program_of(way);
  if (!l->is_begun[which] && begin(l, which, diag) != 0)
    return -1;
  return tp_plain_program_poll(&l->programs[which], wait_ms, diag);
}

int tp_listing_compile_bare(tp_listing *l, tp_diag *diag) {
  const tp_plain_text text = {.name = "bare"};
  tp_plain_program bare;
  int state = 1;
  if (tp_plain_program_begin(&bare, l->project, &text, diag) != 0)
    state = -1;
  while (state > 0) {
    state = tp_plain_program_poll(&bare, 20, diag);
    if (state > 0 && tp_budget_over(&l->project->budget) != TP_STOP_NONE)
      state =
          tp_diag_set(diag, TP_BUDGET, "stopped while compiling the program");
  }
  tp_plain_program_free(&bare);
  return state;
}

/* ---- runs ---------------------------------------------------------------- */

static int write_test(const tp_project *s, uint32_t test, const char *path,
                      tp_diag *diag) {
  const tp_engine_test *t = tp_engine_test_at(s->engine, test);
  tp_result r = {.program = s->program};
  tp_str text = {0};
  uint32_t objects = 0;
  for (uint32_t i = 0; i < t->reads.n; i++) {
    tp_found_input in = tp_tell_input(s, &t->reads.at[i]);
    VEC_PUSH(&r.inputs,
             tp_collect_input(s->program, &in, t->reads.at[i].bits, &objects));
  }
  VEC_PUSH(&r.tests, (tp_result_test){.n_inputs = r.inputs.n});
  tp_report_testcase(&r, 1, &text);
  int rc = tp_file_rewrite(path, text.at, text.n, diag);
  tp_result_free(&r);
  tp_str_free(&text);
  return rc;
}

#define BRIEF 0.05 /* seconds */

/* What programs may look at, otherwise; the last makes room on the stack. */
static const char *const other_environment[] = {
    "TZ=EST5EDT",
    "LC_ALL=C.UTF-8",
    "HOME=/",
    "USER=nobody",
    "TERM=dumb",
    "TP2PH_ELSEWHERE=not the environment in which the test was made"};

int tp_listing_start(tp_listing *l, unsigned i, tp_listing_way way,
                     uint32_t test, tp_diag *diag) {
  lane *at = &l->lanes[i];
  const tp_plain_program *program = &l->programs[program_of(way)];
  tp_str inputs = {0}, record = {0};
  tp_words env = {0};
  double given = l->project->options->run_timeout;
  tp_str_addf(&inputs, "TP2PH_TEST=%s", at->test.at);
  tp_str_addf(&record, "%s=%s", TP_RECORD_ENV, at->record.at);
  VEC_PUSH(&env, inputs.at);
  VEC_PUSH(&env, record.at);
  bool is_elsewhere = way == TP_WAY_ELSEWHERE || way == TP_WAY_BRIEFLY;
  for (size_t k = 0;
       k < sizeof other_environment / sizeof *other_environment && is_elsewhere;
       k++)
    VEC_PUSH(&env, other_environment[k]);
  VEC_PUSH(&env, NULL);
  tp_plain_order order = {
      .program = program->path.at,
      .env = env.at,
      .seconds = way == TP_WAY_BRIEFLY && given > BRIEF ? BRIEF : given,
      .memory = program->memory,
      .moves = is_elsewhere || way == TP_WAY_MOVED};
  tp_recorder_clear(&at->recorder);
  int rc = write_test(l->project, test, at->test.at, diag);
  if (rc == 0)
    rc = tp_plain_start(l->plain, i, &order, diag);
  VEC_FREE(&env);
  tp_str_free(&inputs);
  tp_str_free(&record);
  return rc;
}

tp_plain_state tp_listing_poll(tp_listing *l, unsigned i, int wait_ms,
                               tp_plain_end *end, tp_vec_u32 *taken) {
  tp_plain_state now = tp_plain_poll(l->plain, i, wait_ms, end);
  if (now == TP_PLAIN_ENDED)
    tp_recorder_take(&l->lanes[i].recorder, l->project->program, taken);
  return now;
}

void tp_listing_story(const tp_listing *l, unsigned i, tp_vec_u32 *out) {
  tp_recorder_story(&l->lanes[i].recorder, out);
}

void tp_listing_report(const tp_listing *l, unsigned i, tp_str *out) {
  tp_recorder_rest(&l->lanes[i].recorder, out);
}

void tp_listing_wait(tp_listing *l, int wait_ms) {
  tp_plain_wait(l->plain, wait_ms);
}
