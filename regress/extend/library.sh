# SPDX-License-Identifier: GPL-3.0-or-later
# nextafter is followed: branches behind it are found, and proved.
cat >p.c <<'C'
#include "tp2ph.h"
#include <math.h>
int main(void) {
  double x = tp2ph_input_double("x"), y = tp2ph_input_double("y");
  float f = tp2ph_input_float("f");
  if (nextafter(x, 2.0) > 1.0 && x <= 1.0) /* x is 1 */
    return 1;
  if (nextafter(x, y) == x && x != y) /* never */
    return 2;
  if (nextafterf(0.0f, f) == f && f < 0) /* the smallest number */
    return 3;
  return 0;
}
C
"$1" -q -o out p.c -- -lm
python3 - <<'P'
import json
b = json.load(open("out/report.json"))["branches"]
assert b == {**b, "total": 12, "covered": 11, "infeasible": 1}, b
P
