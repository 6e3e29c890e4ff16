/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of rivals: see rival/rival.h. */
#include "rival/rival.h"

const tp_strategy *const tp_rivals[] = {&tp_rival_dfs_reach,
                                        &tp_rival_dfs,
                                        &tp_rival_cfg,
                                        &tp_rival_random_branch,
                                        &tp_rival_uniform_random,
                                        &tp_rival_random_input,
                                        &tp_rival_rcn,
                                        &tp_rival_rss,
                                        &tp_rival_rps,
                                        &tp_rival_dart,
                                        &tp_rival_generational,
                                        &tp_rival_context,
                                        &tp_rival_subpath,
                                        NULL};

const tp_strategy *tp_rival_find(const char *name) {
  for (const tp_strategy *const *s = tp_rivals; *s; s++)
    if (strcmp((*s)->name, name) == 0)
      return *s;
  return NULL;
}
