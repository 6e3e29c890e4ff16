/* SPDX-License-Identifier: MIT */
/* The converter, by three voltages. */
#include "prober.h"
#include "sort.h"

#define SAMPLES 4

static double average(const char *test, int pin) {
  double sum = 0;
  int i;
  for (i = 0; i < SAMPLES; i++)
    sum += pr_voltage(test, pin);
  return sum / SAMPLES;
}

int test_adc(void) {
  double zero = pr_voltage("adc zero", 20);
  double full = pr_voltage("adc full", 20);
  double noise;
  die.offset = zero;
  if (!(zero >= -0.01 && zero <= 0.01))
    return SB_ADC_OFFSET;
  if (!(full >= 2.45 && full <= 2.55))
    return SB_ADC_GAIN;
  noise = average("adc noise", 21);
  if (!(noise <= 0.003))
    return SB_ADC_NOISE;
  return 0;
}
