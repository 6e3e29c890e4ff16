/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs and results of numeric functions under test. */
#include <math.h>

double __VERIFIER_nondet_double(void);
int __VERIFIER_nondet_int(void);

enum { OK, DOMAIN_ERROR, OVERFLOWS, UNDERFLOWS, TOO_MANY, LOSS };
