/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sandbox.h"

#include <stdlib.h>

void tp_sandbox_keep(tp_sandbox *s, const char *file) {
  tp_str folder = {0};
  const char *slash = strrchr(file, '/');
  tp_str_addn(&folder, slash ? file : ".", slash ? (size_t)(slash - file) : 1);
  char *path = realpath(folder.n ? folder.at : "/", NULL);
  tp_str_free(&folder);
  if (!path)
    return;
  if (s->folders.n)
    s->folders.n--; /* the NULL */
  VEC_PUSH(&s->folders, path);
  VEC_PUSH(&s->folders, NULL);
  s->keep = (const char *const *)s->folders.at;
}

void tp_sandbox_choose(tp_sandbox *s, const tp_options *options,
                       const tp_program *p) {
  bool is_on = strcmp(options->sandbox, "on") == 0;
  s->kind = is_on ? tp_world_probe(&s->why) : TP_WORLD_OPEN;
  for (uint32_t i = 1; i < p->units.n; i++)
    tp_sandbox_keep(s, tp_names_text(p->names, p->units.at[i].path));
}

void tp_sandbox_free(tp_sandbox *s) {
  for (uint32_t i = 0; i < s->folders.n; i++)
    free(s->folders.at[i]);
  VEC_FREE(&s->folders);
  tp_str_free(&s->why);
}
