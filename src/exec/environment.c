/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a program under test finds in its environment: nothing of the user's
 * but the place of his libraries. */
#include "exec/environment.h"

#include <stdlib.h>

static const char *const fixed[] = {
    "PATH=/usr/local/bin:/usr/bin:/bin",
    "LC_ALL=C",
    "TZ=UTC0",
    "ASAN_OPTIONS=abort_on_error=1:detect_leaks=0:handle_segv=0:"
    "handle_sigbus=0:handle_sigfpe=0:handle_sigill=0:handle_abort=0:"
    "detect_stack_use_after_return=0",
    "UBSAN_OPTIONS=halt_on_error=1:abort_on_error=1",
    NULL};

const char *const *tp_exec_fixed_environment(void) {
  return fixed;
}

void tp_exec_environment(tp_words *out, tp_str *libraries) {
  const char *path = getenv("LD_LIBRARY_PATH");
  for (const char *const *word = fixed; *word; word++)
    VEC_PUSH(out, *word);
  if (!path)
    return;
  VEC_CLEAR(libraries);
  tp_str_addf(libraries, "LD_LIBRARY_PATH=%s", path);
  VEC_PUSH(out, libraries->at);
}
