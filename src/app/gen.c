/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph gen: a generated tester program, to a file or to stdout. */
#include "app/app.h"
#include "app/print.h"
#include "base/file.h"
#include "gen/gen.h"

int tp_app_gen(const tp_options *o, tp_diag *diag) {
  tp_gen_options opt = {.conditions = o->conditions,
                        .seed = o->seed,
                        .dead = o->dead,
                        .doubles = o->doubles,
                        .status = o->status_codes,
                        .overwrite = o->overwrite,
                        .exits = o->exits};
  tp_str text = {0};
  bool is_crossed = strcmp(o->shape, "crossed") == 0;
  if (!opt.conditions)
    return tp_diag_set(diag, TP_USAGE,
                       "gen needs --conditions N: how large the program is");
  if (is_crossed && (opt.status || opt.overwrite))
    return tp_diag_set(diag, TP_USAGE,
                       "--shape crossed has neither --status nor --overwrite");
  if (is_crossed)
    tp_gen_crossed(&opt, &text);
  else
    tp_gen_program(&opt, &text);
  int rc = o->program ? tp_file_write(o->program, text.at, text.n, diag)
                      : tp_print(tp_str_text(&text), diag);
  tp_str_free(&text);
  return rc;
}
