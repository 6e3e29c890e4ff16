/* SPDX-License-Identifier: MIT */
/* Wafer sort of a microcontroller with two RAMs and an ADC: what its files
 * share. */
#ifndef SORT_H
#define SORT_H

enum soft_bin {
  SB_GOOD = 1,
  SB_GOOD_ONE_RAM = 2,
  SB_GOOD_SLOW = 3,
  SB_OPEN = 10,
  SB_SHORT = 11,
  SB_LEAK_LOW = 12,
  SB_LEAK_HIGH = 13,
  SB_POWER_SHORT = 20,
  SB_IDD_STANDBY = 21,
  SB_IDD_ACTIVE = 22,
  SB_SCAN = 30,
  SB_SCAN_LOW_VDD = 31,
  SB_SCAN_HIGH_VDD = 32,
  SB_RAM_BOTH = 40,
  SB_RAM_REPAIR = 41,
  SB_FUSE = 50,
  SB_FUSE_LOCKED = 51,
  SB_ADC_OFFSET = 60,
  SB_ADC_GAIN = 61,
  SB_ADC_NOISE = 62,
  SB_ALARM = 90,
  SB_EDGE = 95,
  SB_SETUP = 99
};

enum { HB_GOOD = 1, HB_GRADE = 2, HB_FAIL = 5, HB_RETEST = 7 };

/* A step of the flow gives the bin of a die that fails, or 0. */
typedef int (*step)(void);

struct die_state {
  int is_hot;
  int has_one_ram;
  int is_slow;
  unsigned repair;
  double offset;
};

extern struct die_state die;

int test_contact(void);
int test_leakage(void);
int test_power(void);
int test_scan(void);
int test_rams(void);
int test_fuses(void);
int test_adc(void);
int hard_bin_of(int soft);
int good_bin(void);

#endif
