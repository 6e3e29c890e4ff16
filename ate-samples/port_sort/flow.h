/* SPDX-License-Identifier: MIT */
/* Wafer sort of a radio chip, as a flow editor writes it: tests have ports,
 * what a port means is a row of the bin table. */
#ifndef FLOW_H
#define FLOW_H

/* What a test returns: where the flow goes on. */
enum port { PORT_ALARM = -2, PORT_SYSTEM = -1, PORT_FAIL = 0, PORT_PASS = 1, PORT_GRADE_B = 2, PORT_RETRY = 3 };

enum test {
  T_OPENS = 1, T_SHORTS, T_POWER_UP, T_IDDQ, T_LEAK_IN, T_LEAK_OUT,
  T_SCAN = 10, T_MBIST, T_REPAIR, T_ROM, T_LBIST,
  T_PLL_LOCK = 20, T_PLL_RANGE, T_PLL_JITTER, T_OSC,
  T_LNA_GAIN = 30, T_LNA_NOISE, T_MIXER, T_PA_POWER, T_PA_ACLR, T_RSSI,
  T_ADC_SNR = 40, T_ADC_INL, T_DAC, T_TEMP_SENSOR, T_TRIM_WRITE
};

/* Where a die ends. */
typedef struct bin_row {
  int test, port;
  int soft, hard;
} bin_row;

extern const bin_row bin_table[];
extern const int bin_rows;
extern int soft_bin, hard_bin;

/* The tester. */
int tf_run(int test);
int tf_wafer_map(int *x, int *y);
int tf_option(const char *name);

/* binning.c */
void take_bin(int test, int port);
void take_good_bin(int is_grade_b);
/* dc.c, digital.c, rf.c, analog.c: 0 if the die is finished. */
int flow_dc(void);
int flow_digital(void);
int flow_clock(void);
int flow_rf(int *is_grade_b);
int flow_analog(int *is_grade_b);

#endif
