/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/kept.h - the last runs, each with its path and the values it read.
 *
 * Who turns a path wants the values of the run that took it: all conditions
 * before the turned one hold with them. Paths don't know their run, so it is
 * found by its steps.
 */
#ifndef TP_ENGINE_KEPT_H
#define TP_ENGINE_KEPT_H

#include "base/limits.h"
#include "engine/decode.h"
#include "search/oracle.h"

#define TP_KEPT_NONE UINT32_MAX

typedef struct tp_kept_run {
  tp_path path;
  VEC(tp_read) reads;
} tp_kept_run;

typedef struct tp_kept {
  tp_kept_run at[TP_LIMIT_KEPT_RUNS];
  uint32_t newest; /* its place */
} tp_kept;

void tp_kept_add(tp_kept *k, const tp_path *path, const tp_decoder *d);
/* The place of the newest run that took path[0 .. at-1]. */
uint32_t tp_kept_find(const tp_kept *k, const tp_path *path, uint32_t at);
/* Predicates have lost their meaning. */
void tp_kept_clear(tp_kept *k);
void tp_kept_free(tp_kept *k);

#endif
