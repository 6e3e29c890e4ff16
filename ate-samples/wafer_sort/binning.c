/* SPDX-License-Identifier: MIT */
/* From soft bins to hard ones. */
#include "sort.h"

static const struct hard_row {
  int first, last, hard;
} hard_rows[] = {{SB_GOOD, SB_GOOD, HB_GOOD},
                 {SB_GOOD_ONE_RAM, SB_GOOD_SLOW, HB_GRADE},
                 {SB_OPEN, SB_OPEN, HB_RETEST},
                 {SB_SHORT, SB_ADC_NOISE, HB_FAIL},
                 {SB_ALARM, SB_ALARM, HB_RETEST},
                 {SB_EDGE, SB_SETUP, HB_FAIL}};

int hard_bin_of(int soft) {
  unsigned i;
  for (i = 0; i < sizeof hard_rows / sizeof *hard_rows; i++)
    if (soft >= hard_rows[i].first && soft <= hard_rows[i].last)
      return hard_rows[i].hard;
  return HB_FAIL;
}

int good_bin(void) {
  if (die.has_one_ram)
    return SB_GOOD_ONE_RAM;
  if (die.is_slow)
    return SB_GOOD_SLOW;
  return SB_GOOD;
}
