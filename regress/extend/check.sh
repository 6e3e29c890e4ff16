# SPDX-License-Identifier: GPL-3.0-or-later
# A check of its own: a test that violates it, and a proof where it can't be.
cat >p.c <<'C'
#include "tp2ph.h"
int main(void) {
  int x = tp2ph_input_int("x");
  int half = x >> 1;
  if (x < 0)
    return 1;
  return (x >> 2) + (int)((unsigned)half >> 3);
}
C
"$1" -q --check sign -o out p.c || [ $? = 1 ] # a finding
python3 - <<'P'
import json
checks = [(c["line"], c["kind"], c["verdict"]) for c in json.load(open("out/report.json"))["check"]]
assert checks == [(4, "sign", "violated"), (7, "sign", "safe")], checks
P
