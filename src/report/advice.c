/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of advices: see report/advice.h. */
#include "report/advice.h"

#include <stddef.h>
#include <string.h>

static const struct {
  const char *word, *text;
} kinds[] = {
#define KIND(name, word, text) {word, text},
#include "report/advice.def"
};

static const struct {
  const char *begin;
  tp_advice advice;
} reasons[] = {
#define REASON(begin, kind) {begin, TP_ADVICE_##kind},
#include "report/advice.def"
};

tp_advice tp_advice_of(const char *reason) {
  for (size_t i = 0; reason && i < sizeof reasons / sizeof *reasons; i++)
    if (strncmp(reason, reasons[i].begin, strlen(reasons[i].begin)) == 0)
      return reasons[i].advice;
  return TP_ADVICE_NOTHING;
}

const char *tp_advice_word(tp_advice a) {
  return kinds[a].word;
}

const char *tp_advice_text(tp_advice a) {
  return kinds[a].text;
}
