/* SPDX-License-Identifier: MIT */
/* Contact, leakage and supply currents. */
#include "prober.h"
#include "sort.h"

#define PINS 6
#define FIRST_PIN 4

/* A diode to each rail: its forward voltage. */
static int contact_of(int pin) {
  double v = pr_voltage("contact", pin);
  if (v > -0.2)
    return SB_SHORT;
  if (!(v > -0.95))
    return SB_OPEN;
  return 0;
}

int test_contact(void) {
  int pin, bin;
  for (pin = FIRST_PIN; pin < FIRST_PIN + PINS; pin++) {
    bin = contact_of(pin);
    if (bin)
      return bin;
  }
  return 0;
}

int test_leakage(void) {
  double low = pr_current("leakage low", FIRST_PIN, 1);
  double high = pr_current("leakage high", FIRST_PIN, 1);
  double limit = die.is_hot ? 2e-6 : 0.5e-6;
  if (!(low >= -limit && low <= limit))
    return SB_LEAK_LOW;
  if (!(high >= -limit && high <= limit))
    return SB_LEAK_HIGH;
  return 0;
}

static int range_of(double current) {
  if (current < 1e-6)
    return 0;
  if (current < 1e-3)
    return 1;
  return 2;
}

int test_power(void) {
  double standby, active;
  double probe = pr_current("power short", 0, 2);
  if (!(probe < 0.2))
    return SB_POWER_SHORT;
  standby = pr_current("idd standby", 0, range_of(probe));
  if (!(standby <= (die.is_hot ? 80e-6 : 12e-6)))
    return SB_IDD_STANDBY;
  active = pr_current("idd active", 0, 2);
  if (!(active >= 1e-3 && active <= 25e-3))
    return SB_IDD_ACTIVE;
  return 0;
}
