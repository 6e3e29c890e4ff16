/* SPDX-License-Identifier: MIT */
/* tp2ph.h - mark the inputs of a program for tp2ph.
 *
 *   int mode;
 *   tp2ph_input(mode);                  any object: number, array, struct
 *   double v = tp2ph_input_double("v"); or a value by name
 *   tp2ph_assume(mode >= 0);            runs in which this is false end here
 *
 * tp2ph supplies the functions when it runs a program and in the harness that
 * it writes. No other header is needed; C and C++ may include it.
 */
#ifndef TP2PH_H
#define TP2PH_H

#ifdef __cplusplus
extern "C" {
#define TP2PH_BOOL bool
#else
#define TP2PH_BOOL _Bool
#endif

/* Fill an object with an input. The name is shown in reports. */
#define tp2ph_input(x) tp2ph_input_object(&(x), sizeof(x), #x)
void tp2ph_input_object(void *object, unsigned long size, const char *name);

/* An input as a value. */
TP2PH_BOOL tp2ph_input_bool(const char *name);
char tp2ph_input_char(const char *name);
signed char tp2ph_input_schar(const char *name);
unsigned char tp2ph_input_uchar(const char *name);
short tp2ph_input_short(const char *name);
unsigned short tp2ph_input_ushort(const char *name);
int tp2ph_input_int(const char *name);
unsigned int tp2ph_input_uint(const char *name);
long tp2ph_input_long(const char *name);
unsigned long tp2ph_input_ulong(const char *name);
long long tp2ph_input_llong(const char *name);
unsigned long long tp2ph_input_ullong(const char *name);
float tp2ph_input_float(const char *name);
double tp2ph_input_double(const char *name);

/* Only runs in which the condition holds are of interest: others end with
 * status 0 and are no tests. Not counted as a branch of the program. */
#define tp2ph_assume(condition) tp2ph_assume_that(!!(condition))
void tp2ph_assume_that(int holds);

#ifdef __cplusplus
}
#endif
#endif
