/* SPDX-License-Identifier: MIT */
/* Bucks and linear regulators. */
#include "pmic.h"
#include "tester.h"

typedef struct limits {
  double low, high;
} limits;

static const limits buck_limits[2] = {{1.164, 1.236}, {1.746, 1.854}};
static const int buck_bins[2][2] = {{BIN_BUCK1_LOW, BIN_BUCK1_HIGH},
                                    {BIN_BUCK2_LOW, BIN_BUCK2_HIGH}};
static const limits ldo_limits[3] = {{2.744, 2.856}, {3.234, 3.366}, {1.47, 1.53}};

/* Which limit the value violates: -1 low, 1 high, 0 none. A NaN is low. */
static int compare(double value, limits l) {
  if (!(value >= l.low))
    return -1;
  if (value > l.high)
    return 1;
  return 0;
}

static int test_buck(part *p, int n) {
  double value = ts_volt(p->site, 200 + n, PIN_BUCK1 + n);
  int where = compare(value, buck_limits[n]);
  p->buck[n] = value;
  if (where != 0)
    return buck_bins[n][where > 0];
  return 0;
}

/* With load the voltage falls, but not by more than 2 percent. */
static int test_load(part *p, int n) {
  double loaded = ts_volt(p->site, 210 + n, PIN_BUCK1 + n);
  double least = buck_limits[n].low * 0.98;
  if (!(loaded >= least))
    return BIN_BUCK_LOAD;
  return 0;
}

static int test_ripple(part *p) {
  double low = ts_volt(p->site, 220, PIN_BUCK1);
  double high = ts_volt(p->site, 221, PIN_BUCK1);
  if (low > high)
    return BIN_BUCK_RIPPLE;
  return 0;
}

int test_bucks(part *p) {
  int n, bin;
  for (n = 0; n < 2; n++) {
    bin = test_buck(p, n);
    if (bin)
      return bin;
  }
  if (!job_needs_load())
    return 0;
  for (n = 0; n < 2; n++) {
    bin = test_load(p, n);
    if (bin)
      return bin;
  }
  return test_ripple(p);
}

static int test_ldo(part *p, int n) {
  double value = ts_volt(p->site, 300 + n, PIN_LDO1 + n);
  if (compare(value, ldo_limits[n]) != 0)
    return BIN_LDO1 + n;
  return 0;
}

/* The output may fall short of the supply by 0.2 V. */
static int test_dropout(part *p) {
  double value;
  ts_force(p->site, PIN_VIN, 3.3);
  value = ts_volt(p->site, 310, PIN_LDO2);
  ts_force(p->site, PIN_VIN, p->vin);
  if (!(value >= 3.1))
    return BIN_LDO_DROPOUT;
  return 0;
}

static int test_short(part *p) {
  double current = ts_ampere(p->site, 320, PIN_LDO3);
  if (!(current >= 0.25 && current <= 0.6))
    return BIN_LDO_SHORT;
  return 0;
}

int test_ldos(part *p) {
  int n, bin = 0;
  for (n = 0; n < 3 && !bin; n++)
    bin = test_ldo(p, n);
  if (!bin)
    bin = test_dropout(p);
  if (!bin && !is_hot()) /* it would be too much for a hot part */
    bin = test_short(p);
  return bin;
}
