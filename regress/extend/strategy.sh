# SPDX-License-Identifier: GPL-3.0-or-later
# --strategy first is known, and covers what can be covered.
cat >p.c <<'C'
#include "tp2ph.h"
int main(void) {
  int a = tp2ph_input_int("a"), b = tp2ph_input_int("b");
  if (a > 10 && b == a + 7)
    return 1;
  return a == 3;
}
C
"$1" --strategy first -q -o out p.c
grep -q '"strategy": "first"' out/report.json
"$1" --help | grep -q 'first'
