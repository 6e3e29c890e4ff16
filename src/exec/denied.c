/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the sandbox denied to a run: the runtime's list of calls and addresses,
 * as names and lines. The innermost line of the user's is where the call is.
 */
#include "exec/internal.h"

#include <asm/unistd.h>

#define CALL(name) {__NR_##name, #name},
#ifdef __x86_64__
#define OLD CALL
#else
#define OLD(name)
#endif
static const struct {
  uint32_t number;
  const char *name;
} calls[] = {
#include "wire/denied.def"
};

static const char *name_of(uint32_t number) {
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    if (calls[i].number == number)
      return calls[i].name;
  return NULL;
}

/* Where that stack is; line 0: not known. */
static void find_place(tp_exec *exec, const tp_area_denied *at,
                       tp_exec_place *out) {
  tp_exec_places stack = {0};
  tp_exec_find_places(exec, at->frames, at->n_frames, &stack);
  if (stack.n) {
    *out = stack.at[0];
    stack.at[0].file = (tp_str){0};
  }
  tp_exec_places_free(&stack);
}

static bool is_at(const tp_exec_denied *d, const char *name,
                  const tp_exec_place *place) {
  return d->call == name && d->place.line == place->line &&
         strcmp(tp_str_text(&d->place.file), tp_str_text(&place->file)) == 0;
}

static void add(tp_exec *exec, const tp_area_denied *row,
                tp_exec_denials *out) {
  tp_exec_denied one = {.call = name_of(row->call), .count = row->count};
  if (!one.call)
    return; /* the run has overwritten it */
  find_place(exec, row, &one.place);
  for (uint32_t i = 0; i < out->n; i++)
    if (is_at(&out->at[i], one.call, &one.place)) {
      out->at[i].count += one.count;
      tp_str_free(&one.place.file);
      return;
    }
  VEC_PUSH(out, one);
}

void tp_exec_observe(tp_exec *exec, const tp_wire_input *inputs, uint32_t n,
                     tp_exec_denials *out) {
  tp_area_denied rows[TP_AREA_MAX_DENIED];
  tp_diag diag = {0};
  tp_exec_run run;
  tp_exec_give(exec, &(tp_exec_reads){n, n, false});
  if (tp_exec_go(exec, inputs, n, 0, &run, &diag) == 0 && run.is_alone &&
      tp_exec_again(exec, TP_NOTE_DENIED, &run)) {
    uint32_t count = tp_space_denied(&exec->space, rows);
    for (uint32_t i = 0; i < count; i++)
      add(exec, &rows[i], out);
  }
  tp_diag_free(&diag);
}

void tp_exec_denials_free(tp_exec_denials *denials) {
  for (uint32_t i = 0; i < denials->n; i++)
    tp_str_free(&denials->at[i].place.file);
  VEC_FREE(denials);
}
