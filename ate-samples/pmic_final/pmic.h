/* SPDX-License-Identifier: MIT */
/* Final test of a power management chip: two bucks, three linear regulators,
 * an I2C port. Every stage returns the soft bin of what failed, 0 if nothing
 * did. */
#ifndef PMIC_H
#define PMIC_H

#define SITES 2

enum pin { PIN_VIN, PIN_BUCK1, PIN_BUCK2, PIN_LDO1, PIN_LDO2, PIN_LDO3, PIN_INT };

enum soft_bin {
  BIN_PASS = 1,
  BIN_PASS_LOW_POWER = 2,
  BIN_CONTACT = 10,
  BIN_SHORT = 11,
  BIN_ALARM = 12,
  BIN_QUIESCENT = 20,
  BIN_SHUTDOWN = 21,
  BIN_BUCK1_LOW = 30,
  BIN_BUCK1_HIGH = 31,
  BIN_BUCK2_LOW = 32,
  BIN_BUCK2_HIGH = 33,
  BIN_BUCK_LOAD = 34,
  BIN_BUCK_RIPPLE = 35,
  BIN_LDO1 = 40,
  BIN_LDO2 = 41,
  BIN_LDO3 = 42,
  BIN_LDO_DROPOUT = 43,
  BIN_LDO_SHORT = 44,
  BIN_I2C_NACK = 50,
  BIN_I2C_ID = 51,
  BIN_I2C_REVISION = 52,
  BIN_FUSE = 53,
  BIN_TRIM_RANGE = 54,
  BIN_TRIM_VERIFY = 55,
  BIN_INTERRUPT = 60,
  BIN_THERMAL = 61
};

enum hard_bin { HARD_GOOD = 1, HARD_LOW_POWER = 2, HARD_FAIL = 5, HARD_CONTACT = 6 };

typedef struct part {
  int site;
  int soft;            /* 0: nothing has failed yet */
  double vin;          /* forced */
  double buck[2];      /* measured without load */
  double quiescent;    /* ampere */
  unsigned char id, revision, fuses;
} part;

/* contact.c */
int test_contact(part *p);
int test_current(part *p);
/* regulators.c */
int test_bucks(part *p);
int test_ldos(part *p);
/* digital.c */
int test_i2c(part *p);
int test_trim(part *p);
int test_interrupt(part *p);
/* binning.c */
int hard_bin_of(int soft);
void finish(const part *p);
/* job.c */
int job_needs_trim(void);
int job_needs_load(void);
int is_hot(void);

#endif
