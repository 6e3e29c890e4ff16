/* SPDX-License-Identifier: MIT */
/* Converters, the temperature sensor, and what is written into the die. */
#include "flow.h"

static int converters(int *is_grade_b) {
  static const int tests[] = {T_ADC_SNR, T_ADC_INL, T_DAC};
  int i, port;
  for (i = 0; i < 3; i++) {
    port = tf_run(tests[i]);
    if (port < PORT_PASS) {
      take_bin(tests[i], port == PORT_SYSTEM ? PORT_ALARM : port);
      return 0;
    }
    if (port == PORT_GRADE_B)
      *is_grade_b = 1;
  }
  return 1;
}

int flow_analog(int *is_grade_b) {
  int port;
  if (!converters(is_grade_b))
    return 0;
  port = tf_run(T_TEMP_SENSOR);
  if (port < PORT_PASS) {
    take_bin(T_TEMP_SENSOR, port < PORT_FAIL ? PORT_ALARM : PORT_FAIL);
    return 0;
  }
  port = tf_run(T_TRIM_WRITE);
  if (port == PORT_PASS || port == PORT_GRADE_B)
    return 1;
  take_bin(T_TRIM_WRITE, port == PORT_RETRY ? PORT_FAIL : port);
  return 0;
}
