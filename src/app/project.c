/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From file names to an engine that runs them. */
#include "app/project.h"

#include "app/confirm.h"
#include "app/drive.h"
#include "app/goals.h"
#include "program/place.h"
#include "base/file.h"
#include "report/report.h"

#include <stdlib.h>
#include <unistd.h>

#define CC_SECONDS 600.0

void tp_project_init(tp_project *s, const tp_options *options) {
  *s = (tp_project){.options = options, .started = tp_now()};
  tp_sweep_start_groups(&s->groups);
  tp_budget_init(&s->budget, options->timeout);
  tp_budget_limit_memory(options->memory);
  tp_deadline_set(options->timeout);
  const char *cc = getenv("CC");
  s->cc = cc && *cc ? cc : "cc";
}

/* Built: beside tp2ph. Installed: ../lib/tp2ph and ../include/tp2ph. */
int tp_project_find_home(tp_project *s, tp_diag *diag) {
  static const char *const place[][2] = {{"lib", "include"},
                                         {"../lib/tp2ph", "../include/tp2ph"}};
  tp_str self = {0}, archive = {0};
  if (tp_file_self_dir(&self, diag) != 0)
    return -1;
  int rc = -1;
  for (int i = 0; i < 2 && rc != 0; i++) {
    tp_file_join(&s->runtime_dir, self.at, place[i][0]);
    tp_file_join(&s->include_dir, self.at, place[i][1]);
    tp_file_join(&archive, s->runtime_dir.at, "libtp2ph_rt.a");
    if (tp_file_exists(archive.at))
      rc = 0;
  }
  if (rc != 0)
    tp_diag_set(diag, TP_ENVIRONMENT,
                "the runtime libtp2ph_rt.a is not beside '%s': build with "
                "make, or install with make install",
                self.at);
  tp_str_free(&self);
  tp_str_free(&archive);
  return rc;
}

static bool ends_with(const char *text, const char *end) {
  size_t n = strlen(text), m = strlen(end);
  return n >= m && strcmp(text + n - m, end) == 0;
}

static int collect_sources(tp_project *s, tp_diag *diag) {
  const tp_options *o = s->options;
  for (uint32_t i = 0; i < o->names.n; i++) {
    const char *name = o->names.at[i];
    if (ends_with(name, ".json")) {
      if (tp_front_compile_commands(&s->sources, name, o->flags, diag) != 0)
        return -1;
    } else {
      tp_front_add_file(&s->sources, name, o->flags);
    }
  }
  return 0;
}

int tp_project_make_work_dir(tp_project *s, tp_diag *diag) {
  if (s->work_dir.n)
    return 0;
  if (tp_file_temp_dir(&s->work_dir, diag) != 0)
    return -1;
  tp_sweep_start(&s->sweep, s->work_dir.at);
  return 0;
}

/* $CC is a command, as make and the shell see it (`ccache gcc`), unless there
 * is a file of that name. */
static void split_compiler(tp_project *s) {
  bool is_file = strchr(s->cc, '/') && tp_file_exists(s->cc);
  s->cc_text = tp_strdup(s->cc);
  char *at = is_file ? NULL : s->cc_text;
  for (char *word; (word = strsep(&at, " \t\n"));)
    if (*word)
      VEC_PUSH(&s->cc_words, word);
  if (s->cc_words.n == 0)
    VEC_PUSH(&s->cc_words, s->cc_text);
  VEC_PUSH(&s->cc_words, NULL);
}

static void collect_link_flags(tp_project *s) {
  for (uint32_t i = 0; i < s->sources.at.n; i++)
    tp_exec_link_flags(&s->link_flags, s->sources.at.at[i].flags);
  VEC_PUSH(&s->link_flags, NULL);
}

int tp_project_load(tp_project *s, tp_diag *diag) {
  double start = tp_now();
  if (tp_project_find_home(s, diag) != 0 ||
      (s->sources.at.n == 0 && collect_sources(s, diag) != 0))
    return -1;
  bool is_supplied = s->options->inputs || tp_drive_is_wanted(s->options);
  if (is_supplied && tp_project_make_work_dir(s, diag) != 0)
    return -1;
  split_compiler(s);
  collect_link_flags(s);
  tp_front_options opt = {.cc = s->cc_words.at[0],
                          .cc_words = s->cc_words.at + 1,
                          .include_dir = s->include_dir.at,
                          .entry = s->options->entry,
                          .cc_seconds = CC_SECONDS,
                          .inputs = s->options->inputs,
                          .assume = s->options->assume,
                          .work_dir = tp_str_text(&s->work_dir)};
  tp_goals goals;
  int rc = tp_goals_init(&goals, s->options, diag);
  tp_goals_hoist(&goals, s->hoist);
  opt.checks = tp_goals_plan(&goals);
  if (rc == 0)
    rc = tp_drive_load(s, &opt, diag);
  tp_goals_free(&goals);
  s->args_right_to_left =
      rc == 0 && !tp_place_has_macro(s->program, 1, "__clang__");
  if (rc == 0)
    s->ir = tp_ir_new(s->program, s->args_right_to_left);
  s->seconds[TP_PART_FRONT] = tp_now() - start;
  return rc;
}

/* What the driver calls: of several with that name the one that it stands
 * behind. */
static tp_func_id find_driven(const tp_project *s) {
  const tp_program *p = s->program;
  const char *entry = s->options->entry ? s->options->entry : "main";
  tp_func_id found = 0;
  for (tp_func_id f = 1; s->driver.n && f < p->funcs.n; f++)
    if (strcmp(tp_names_text(p->names, p->decls.at[p->funcs.at[f].decl].name),
               entry) == 0 &&
        (!found || p->funcs.at[f].unit == p->funcs.at[p->entry].unit))
      found = f;
  return found;
}

int tp_project_graph(tp_project *s, tp_diag *diag) {
  double start = tp_now();
  int rc = tp_flow_lower(&s->graph, s->ir, NULL, diag);
  if (rc == 0) {
    s->graph->focus = find_driven(s);
    tp_flow_taint(&s->taint, s->ir);
    tp_flow_mark_path_dependent(s->graph, s->ir, &s->taint);
  }
  s->seconds[TP_PART_GRAPH] = tp_now() - start;
  return rc;
}

/* A driver that needs none is one all the same. */
static int require_input(const tp_project *s, tp_diag *diag) {
  const tp_program *p = s->program;
  if (s->driver.n)
    return 0;
  for (uint32_t i = 1; i < p->sites.n; i++)
    if (p->sites.at[i].is_input)
      return 0;
  if (s->options->inputs)
    return tp_diag_set(diag, TP_REFUSED,
                       "the program reads no input: it calls no function that "
                       "'%s' declares to deliver something",
                       s->options->inputs);
  tp_str hint = {0};
  tp_drive_hint(s, &hint);
  int rc = tp_diag_set(
      diag, TP_REFUSED,
      "the program reads no input: mark what comes from the tester with "
      "tp2ph_input(x), __VERIFIER_nondet_int() or their kin, or declare with "
      "--inputs which functions deliver it (see README)%s%s",
      hint.n ? "; what it reads from outside becomes an input by " : "",
      tp_str_text(&hint));
  tp_str_free(&hint);
  return rc;
}

const char *tp_project_prefix(const tp_project *s) {
  return tp_report_prefix(s->program, s->options->entry);
}

bool tp_project_has_own_main(const tp_project *s) {
  return s->program->is_monitored || !s->options->entry ||
         strcmp(s->options->entry, "main") == 0;
}

static int write_unit(tp_project *s, tp_str *path, uint32_t i,
                      const tp_str *text, tp_diag *diag) {
  tp_str whole = {0};
  tp_str_addf(path, "%s/unit-%u.i", s->work_dir.at, i);
  if (i < s->program->units.n)
    tp_str_add(&whole, tp_project_prefix(s));
  tp_str_addn(&whole, text->at, text->n);
  int rc = tp_file_write(path->at, whole.at, whole.n, diag);
  tp_str_free(&whole);
  return rc;
}

/* The units, and a main of ours behind them if the entry is another. *n: how
 * many. */
static int write_units(tp_project *s, tp_str *paths, tp_exec_source *units,
                       uint32_t *n, tp_diag *diag) {
  *n = s->program->units.n - 1;
  for (uint32_t i = 1; i < s->program->units.n; i++) {
    const tp_unit *u = &s->program->units.at[i];
    if (write_unit(s, &paths[i], i, &s->instr.units.at[i], diag) != 0)
      return -1;
    units[i - 1] = (tp_exec_source){
        .path = paths[i].at,
        .name = tp_names_text(s->program->names, u->path),
        .flags = u->flags.at,
        .dir = u->dir ? tp_names_text(s->program->names, u->dir) : NULL};
  }
  if (tp_project_has_own_main(s))
    return 0;
  static const char *const no_flags[] = {NULL};
  tp_str driver = {0};
  uint32_t last = ++*n;
  tp_report_driver(s->program, s->options->entry, &driver);
  int rc = write_unit(s, &paths[last], last, &driver, diag);
  units[last - 1] = (tp_exec_source){.path = paths[last].at, .flags = no_flags};
  tp_str_free(&driver);
  return rc;
}

/* The name behind what linkers say of one; 0: there is none that the program
 * knows. */
static tp_name name_behind(const tp_program *p, const char *words,
                           const char *const *said, size_t n) {
  for (size_t i = 0; i < n; i++) {
    const char *at = strstr(words, said[i]);
    if (!at)
      continue;
    at += strlen(said[i]);
    at += strspn(at, "`'\"");
    return tp_names_find(p->names, at, strcspn(at, "'\"\n "));
  }
  return 0;
}

static tp_name undefined_name(const tp_program *p, const char *words) {
  static const char *const said[] = {"undefined reference to ",
                                     "undefined symbol: "};
  return name_behind(p, words, said, sizeof said / sizeof *said);
}

/* A function that two files define is told at the second. */
static void explain_doubled(const tp_program *p, tp_diag *diag) {
  static const char *const said[] = {"multiple definition of ",
                                     "duplicate symbol: "};
  tp_name name = name_behind(p, tp_str_text(&diag->detail), said,
                             sizeof said / sizeof *said);
  for (tp_func_id f = p->funcs.n - 1; name && f > 0; f--) {
    const tp_decl *decl = &p->decls.at[p->funcs.at[f].decl];
    if (decl->name != name)
      continue;
    tp_place place = tp_place_of(p, decl->unit, decl->begin);
    VEC_CLEAR(&diag->message);
    tp_str_addf(&diag->message,
                "'%s' is defined in several files: they are more than one "
                "program, or one of them is not to be there",
                tp_names_text(p->names, name));
    tp_diag_at(diag, tp_names_text(p->names, place.file), place.line,
               place.column, NULL);
    return;
  }
}

/* A variable that nobody defines is told where it is declared. */
static void explain_undefined_variable(const tp_program *p, tp_name name,
                                       tp_diag *diag) {
  for (tp_decl_id i = 1; name && i < p->decls.n; i++) {
    const tp_decl *decl = &p->decls.at[i];
    if (decl->name != name || decl->scope || decl->kind != TP_D_VAR)
      continue;
    tp_place place = tp_place_of(p, decl->unit, decl->begin);
    VEC_CLEAR(&diag->message);
    tp_str_addf(&diag->message,
                "nobody defines '%s': add the file or library that does, or "
                "declare with --inputs which values the tester sets: in LOW .. "
                "HIGH",
                tp_names_text(p->names, name));
    tp_diag_at(diag, tp_names_text(p->names, place.file), place.line,
               place.column, NULL);
    return;
  }
}

/* A function that nobody defines is told at its first call. */
static void explain_undefined(const tp_program *p, tp_diag *diag) {
  tp_name name = undefined_name(p, tp_str_text(&diag->detail));
  for (uint32_t i = 1; name && i < p->sites.n; i++) {
    const tp_site *site = &p->sites.at[i];
    if (!site->callee || p->decls.at[site->callee].name != name)
      continue;
    VEC_CLEAR(&diag->message);
    tp_str_addf(&diag->message,
                "nobody defines '%s': add the file or library that does, or "
                "declare with --inputs what it delivers",
                tp_names_text(p->names, name));
    tp_diag_at(diag, tp_names_text(p->names, site->file), site->line,
               site->column, NULL);
    return;
  }
  explain_undefined_variable(p, name, diag);
}

/* The plain program is built at the same time. */
static int build(tp_project *s, const tp_exec_options *opt,
                 const tp_exec_source *units, uint32_t n, const char *program,
                 tp_diag *diag) {
  tp_building *b;
  int state;
  tp_exec_build_start(&b, opt, units, n, program);
  do {
    state = tp_exec_build_poll(b, 2, diag);
    tp_confirm_poll(s->confirm);
    if (state > 0 && tp_budget_over(&s->budget) != TP_STOP_NONE)
      state =
          tp_diag_set(diag, TP_BUDGET, "stopped while compiling the program");
  } while (state > 0);
  tp_exec_build_free(b);
  return state;
}

/* The compiler refused the instrumented program. If it refuses the plain one,
 * too, it is told in the words for that one; if not, the fault is ours. */
static void blame(tp_project *s, tp_diag *diag) {
  tp_diag plain = {0};
  if (diag->status != TP_REFUSED || !s->confirm)
    return;
  if (tp_confirm_compile(s->confirm, &plain) != 0) {
    tp_diag_free(diag);
    *diag = plain;
    explain_undefined(s->program, diag);
    explain_doubled(s->program, diag);
    return;
  }
  diag->status = TP_INTERNAL;
  tp_str_add(&diag->message,
             ", but does without: a bug in tp2ph, please report "
             "it with the program and the words below");
}

#define INSTRUMENTED "instrumented"

static tp_exec_options exec_options(const tp_project *s, const char *work_dir) {
  return (tp_exec_options){.cc = s->cc_words.at[0],
                           .cc_words = s->cc_words.at + 1,
                           .runtime_dir = s->runtime_dir.at,
                           .work_dir = work_dir,
                           .link_flags = s->link_flags.at,
                           .run_seconds = s->options->run_timeout,
                           .run_memory = s->options->run_memory,
                           .world = s->sandbox.kind,
                           .keep = s->sandbox.keep,
                           .budget = &s->budget};
}

static int compile_and_start(tp_project *s, tp_diag *diag) {
  uint32_t n = s->program->units.n - 1;
  tp_exec_options opt = exec_options(s, s->work_dir.at);
  tp_str *paths = TP_NEW_ARRAY(tp_str, n + 2);
  tp_exec_source *units = TP_NEW_ARRAY(tp_exec_source, n + 1);
  tp_str program = {0};
  tp_file_join(&program, s->work_dir.at, INSTRUMENTED);
  int rc = write_units(s, paths, units, &n, diag);
  if (rc == 0)
    rc = build(s, &opt, units, n, program.at, diag);
  if (rc != 0)
    blame(s, diag);
  if (rc == 0)
    rc = tp_exec_start(&s->exec, &opt, program.at, &s->instr.plan, diag);
  for (uint32_t i = 0; i <= n; i++)
    tp_str_free(&paths[i]);
  tp_free(paths);
  tp_free(units);
  tp_str_free(&program);
  return rc;
}

int tp_project_build(tp_project *s, tp_diag *diag) {
  if (require_input(s, diag) != 0 || tp_project_make_work_dir(s, diag) != 0)
    return -1;
  double start = tp_now();
  if (s->confirm && tp_confirm_build(s->confirm, s, diag) != 0)
    return -1;
  tp_instr_write(&s->instr, s->ir, &s->taint, false);
  double instrumented = tp_now();
  s->seconds[TP_PART_INSTRUMENT] = instrumented - start;
  int rc = compile_and_start(s, diag);
  s->seconds[TP_PART_COMPILE] = tp_now() - instrumented;
  return rc;
}

int tp_project_engine(tp_project *s, tp_diag *diag) {
  tp_smt_options opt = {.log_dir = s->options->smt_log,
                        .query_seconds = 10,
                        .budget = &s->budget};
  if (opt.log_dir && tp_file_make_dirs(opt.log_dir, diag) != 0)
    return -1;
  if (s->options->certify && tp_file_make_dirs(s->options->certify, diag) != 0)
    return -1;
  s->exprs = tp_exprs_new();
  if (tp_smt_new(&s->smt, s->exprs, &opt, diag) != 0)
    return -1;
  tp_engine_parts parts = {.ir = s->ir,
                           .plan = &s->instr.plan,
                           .graph = s->graph,
                           .exec = s->exec,
                           .exprs = s->exprs,
                           .smt = s->smt,
                           .budget = &s->budget};
  s->engine = tp_engine_new(&parts);
  tp_partial_plan plan = tp_partial_plan_named(s->options->constraints);
  tp_engine_ask_by(s->engine, &plan);
  return 0;
}

void tp_project_let_go(tp_project *s) {
  tp_confirm_let_go(s->confirm);
  s->confirm = NULL;
  s->sweep = s->groups = (tp_sweep){0, -1};
  VEC_CLEAR(&s->work_dir);
}

/* In a folder of its own beside the program, under the same name: the program
 * sees no difference. */
static int start_beside(tp_exec **out, const tp_project *s, tp_diag *diag) {
  tp_str dir = {0}, program = {0}, other = {0};
  tp_file_join(&dir, s->work_dir.at, "beside");
  tp_file_join(&program, dir.at, INSTRUMENTED);
  tp_file_join(&other, s->work_dir.at, INSTRUMENTED);
  tp_exec_options opt = exec_options(s, dir.at);
  int rc = tp_file_make_dirs(dir.at, diag);
  if (rc == 0 && link(other.at, program.at) != 0)
    rc = tp_diag_set(diag, TP_ENVIRONMENT, "cannot link '%s'", program.at);
  if (rc == 0)
    rc = tp_exec_start(out, &opt, program.at, &s->instr.plan, diag);
  tp_str_free(&dir);
  tp_str_free(&program);
  tp_str_free(&other);
  return rc;
}

int tp_project_start_again(tp_project *s, tp_diag *diag) {
  tp_exec *own;
  tp_smt_renew_all();
  if (start_beside(&own, s, diag) != 0)
    return -1;
  tp_exec_replace(s->exec, own);
  tp_project_let_go(s);
  return 0;
}

void tp_project_free(tp_project *s) {
  tp_confirm_free(s->confirm);
  tp_engine_free(s->engine);
  tp_smt_free(s->smt);
  tp_exprs_free(s->exprs);
  tp_exec_stop(s->exec);
  tp_instr_free(&s->instr);
  tp_taint_free(&s->taint);
  tp_graph_free(s->graph);
  tp_ir_free(s->ir);
  tp_program_free(s->program);
  tp_reads_free(&s->reads);
  tp_str_free(&s->driver);
  tp_str_free(&s->driver_name);
  tp_str_free(&s->trusted);
  tp_sandbox_free(&s->sandbox);
  tp_front_sources_free(&s->sources);
  if (s->work_dir.n)
    tp_file_remove_tree(s->work_dir.at);
  tp_sweep_stop(&s->sweep);
  tp_sweep_stop_groups(&s->groups);
  VEC_FREE(&s->cc_words);
  VEC_FREE(&s->link_flags);
  tp_free(s->cc_text);
  tp_str_free(&s->work_dir);
  tp_str_free(&s->runtime_dir);
  tp_str_free(&s->include_dir);
}
