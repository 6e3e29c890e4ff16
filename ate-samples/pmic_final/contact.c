/* SPDX-License-Identifier: MIT */
/* Contact, supply current. */
#include "pmic.h"
#include "tester.h"

#define CONTACT_TRIES 3
#define VIN_TYP 3.6

static const double diode_low = -0.9, diode_high = -0.2;

/* Contacts are tried again: handlers need a second chance. */
int test_contact(part *p) {
  int i;
  tester_status status = TS_OK;
  for (i = 0; i < CONTACT_TRIES; i++) {
    status = ts_connect(p->site, 100);
    if (status == TS_OK)
      break;
    ts_wait(500);
  }
  if (status == TS_ALARM)
    return BIN_ALARM;
  if (status == TS_CLAMP)
    return BIN_SHORT;
  double diode = ts_volt(p->site, 110, PIN_INT);
  if (!(diode >= diode_low && diode <= diode_high))
    return BIN_CONTACT;
  return 0;
}

static double quiescent_limit(void) {
  return is_hot() ? 120e-6 : 80e-6;
}

int test_current(part *p) {
  double shutdown;
  p->vin = VIN_TYP;
  ts_force(p->site, PIN_VIN, 0);
  shutdown = ts_ampere(p->site, 120, PIN_VIN);
  if (!(shutdown <= 2e-6))
    return BIN_SHUTDOWN;
  ts_force(p->site, PIN_VIN, p->vin);
  ts_wait(1000);
  p->quiescent = ts_ampere(p->site, 121, PIN_VIN);
  if (!(p->quiescent >= 0 && p->quiescent <= quiescent_limit()))
    return BIN_QUIESCENT;
  return 0;
}
