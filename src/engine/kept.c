/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ring of runs: see engine/kept.h. */
#include "engine/kept.h"

#include "base/limits.h"

static void drop_path(tp_kept_run *run) {
  if (run->path.n > TP_LIMIT_KEPT_STEPS)
    VEC_FREE(&run->path);
  VEC_CLEAR(&run->path);
}

void tp_kept_add(tp_kept *k, const tp_path *path, const tp_decoder *d) {
  if (k->at[k->newest].path.n > TP_LIMIT_KEPT_STEPS)
    drop_path(&k->at[k->newest]);
  k->newest = (k->newest + 1) % TP_LIMIT_KEPT_RUNS;
  tp_kept_run *run = &k->at[k->newest];
  drop_path(run);
  VEC_RESIZE(&run->path, path->n);
  if (path->n)
    memcpy(run->path.at, path->at, path->n * sizeof *path->at);
  VEC_CLEAR(&run->reads);
  for (uint32_t i = 0; i < d->reads.n; i++)
    VEC_PUSH(&run->reads, d->reads.at[i]);
}

uint32_t tp_kept_find(const tp_kept *k, const tp_path *path, uint32_t at) {
  for (uint32_t i = 0; i < TP_LIMIT_KEPT_RUNS; i++) {
    uint32_t place = (k->newest + TP_LIMIT_KEPT_RUNS - i) % TP_LIMIT_KEPT_RUNS;
    const tp_path *run = &k->at[place].path;
    if (run->n > at && memcmp(run->at, path->at, at * sizeof *run->at) == 0)
      return place;
  }
  return TP_KEPT_NONE;
}

void tp_kept_clear(tp_kept *k) {
  for (uint32_t i = 0; i < TP_LIMIT_KEPT_RUNS; i++)
    VEC_CLEAR(&k->at[i].path);
}

void tp_kept_free(tp_kept *k) {
  for (uint32_t i = 0; i < TP_LIMIT_KEPT_RUNS; i++) {
    VEC_FREE(&k->at[i].path);
    VEC_FREE(&k->at[i].reads);
  }
}
