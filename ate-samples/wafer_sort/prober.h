/* SPDX-License-Identifier: MIT */
/* The tester and the prober, as their maker declares them. */
#ifndef PROBER_H
#define PROBER_H

enum prober_event { EV_DIE, EV_EDGE, EV_INK, EV_END };
enum { PP_OK, PP_OVER, PP_UNDER, PP_ALARM };

struct prober_die {
  int x, y;
  enum prober_event event;
};

struct prober_die pr_next(void);
int pr_pattern(const char *test, const char *pattern, int vdd_mv);
double pr_current(const char *test, int pin, int range);
double pr_voltage(const char *test, int pin);
unsigned pr_bist(int macro);
int pr_temperature(void);
void pr_power(int vdd_mv);
void pr_ink(int x, int y);
void pr_category(int soft, int hard);

#endif
