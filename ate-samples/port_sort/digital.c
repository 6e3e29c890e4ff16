/* SPDX-License-Identifier: MIT */
/* Scan, memories with repair, logic self test, clocks. */
#include "flow.h"

static int memories(void) {
  int port = tf_run(T_MBIST);
  switch (port) {
  case PORT_PASS:
    return 1;
  case PORT_GRADE_B: /* it can be repaired */
    port = tf_run(T_REPAIR);
    if (port == PORT_PASS || port == PORT_GRADE_B)
      goto again;
    take_bin(T_REPAIR, port < PORT_FAIL ? PORT_ALARM : PORT_FAIL);
    return 0;
  case PORT_RETRY:
    goto again;
  default:
    take_bin(T_MBIST, port);
    return 0;
  }
again:
  port = tf_run(T_MBIST);
  if (port == PORT_PASS)
    return 1;
  take_bin(T_MBIST, port >= PORT_PASS ? PORT_FAIL : port);
  return 0;
}

static int check(int test) {
  int port = tf_run(test);
  if (port == PORT_FAIL || port == PORT_ALARM)
    goto out;
  if (port == PORT_SYSTEM && test == T_SCAN)
    goto out;
  if (port == PORT_SYSTEM) { /* one more try */
    port = tf_run(test);
    if (port < PORT_PASS) {
      port = PORT_ALARM;
      goto out;
    }
  }
  return 1;
out:
  take_bin(test, port);
  return 0;
}

int flow_digital(void) {
  if (!check(T_SCAN))
    return 0;
  if (!memories())
    return 0;
  if (!check(T_ROM))
    return 0;
  if (tf_option("no_lbist"))
    return 1;
  return check(T_LBIST);
}

int flow_clock(void) {
  int port = tf_run(T_PLL_LOCK);
  if (port == PORT_RETRY)
    port = tf_run(T_PLL_LOCK);
  if (port < PORT_PASS) {
    take_bin(T_PLL_LOCK, port);
    return 0;
  }
  if (port != PORT_GRADE_B) {
    if (!check(T_PLL_RANGE))
      return 0;
  }
  return check(T_PLL_JITTER) && check(T_OSC);
}
