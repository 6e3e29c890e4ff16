/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small sets of what a finding rests on: see phase2/reason.h. */
#include "phase2/reason.h"

#include "phase2/nopath.h"

void tp_reason_add(tp_reason *r, uint32_t thing) {
  uint32_t i = 0;
  while (i < r->n && r->thing[i] > thing)
    i++;
  if (thing < r->below || (i < r->n && r->thing[i] == thing))
    return;
  if (r->n == TP_REASON_SIZE) {
    /* The lowest goes, be it the new one. */
    uint32_t lowest = i == r->n ? thing : r->thing[--r->n];
    r->below = lowest + 1;
    if (lowest == thing)
      return;
  }
  for (uint32_t k = r->n++; k > i; k--)
    r->thing[k] = r->thing[k - 1];
  r->thing[i] = thing;
}

void tp_reason_merge(tp_reason *r, const tp_reason *other) {
  if (other->below > r->below)
    r->below = other->below;
  r->is_unsure |= other->is_unsure;
  while (r->n && r->thing[r->n - 1] < r->below)
    r->n--;
  for (uint32_t i = 0; i < other->n; i++)
    tp_reason_add(r, other->thing[i]);
}

void tp_reason_cut(tp_reason *r, uint32_t thing) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < r->n; i++)
    if (r->thing[i] < thing)
      r->thing[kept++] = r->thing[i];
  r->n = kept;
  if (r->below > thing)
    r->below = thing;
}

uint32_t tp_reason_top(const tp_reason *r) {
  if (r->n)
    return r->thing[0];
  return r->below ? r->below - 1 : TP_NOPATH_ALWAYS;
}

bool tp_reason_is_exact(const tp_reason *r) {
  for (uint32_t i = 0; i < r->n; i++)
    if (r->thing[i] % 2 != 0)
      return false;
  return r->below == 0 && !r->is_unsure;
}
