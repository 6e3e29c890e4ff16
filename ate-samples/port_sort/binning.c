/* SPDX-License-Identifier: MIT */
/* The bin table, and how a die gets its bin. A port without a row of its own
 * is bin 999. */
#include "flow.h"

int soft_bin, hard_bin;

const bin_row bin_table[] = {
    {T_OPENS, PORT_FAIL, 100, 5},
    {T_OPENS, PORT_ALARM, 101, 4},
    {T_SHORTS, PORT_FAIL, 105, 5},
    {T_SHORTS, PORT_ALARM, 106, 4},
    {T_POWER_UP, PORT_FAIL, 110, 5},
    {T_POWER_UP, PORT_ALARM, 111, 4},
    {T_IDDQ, PORT_FAIL, 115, 5},
    {T_IDDQ, PORT_ALARM, 116, 4},
    {T_LEAK_IN, PORT_FAIL, 120, 5},
    {T_LEAK_IN, PORT_ALARM, 121, 4},
    {T_LEAK_OUT, PORT_FAIL, 125, 5},
    {T_LEAK_OUT, PORT_ALARM, 126, 4},
    {T_SCAN, PORT_FAIL, 200, 6},
    {T_SCAN, PORT_ALARM, 201, 4},
    {T_MBIST, PORT_FAIL, 205, 6},
    {T_MBIST, PORT_ALARM, 206, 4},
    {T_REPAIR, PORT_FAIL, 210, 6},
    {T_REPAIR, PORT_ALARM, 211, 4},
    {T_ROM, PORT_FAIL, 215, 6},
    {T_ROM, PORT_ALARM, 216, 4},
    {T_LBIST, PORT_FAIL, 220, 6},
    {T_LBIST, PORT_ALARM, 221, 4},
    {T_PLL_LOCK, PORT_FAIL, 300, 7},
    {T_PLL_LOCK, PORT_ALARM, 301, 4},
    {T_PLL_RANGE, PORT_FAIL, 305, 7},
    {T_PLL_RANGE, PORT_ALARM, 306, 4},
    {T_PLL_JITTER, PORT_FAIL, 310, 7},
    {T_PLL_JITTER, PORT_ALARM, 311, 4},
    {T_OSC, PORT_FAIL, 315, 7},
    {T_OSC, PORT_ALARM, 316, 4},
    {T_LNA_GAIN, PORT_FAIL, 400, 8},
    {T_LNA_GAIN, PORT_ALARM, 401, 4},
    {T_LNA_NOISE, PORT_FAIL, 405, 8},
    {T_LNA_NOISE, PORT_ALARM, 406, 4},
    {T_MIXER, PORT_FAIL, 410, 8},
    {T_MIXER, PORT_ALARM, 411, 4},
    {T_PA_POWER, PORT_FAIL, 415, 8},
    {T_PA_POWER, PORT_ALARM, 416, 4},
    {T_PA_ACLR, PORT_FAIL, 420, 8},
    {T_PA_ACLR, PORT_ALARM, 421, 4},
    {T_RSSI, PORT_FAIL, 425, 8},
    {T_RSSI, PORT_ALARM, 426, 4},
    {T_ADC_SNR, PORT_FAIL, 500, 9},
    {T_ADC_SNR, PORT_ALARM, 501, 4},
    {T_ADC_INL, PORT_FAIL, 505, 9},
    {T_ADC_INL, PORT_ALARM, 506, 4},
    {T_DAC, PORT_FAIL, 510, 9},
    {T_DAC, PORT_ALARM, 511, 4},
    {T_TEMP_SENSOR, PORT_FAIL, 515, 9},
    {T_TEMP_SENSOR, PORT_ALARM, 516, 4},
    {T_TRIM_WRITE, PORT_FAIL, 520, 9},
    {T_TRIM_WRITE, PORT_ALARM, 521, 4},
    {T_POWER_UP, PORT_SYSTEM, 112, 3},
    {T_SCAN, PORT_SYSTEM, 202, 3},
    {T_MBIST, PORT_SYSTEM, 207, 3},
    {T_PLL_LOCK, PORT_SYSTEM, 302, 3},
    {T_PA_POWER, PORT_SYSTEM, 417, 3},
    {T_TRIM_WRITE, PORT_SYSTEM, 522, 3},
};
const int bin_rows = sizeof bin_table / sizeof bin_table[0];

void take_bin(int test, int port) {
  int i;
  for (i = 0; i < bin_rows; i++)
    if (bin_table[i].test == test && bin_table[i].port == port) {
      soft_bin = bin_table[i].soft;
      hard_bin = bin_table[i].hard;
      return;
    }
  soft_bin = 999;
  hard_bin = 3;
}

void take_good_bin(int is_grade_b) {
  soft_bin = is_grade_b ? 2 : 1;
  hard_bin = is_grade_b ? 2 : 1;
}
