/* SPDX-License-Identifier: MIT */
/* What the tester's maker delivers. */
#ifndef TESTER_H
#define TESTER_H

typedef enum { TS_OK, TS_CLAMP, TS_ALARM } tester_status;

extern unsigned active_sites; /* bit s: site s has a part */
extern char job_name[8];      /* "ft1", "ft2" or "qa" */
extern int temperature;       /* of the handler, degrees */

tester_status ts_connect(int site, int test);
double ts_volt(int site, int test, int pin);
double ts_ampere(int site, int test, int pin);
int ts_i2c_read(int site, int device, int reg, unsigned char *value);
void ts_i2c_write(int site, int device, int reg, unsigned char value);
void ts_force(int site, int pin, double volt);
void ts_wait(int microseconds);
void ts_bin(int site, int soft, int hard);

#endif
