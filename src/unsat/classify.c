/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classification of the last branches of all cores, core by core. */
#include "unsat/classify.h"

#include "base/map.h"

#include <stdlib.h>

/* Whether the core can be read as a set of branches. */
static bool is_stable(const tp_unsat *db, const tp_unsat_step *steps,
                      uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (tp_unsat_known(db, steps[i].branch) != steps[i].pred)
      return false;
  return n > 0;
}

tp_class tp_unsat_class(const tp_unsat *db, tp_core id, tp_closure *closure,
                        tp_gnode m) {
  uint32_t n, trimmed = tp_unsat_trim(db, id);
  const tp_unsat_step *steps = tp_unsat_core(db, id, &n);
  if (!is_stable(db, steps, n) || trimmed == n)
    return TP_CLASS_NONE;
  if (trimmed + 1 == n)
    return TP_CLASS_UNREACHABLE; /* lemma 4.2.1 */
  tp_branch last = steps[n - 1].branch;
  for (uint32_t i = trimmed; i < n; i++)
    if (!tp_closure_reaches_branch(closure, m, steps[i].branch))
      return tp_closure_reaches_branch(closure, m, last)
                 ? TP_CLASS_REACHABLE /* lemma 4.2.2 */
                 : TP_CLASS_NONE;
  return TP_CLASS_POSSIBLE; /* lemma 4.2.3 */
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return x < y ? -1 : x > y;
}

static void sort(tp_vec_u32 *v) {
  if (v->n)
    qsort(v->at, v->n, sizeof *v->at, ascending);
}

static void list_branch(tp_classes *out, tp_branch b, tp_class class,
                        const tp_bits *open) {
  bool is_target = !open || tp_bits_has(open, b);
  if (class == TP_CLASS_UNREACHABLE)
    VEC_PUSH(&out->unreachable, b);
  else if (class == TP_CLASS_POSSIBLE && is_target)
    VEC_PUSH(&out->possible, b);
  else if (class == TP_CLASS_REACHABLE && is_target)
    VEC_PUSH(&out->reachable, b);
}

void tp_unsat_classify(tp_classes *out, const tp_unsat *db, tp_closure *closure,
                       tp_gnode m, const tp_bits *open) {
  tp_map class_of = {0};
  tp_vec_u32 last = {0};
  VEC_CLEAR(&out->unreachable);
  VEC_CLEAR(&out->possible);
  VEC_CLEAR(&out->reachable);
  for (tp_core id = 0; id < tp_unsat_n(db); id++) {
    uint32_t n;
    const tp_unsat_step *steps = tp_unsat_core(db, id, &n);
    if (n == 0)
      continue;
    tp_branch b = steps[n - 1].branch;
    bool is_new;
    uint32_t *class = tp_map_put(&class_of, b, &is_new);
    uint32_t found = (uint32_t)tp_unsat_class(db, id, closure, m);
    if (is_new)
      VEC_PUSH(&last, b);
    if (found > *class)
      *class = found;
  }
  sort(&last);
  for (uint32_t i = 0; i < last.n; i++)
    list_branch(out, last.at[i], (tp_class)*tp_map_get(&class_of, last.at[i]),
                open);
  VEC_FREE(&last);
  tp_map_free(&class_of);
}

void tp_classes_free(tp_classes *c) {
  VEC_FREE(&c->unreachable);
  VEC_FREE(&c->possible);
  VEC_FREE(&c->reachable);
}
