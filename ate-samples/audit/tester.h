/* SPDX-License-Identifier: MIT */
/* The interface of a tester with up to two sites, as its maker delivers it. */
#ifndef TESTER_H
#define TESTER_H

extern unsigned active_sites; /* bit s: site s has a part */

double ate_measure(int site, int number, int pin);
int ate_functional(int site, int number, const char *pattern);
void ate_bin(int site, int soft, int hard);

#endif
