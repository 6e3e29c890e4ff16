/* SPDX-License-Identifier: MIT */
/* Scan at three supplies, self test of the RAMs, fuses. */
#include "prober.h"
#include "sort.h"

#define SPARE_ROWS 2
#define ID_MASK 0xf0u
#define ID 0x50u
#define LOCKED 0x08u

static const struct corner {
  int vdd_mv, bin;
  const char *test;
} corners[] = {{1620, SB_SCAN_LOW_VDD, "scan low"},
               {1800, SB_SCAN, "scan"},
               {1980, SB_SCAN_HIGH_VDD, "scan high"}};

int test_scan(void) {
  unsigned i;
  for (i = 0; i < 3; i++) {
    int result = pr_pattern(corners[i].test, "scan_all", corners[i].vdd_mv);
    if (result == PP_ALARM)
      return SB_ALARM;
    if (result != PP_OK) {
      if (corners[i].bin == SB_SCAN_LOW_VDD && result == PP_UNDER &&
          !die.is_hot) {
        die.is_slow = 1; /* sold at a lower clock */
        continue;
      }
      return corners[i].bin;
    }
  }
  return 0;
}

/* Bits of the answer: rows that fail. */
static int failing_rows(unsigned answer) {
  int n = 0;
  for (; answer; answer &= answer - 1)
    n++;
  return n;
}

int test_rams(void) {
  int fails[2], i, bad = 0;
  for (i = 0; i < 2; i++) {
    unsigned answer = pr_bist(i);
    fails[i] = failing_rows(answer & 0xffu);
    if (fails[i] > SPARE_ROWS)
      bad++;
    else if (fails[i])
      die.repair |= answer << (8 * i);
  }
  if (bad == 2)
    return SB_RAM_BOTH;
  if (bad == 1) {
    if (die.repair)
      return SB_RAM_REPAIR;
    die.has_one_ram = 1;
  }
  return 0;
}

int test_fuses(void) {
  unsigned word = pr_bist(7);
  if ((word & ID_MASK) != ID)
    return SB_FUSE;
  if ((word & LOCKED) && die.repair)
    return SB_FUSE_LOCKED;
  return 0;
}
