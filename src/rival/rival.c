/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of rivals: see rival/rival.h. */
#include "rival/rival.h"

#define DEFINED(id, name) \
  const tp_strategy tp_rival_##id = {name, tp_rival_search_##id};
TP_RIVALS(DEFINED)

#define LISTED(id, name) &tp_rival_##id,
const tp_strategy *const tp_rivals[] = {TP_RIVALS(LISTED) NULL};

const tp_strategy *tp_rival_find(const char *name) {
  for (const tp_strategy *const *s = tp_rivals; *s; s++)
    if (strcmp((*s)->name, name) == 0)
      return *s;
  return NULL;
}
