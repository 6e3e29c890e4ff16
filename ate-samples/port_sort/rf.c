/* SPDX-License-Identifier: MIT */
/* Receiver and transmitter; a weak one may still be grade B. */
#include "flow.h"

/* -1: finished, 0: grade A, 1: grade B. */
static int graded(int test) {
  int port = tf_run(test);
  if (port == PORT_PASS)
    return 0;
  if (port == PORT_GRADE_B || port == PORT_RETRY)
    return 1;
  take_bin(test, port == PORT_FAIL ? PORT_FAIL : PORT_ALARM);
  return -1;
}

static int transmitter(int *is_grade_b) {
  int port = tf_run(T_PA_POWER), grade;
  switch (port) {
  case PORT_PASS:
    break;
  case PORT_GRADE_B:
    *is_grade_b = 1;
    break;
  case PORT_RETRY:
    port = tf_run(T_PA_POWER);
    if (port == PORT_PASS)
      break;
    port = PORT_FAIL; /* fall through */
  default:
    take_bin(T_PA_POWER, port);
    return 0;
  }
  grade = graded(T_PA_ACLR);
  if (grade < 0)
    return 0;
  *is_grade_b |= grade;
  return 1;
}

int flow_rf(int *is_grade_b) {
  static const int receiver[] = {T_LNA_GAIN, T_LNA_NOISE, T_MIXER};
  int i, grade;
  for (i = 0; i < 3; i++) {
    grade = graded(receiver[i]);
    if (grade < 0)
      return 0;
    *is_grade_b |= grade;
  }
  if (tf_option("receiver_only"))
    goto rssi;
  if (!transmitter(is_grade_b))
    return 0;
rssi:
  grade = graded(T_RSSI);
  if (grade < 0)
    return 0;
  *is_grade_b |= grade;
  return 1;
}
