/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tp2ph ir: what each function does, as text; nothing is run. */
#include "app/app.h"
#include "app/print.h"
#include "app/project.h"

int tp_app_ir(const tp_options *options, tp_diag *diag) {
  tp_project project;
  tp_str text = {0};
  tp_project_init(&project, options);
  int rc = tp_project_load(&project, diag);
  if (rc == 0) {
    tp_ir_print(project.ir, &text);
    rc = tp_print(tp_str_text(&text), diag);
  }
  tp_str_free(&text);
  tp_project_free(&project);
  return rc;
}
