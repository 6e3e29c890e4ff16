/* SPDX-License-Identifier: GPL-3.0-or-later */
/* build/harness: writes the replay.c of programs that need nothing of their own
 * in it. It is compiled when tp2ph is: all their plain programs have it. */
#include "report/report.h"

#include <stdio.h>

int main(void) {
  static const tp_program nothing;
  tp_result r = {.program = &nothing, .entry = "main"};
  tp_str text = {0};
  tp_report_replay(&r, &text);
  bool ok = fputs(text.at, stdout) >= 0 && fflush(stdout) == 0;
  tp_str_free(&text);
  return ok ? 0 : 1;
}
