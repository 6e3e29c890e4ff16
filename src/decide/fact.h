/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/fact.h - what may hold at the head of each turn of a loop; private to
 * decide (invariant.c). */
#ifndef TP_DECIDE_FACT_H
#define TP_DECIDE_FACT_H

#include "decide/eval.h"

typedef enum tp_fact_kind {
  TP_FACT_MOST,
  TP_FACT_LEAST,
  TP_FACT_MOST_BITS,
  TP_FACT_NOT,
  TP_FACT_UP_TO, /* another head */
  TP_FACT_AMONG  /* what it is chosen from */
} tp_fact_kind;

#define TP_NO_HEAD UINT32_MAX

/* About the value of one head; where there is a condition, only while another
 * has that value. Those of one group follow from each other, the strongest
 * comes first. */
typedef struct tp_fact {
  uint32_t head, group, if_head;
  uint8_t kind; /* tp_fact_kind */
  bool is_false;
  uint64_t value, if_value; /* UP_TO: the value is the other head */
} tp_fact;

typedef VEC(uint64_t) tp_fact_values;

/* "while phase is 2: fails is at most 3". */
void tp_fact_words(const tp_eval *e, const tp_eval_heads *heads,
                   const tp_fact *f, const tp_fact_values *chosen, tp_str *out);

#endif
