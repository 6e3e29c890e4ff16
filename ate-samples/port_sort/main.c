/* SPDX-License-Identifier: MIT */
/* One die. Dies at the edge of the wafer are not worth testing. */
#include "flow.h"

static int is_at_edge(int x, int y) {
  return x * x + y * y > 324;
}

static int is_on_wafer(void) {
  int x = 0, y = 0;
  if (tf_wafer_map(&x, &y) == 0)
    return 1; /* no map: test everything */
  if (!is_at_edge(x, y))
    return 1;
  soft_bin = 90;
  hard_bin = 4;
  return 0;
}

int main(void) {
  int is_grade_b = 0;
  if (!is_on_wafer())
    return 0;
  if (!flow_dc())
    return 0;
  if (!flow_digital())
    return 0;
  if (!flow_clock())
    return 0;
  if (!flow_rf(&is_grade_b))
    return 0;
  if (!flow_analog(&is_grade_b))
    return 0;
  take_good_bin(is_grade_b);
  return 0;
}
