/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From addresses to lines: the run is made once more with handlers that note
 * the call stack; addr2line (it comes with the assembler and the linker) reads
 * the lines that the compiler left in the program. The first frame that has a
 * line is the user's: the runtime is built without lines. */
#include "exec/internal.h"

#include "base/proc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

static int run_addr2line(tp_proc_result *out, const tp_exec *exec,
                         const uint64_t *at, uint32_t n) {
  tp_diag diag = {0};
  const char *argv[TP_AREA_MAX_FRAMES + 5] = {"addr2line", "-f", "-e",
                                              exec->program.at};
  tp_str address[TP_AREA_MAX_FRAMES] = {{0}};
  for (uint32_t i = 0; i < n; i++) {
    tp_str_addf(&address[i], "0x%" PRIx64, at[i]);
    argv[4 + i] = address[i].at;
  }
  tp_proc_limits limits = {.seconds = 20};
  int rc = n ? tp_proc_run(out, argv, NULL, NULL, &limits, &diag) : -1;
  if (rc == 0 && (out->signal || out->timed_out || out->exit_code != 0))
    rc = -1;
  for (uint32_t i = 0; i < n; i++)
    tp_str_free(&address[i]);
  tp_diag_free(&diag);
  return rc;
}

/* As the user named it: relative names are completed by addr2line with the
 * folder that the unit was compiled in, which mostly is ours. */
static void shorten(tp_str *file) {
  char *here = getcwd(NULL, 0);
  size_t n = here ? strlen(here) : 0;
  if (n && file->n > n + 1 && strncmp(file->at, here, n) == 0 &&
      file->at[n] == '/') {
    memmove(file->at, file->at + n + 1, file->n - n);
    file->n -= (uint32_t)n + 1;
  }
  free(here);
}

/* Two lines for each frame: the function, then file:line. */
static void read_places(const char *text, tp_exec_places *out) {
  while (*text) {
    const char *place = strchr(text, '\n');
    const char *end = place ? strchr(place + 1, '\n') : NULL;
    if (!end)
      return;
    bool is_runtime = tp_text_starts(text, "__tp2ph_");
    const char *colon = end;
    while (colon > place && *colon != ':')
      colon--;
    long number = colon > place ? strtol(colon + 1, NULL, 10) : 0;
    if (!is_runtime && number > 0) {
      tp_exec_place found = {.line = (uint32_t)number};
      tp_str_addn(&found.file, place + 1, (size_t)(colon - place - 1));
      shorten(&found.file);
      VEC_PUSH(out, found);
    }
    text = end + 1;
  }
}

/* What addr2line says of a stack; runs that end at the same place are many, and
 * a process for each is slow. */
static const char *lines_of(tp_exec *exec, const uint64_t *at, uint32_t n) {
  tp_located *l = &exec->located;
  tp_str key = {0};
  if (!l->stacks)
    l->stacks = tp_names_new();
  for (uint32_t i = 0; i < n; i++)
    tp_str_addf(&key, "%" PRIx64 " ", at[i]);
  tp_name id = key.n ? tp_names_id(l->stacks, key.at, key.n) : 0;
  tp_str_free(&key);
  if (!id)
    return "";
  if (id >= l->lines.n)
    VEC_RESIZE(&l->lines, id + 1);
  if (!l->lines.at[id]) {
    tp_proc_result result = {0};
    bool is_read = run_addr2line(&result, exec, at, n) == 0;
    l->lines.at[id] = tp_strdup(is_read ? tp_str_text(&result.out) : "");
    tp_proc_result_free(&result);
  }
  return l->lines.at[id];
}

void tp_located_free(tp_located *l) {
  for (uint32_t i = 0; i < l->lines.n; i++)
    tp_free(l->lines.at[i]);
  VEC_FREE(&l->lines);
  tp_names_free(l->stacks);
}

void tp_exec_find_places(tp_exec *exec, const uint64_t *at, uint32_t n,
                         tp_exec_places *out) {
  uint64_t copy[TP_AREA_MAX_FRAMES]; /* `at` may be the program's to change */
  if (n > TP_AREA_MAX_FRAMES)
    n = TP_AREA_MAX_FRAMES;
  memcpy(copy, at, n * sizeof *copy);
  read_places(lines_of(exec, copy, n), out);
}

void tp_exec_locate(tp_exec *exec, tp_exec_places *out, bool *is_waiting) {
  tp_exec_run again;
  *is_waiting = false;
  if (!tp_exec_again(exec, TP_NOTE_END, &again))
    return;
  *is_waiting = again.is_waiting;
  const tp_area *area = exec->space.area;
  tp_exec_find_places(exec, area->frames, TP_READ_ONCE(area->n_frames), out);
}

void tp_exec_places_free(tp_exec_places *places) {
  for (uint32_t i = 0; i < places->n; i++)
    tp_str_free(&places->at[i].file);
  VEC_FREE(places);
}
