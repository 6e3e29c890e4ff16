/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app/choose.h - which of the tests that were found are reported, and what they
 * cover. */
#ifndef TP_APP_CHOOSE_H
#define TP_APP_CHOOSE_H

#include "app/found.h"

/* Whether the test ends alike on the plain program. */
bool tp_choose_is_confirmed(const tp_found *f, uint32_t test);
/* Whether the first n tests were all replayed. */
bool tp_choose_has_replayed(const tp_found *f, uint32_t n);

/* Puts the tests that hold on the plain program into the result, with what they
 * cover and the findings they show; says in its notes what was dropped.
 * `is_few`: only as many as are needed. */
void tp_choose_tests(tp_result *r, const tp_found *f, bool is_few);

#endif
