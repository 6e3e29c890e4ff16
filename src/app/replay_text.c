/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values are those of the testcase file; what they are is what report.json
 * says of them, as far as the program still has it. */
#include "app/replay_text.h"

#include "program/place.h"
#include "report/report.h"

static tp_scalar scalar_named(const char *type) {
  static const struct {
    const char *word;
    tp_scalar scalar;
  } words[] = {{"float", TP_SCALAR_F32}, {"double", TP_SCALAR_F64},
               {"ool", TP_SCALAR_BOOL},  {"char", TP_SCALAR_I8},
               {"short", TP_SCALAR_I16}, {"long", TP_SCALAR_I64}};
  bool is_unsigned = strstr(type, "unsigned") != NULL;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (strstr(type, words[i].word))
      return words[i].scalar + (is_unsigned ? 1u : 0u);
  return is_unsigned ? TP_SCALAR_U32 : TP_SCALAR_I32;
}

/* The call that delivers an input of that name; 0: the program has none. */
static uint32_t site_of(const tp_program *p, const tp_replay_input *in) {
  for (uint32_t i = 1; i < p->sites.n; i++) {
    const tp_site *s = &p->sites.at[i];
    const char *name = s->is_input ? tp_site_name(p, s) : NULL;
    if (name && in->name && strcmp(name, in->name) == 0 &&
        (s->is_delivery ||
         (s->line == in->line && in->file &&
          strcmp(tp_names_text(p->names, s->file), in->file) == 0)))
      return i;
  }
  return 0;
}

/* What the tester sets before main is asked for by nobody. */
static uint32_t call_of(const tp_program *p, uint32_t site) {
  const tp_site *s = &p->sites.at[site];
  return s->is_delivery && !p->funcs.at[s->caller].is_tester ? site : 0;
}

static tp_result_input input_of(const tp_replayed_run *run, uint32_t i,
                                uint64_t bits) {
  const tp_replay_test *t = run->test;
  if (!t || i >= t->reads.n || t->reads.at[i].input >= run->report->input.n)
    return (tp_result_input){.type = TP_SCALAR_I64, .bits = bits};
  const tp_replay_read *read = &t->reads.at[i];
  const tp_replay_input *in = &run->report->input.at[read->input];
  uint32_t site = site_of(run->program, in);
  return (tp_result_input){.type = (uint8_t)scalar_named(in->type),
                           .bits = bits,
                           .name = in->name,
                           .file = in->file,
                           .line = in->line,
                           .object = read->object,
                           .offset = read->offset,
                           .site = site,
                           .call = site ? call_of(run->program, site) : 0};
}

static tp_result_test end_of(tp_plain_end end) {
  static const uint8_t kinds[] = {[TP_PLAIN_EXIT] = TP_ENDED_EXIT,
                                  [TP_PLAIN_SIGNAL] = TP_ENDED_SIGNAL,
                                  [TP_PLAIN_TIMEOUT] = TP_ENDED_TIMEOUT,
                                  [TP_PLAIN_INPUTS] = TP_ENDED_INPUTS,
                                  [TP_PLAIN_LOST] = TP_ENDED_MEMORY};
  return (tp_result_test){.end = kinds[end.how], .code = end.code};
}

int tp_replay_text(const tp_replayed_run *run, tp_str *out, tp_diag *diag) {
  tp_result r = {.program = run->program};
  tp_row row = {0};
  if (tp_testcase_read(&row, NULL, run->path, diag) != 0)
    return -1;
  tp_result_test test = end_of(run->end);
  for (uint32_t i = 0; i < row.n; i++)
    VEC_PUSH(&r.inputs, input_of(run, i, row.at[i]));
  for (uint32_t i = 0; i < run->taken->n; i++)
    VEC_PUSH(&r.taken, run->taken->at[i]);
  for (uint32_t i = 0; i < run->story->n; i++)
    VEC_PUSH(&r.story, run->story->at[i]);
  test.n_inputs = r.inputs.n;
  test.n_taken = r.taken.n;
  test.n_story = r.story.n;
  VEC_PUSH(&r.tests, test);
  tp_report_story(&r, 1, out);
  tp_result_free(&r);
  VEC_FREE(&row);
  return 0;
}
