/* SPDX-License-Identifier: MIT */
/* Opens, shorts, supply, leakage. */
#include "flow.h"

#define POWER_UP_TRIES 2

/* A test that passes or not: whether the flow goes on. */
static int simple(int test) {
  int port = tf_run(test);
  if (port >= PORT_PASS)
    return 1;
  take_bin(test, port == PORT_SYSTEM ? PORT_ALARM : port);
  return 0;
}

static int power_up(void) {
  int i, port = PORT_FAIL;
  for (i = 0; i < POWER_UP_TRIES; i++) {
    port = tf_run(T_POWER_UP);
    if (port != PORT_RETRY)
      break;
  }
  switch (port) {
  case PORT_PASS:
  case PORT_GRADE_B:
    return 1;
  case PORT_RETRY: /* once too often */
    take_bin(T_POWER_UP, PORT_FAIL);
    return 0;
  default:
    take_bin(T_POWER_UP, port);
    return 0;
  }
}

int flow_dc(void) {
  if (!simple(T_OPENS) || !simple(T_SHORTS))
    return 0;
  if (!power_up())
    return 0;
  if (!simple(T_IDDQ))
    return 0;
  if (tf_option("skip_leakage"))
    return 1;
  return simple(T_LEAK_IN) && simple(T_LEAK_OUT);
}
