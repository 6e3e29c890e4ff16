# SPDX-License-Identifier: GPL-3.0-or-later
# tp2ph_input_size delivers an input: in runs, in the plain program, in the harness.
cat >p.c <<'C'
#include "tp2ph.h"
int main(void) {
  if (tp2ph_input_size("n") == 123456789012345ul)
    return 1;
  return 0;
}
C
"$1" -q -o out p.c
sh out/harness/run.sh
