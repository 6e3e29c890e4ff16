/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing and building the plain program: the preprocessed units (so that it is
 * the very text that was analysed), harness/replay.c as the report has it, the
 * user's flags. No runtime.
 */
#include "app/plain_program.h"

#include "base/file.h"
#include "exec/flags.h"
#include "report/report.h"

#include <stdlib.h>

#define SLACK (UINT64_C(64) << 20) /* address space of the libraries */

static int add_file(tp_plain_program *p, const char *name, const char *bytes,
                    size_t n, tp_exec_source how, tp_diag *diag) {
  tp_str path = {0};
  tp_file_join(&path, p->dir.at, name);
  VEC_PUSH(&p->paths, path);
  how.path = path.at;
  VEC_PUSH(&p->units, how);
  return tp_file_write(path.at, bytes, n, diag);
}

/* Where checks ask about local variables, whose they are must be seen. */
static const char *const frames[] = {"-fno-omit-frame-pointer", "-fno-inline",
                                     NULL};

/* The user's flags, then further ones. */
static const char *const *add_more(tp_plain_program *p,
                                   const char *const *flags,
                                   const char *const *more,
                                   const char *const *others) {
  tp_words all = {0};
  if (!more && !others)
    return flags;
  tp_words_add(&all, flags);
  tp_words_add(&all, more);
  tp_words_add(&all, others);
  VEC_PUSH(&all, NULL);
  VEC_PUSH(&p->flags, all);
  return all.at;
}

static int add_unit(tp_plain_program *p, const tp_project *s,
                    const tp_plain_text *text, uint32_t i, tp_diag *diag) {
  const tp_unit *u = &s->program->units.at[i];
  bool has_ranges = text->units && s->program->has_ranges;
  const char *dir = u->dir ? tp_names_text(s->program->names, u->dir) : NULL;
  tp_exec_source how = {
      .name = tp_names_text(s->program->names, u->path),
      .flags = add_more(p, u->flags.at, text->more, has_ranges ? frames : NULL),
      .dir = dir};
  tp_str name = {0}, out = {0};
  uint32_t size;
  const char *plain = tp_unit_written(u, &size);
  tp_str_addf(&name, "unit-%u.i", i);
  tp_str_add(&out, tp_project_prefix(s));
  if (text->units)
    tp_str_addn(&out, tp_str_text(&text->units[i]), text->units[i].n);
  else
    tp_str_addn(&out, plain, size);
  int rc = add_file(p, name.at, out.at, out.n, how, diag);
  tp_str_free(&name);
  tp_str_free(&out);
  return rc;
}

/* A sanitizer reserves terabytes of addresses. */
static void set_memory(tp_plain_program *p, const tp_project *s) {
  p->memory = s->options->run_memory ? s->options->run_memory + SLACK : 0;
  for (uint32_t i = 0; i + 1 < p->link_flags.n; i++)
    if (tp_text_starts(p->link_flags.at[i], "-fsanitize"))
      p->memory = 0;
}

/* Whether what was compiled with tp2ph will do. */
static bool is_ready(const tp_project *s) {
  tp_words code = {0};
  tp_exec_compile_flags(&code, s->link_flags.at);
  bool is_plain = !s->cc_words.at[1] && !code.n;
  VEC_FREE(&code);
  return is_plain;
}

/* What the user's flags say of the code as a whole (-m32, -fsanitize) holds for
 * the harness, too; a language standard does not. */
static int add_harness(tp_plain_program *p, const tp_project *s,
                       const tp_plain_text *text, tp_diag *diag) {
  tp_exec_source how = {.is_c = true, .flags = s->link_flags.at};
  tp_result r = {.program = s->program, .entry = s->options->entry};
  tp_str out = {0};
  int rc = 0;
  bool ready = is_ready(s);
  if (ready && !tp_report_replay_is_own(&r)) {
    VEC_PUSH(&p->link_flags,
             tp_file_join(&p->harness, s->runtime_dir.at, "tp2ph_replay.o"));
  } else {
    tp_report_replay(&r, &out);
    rc = add_file(p, "replay.c", out.at, out.n, how, diag);
  }
  if (ready && text->ready)
    VEC_PUSH(&p->link_flags,
             tp_file_join(&p->beside, s->runtime_dir.at, text->ready));
  else if (rc == 0 && text->beside)
    rc = add_file(p, "beside.c", text->beside, strlen(text->beside), how, diag);
  tp_str_free(&out);
  return rc;
}

/* Runs are made in other folders: its name must hold there. */
static void set_paths(tp_plain_program *p, const tp_project *s,
                      const char *name) {
  char *work = realpath(s->work_dir.at, NULL);
  tp_file_join(&p->dir, work ? work : s->work_dir.at, name);
  tp_file_join(&p->path, p->dir.at, "program");
  free(work);
}

/* Text that tells its decisions needs the recorder. */
static void add_link_flags(tp_plain_program *p, const tp_project *s,
                           const tp_plain_text *text) {
  const char *const *more = text->more;
  for (uint32_t i = 0; i + 1 < s->link_flags.n; i++)
    VEC_PUSH(&p->link_flags, s->link_flags.at[i]);
  for (; more && *more; more++)
    VEC_PUSH(&p->link_flags, *more);
  if (text->units && s->program->has_ranges) {
    tp_words_add(&p->link_flags, tp_exec_wrap_flags());
    VEC_PUSH(&p->link_flags, "-Wl,--wrap=strdup,--wrap=strndup");
  }
  if (text->units)
    VEC_PUSH(&p->link_flags, tp_file_join(&p->recorder, s->runtime_dir.at,
                                          "libtp2ph_record.a"));
  VEC_PUSH(&p->link_flags, NULL);
}

int tp_plain_program_begin(tp_plain_program *p, const tp_project *s,
                           const tp_plain_text *text, tp_diag *diag) {
  *p = (tp_plain_program){0};
  set_paths(p, s, text->name);
  int rc = tp_file_make_dirs(p->dir.at, diag);
  for (uint32_t i = 1; rc == 0 && i < s->program->units.n; i++)
    rc = add_unit(p, s, text, i, diag);
  if (rc == 0)
    rc = add_harness(p, s, text, diag);
  if (rc != 0)
    return rc;
  add_link_flags(p, s, text);
  set_memory(p, s);
  tp_exec_options opt = {.cc = s->cc_words.at[0],
                         .cc_words = s->cc_words.at + 1,
                         .work_dir = p->dir.at,
                         .link_flags = p->link_flags.at,
                         .build_jobs = 2};
  tp_exec_build_start(&p->building, &opt, p->units.at, p->units.n, p->path.at);
  return tp_plain_program_poll(p, 0, diag) < 0 ? -1 : 0;
}

int tp_plain_program_poll(tp_plain_program *p, int wait_ms, tp_diag *diag) {
  if (!p->building)
    return diag->status == TP_OK ? 0 : -1;
  int state = tp_exec_build_poll(p->building, wait_ms, diag);
  if (state <= 0) {
    tp_exec_build_free(p->building);
    p->building = NULL;
  }
  return state;
}

void tp_plain_program_let_go(tp_plain_program *p) {
  tp_exec_build_let_go(p->building);
  p->building = NULL;
  tp_plain_program_free(p);
}

void tp_plain_program_free(tp_plain_program *p) {
  tp_exec_build_free(p->building);
  for (uint32_t i = 0; i < p->paths.n; i++)
    tp_str_free(&p->paths.at[i]);
  VEC_FREE(&p->paths);
  VEC_FREE(&p->units);
  VEC_FREE(&p->link_flags);
  for (uint32_t i = 0; i < p->flags.n; i++)
    VEC_FREE(&p->flags.at[i]);
  VEC_FREE(&p->flags);
  tp_str_free(&p->recorder);
  tp_str_free(&p->harness);
  tp_str_free(&p->beside);
  tp_str_free(&p->dir);
  tp_str_free(&p->path);
}
