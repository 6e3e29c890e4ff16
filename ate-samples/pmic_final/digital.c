/* SPDX-License-Identifier: MIT */
/* The I2C port, fuses, trimming, the interrupt. */
#include "pmic.h"
#include "tester.h"

#define DEVICE 0x48
#define REG_ID 0x00
#define REG_REVISION 0x01
#define REG_FUSES 0x10
#define REG_TRIM 0x11
#define REG_STATUS 0x20
#define CHIP_ID 0x5a
#define FUSE_PARITY 0x80
#define FUSE_BLOWN 0x40
#define STATUS_HOT 0x04
#define STATUS_INT 0x01
#define TRIM_CENTRE 1.2
#define TRIM_STEP 0.004

/* 0: it was read; a second attempt is allowed. */
static int read_register(part *p, int reg, unsigned char *value) {
  int result = ts_i2c_read(p->site, DEVICE, reg, value);
  if (result != 0)
    result = ts_i2c_read(p->site, DEVICE, reg, value);
  return result;
}

int test_i2c(part *p) {
  if (read_register(p, REG_ID, &p->id) != 0)
    return BIN_I2C_NACK;
  if (p->id != CHIP_ID)
    return BIN_I2C_ID;
  if (read_register(p, REG_REVISION, &p->revision) != 0)
    return BIN_I2C_NACK;
  switch (p->revision) {
  case 0xa0:
  case 0xa1:
  case 0xb0:
    return 0;
  default:
    return BIN_I2C_REVISION;
  }
}

static int parity_is_even(unsigned char bits) {
  bits ^= bits >> 4;
  bits ^= bits >> 2;
  bits ^= bits >> 1;
  return !(bits & 1);
}

static int read_fuses(part *p) {
  if (read_register(p, REG_FUSES, &p->fuses) != 0)
    return BIN_I2C_NACK;
  if (!parity_is_even(p->fuses))
    return BIN_FUSE;
  return 0;
}

/* Steps that bring the voltage to its centre; no more than 15 either way. */
static int trim_code(double volt, int *code) {
  double steps = (TRIM_CENTRE - volt) / TRIM_STEP;
  if (!(steps >= -15.0 && steps <= 15.0))
    return 0;
  *code = (int)steps;
  return 1;
}

int test_trim(part *p) {
  int code = 0, bin = read_fuses(p);
  unsigned char back = 0;
  if (bin)
    return bin;
  if (p->fuses & FUSE_BLOWN)
    return 0; /* done before */
  if (!trim_code(ts_volt(p->site, 400, PIN_BUCK1), &code))
    return BIN_TRIM_RANGE;
  ts_i2c_write(p->site, DEVICE, REG_TRIM, (unsigned char)(code & 0x1f));
  if (read_register(p, REG_TRIM, &back) != 0)
    return BIN_I2C_NACK;
  if (back != (unsigned char)(code & 0x1f))
    return BIN_TRIM_VERIFY;
  return 0;
}

int test_interrupt(part *p) {
  unsigned char status = 0;
  if (read_register(p, REG_STATUS, &status) != 0)
    return BIN_I2C_NACK;
  if ((status & STATUS_HOT) && !is_hot())
    return BIN_THERMAL;
  if (!(status & STATUS_INT))
    return BIN_INTERRUPT;
  return 0;
}
