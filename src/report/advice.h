/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report/advice.h - what to do about a branch that is unknown: one of a few
 * advices for each reason (report/advice.def). */
#ifndef TP_REPORT_ADVICE_H
#define TP_REPORT_ADVICE_H

typedef enum tp_advice {
#define KIND(name, word, text) TP_ADVICE_##name,
#include "report/advice.def"
  TP_ADVICES
} tp_advice;

/* NULL, and what is in no list: nothing. */
tp_advice tp_advice_of(const char *reason);
const char *tp_advice_word(tp_advice a);
const char *tp_advice_text(tp_advice a);

#endif
