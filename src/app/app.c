/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which command; --help and --version. */
#include "app/app.h"

#include "app/print.h"
#include "smt/smt.h"

static int print_version(tp_diag *diag) {
  tp_str text = {0};
  tp_str_addf(&text,
              "tp2ph %s\nsolver: %s\nparser: tree-sitter 0.25.2, C "
              "grammar 0.24.1\n"
              "licence: GPL-3.0-or-later; what it writes and links to your "
              "programs: MIT (see NOTICE)\n",
              TP2PH_VERSION, tp_smt_version());
  int rc = tp_print(tp_str_text(&text), diag);
  tp_str_free(&text);
  return rc;
}

static int print_help(tp_command command, tp_diag *diag) {
  tp_str text = {0};
  tp_options_help(command, &text);
  int rc = tp_print(tp_str_text(&text), diag);
  tp_str_free(&text);
  return rc;
}

void tp_app_run(const tp_options *options, tp_diag *diag) {
  if (options->help)
    print_help(options->command, diag);
  else if (options->version)
    print_version(diag);
  else if (options->command == TP_COMMAND_GRAPH)
    tp_app_graph(options, diag);
  else if (options->command == TP_COMMAND_IR)
    tp_app_ir(options, diag);
  else if (options->command == TP_COMMAND_REPLAY)
    tp_app_replay(options, diag);
  else if (options->command == TP_COMMAND_BATCH)
    tp_app_batch(options, diag);
  else if (options->command == TP_COMMAND_DOCTOR)
    tp_app_doctor(options, diag);
  else if (options->command == TP_COMMAND_MERGE)
    tp_app_merge(options, diag);
  else if (options->command == TP_COMMAND_CHECK_PROOFS)
    tp_app_check_proofs(options, diag);
  else if (options->command == TP_COMMAND_GEN)
    tp_app_gen(options, diag);
  else if (options->command == TP_COMMAND_DIFF)
    tp_app_diff(options, diag);
  else if (options->command == TP_COMMAND_INPUTS)
    tp_app_inputs(options, diag);
  else if (options->command == TP_COMMAND_ACCEPT)
    tp_app_accept(options, diag);
  else if (options->command == TP_COMMAND_UNIT)
    tp_app_unit(options, diag);
  else
    tp_app_generate(options, diag);
}
