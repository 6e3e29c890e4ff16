/* SPDX-License-Identifier: GPL-3.0-or-later */
/* engine/text.h - what functions of the C library make of the bytes that they
 * looked at. */
#ifndef TP_ENGINE_TEXT_H
#define TP_ENGINE_TEXT_H

#include "wire/wire.h"
#include "sem/sem.h"

typedef struct tp_text_call {
  uint32_t which;                /* tp_wire_library */
  uint32_t n;                    /* bytes of a, and of b where there are two */
  uint64_t base;                 /* where a lies */
  uint32_t how;                  /* NUMBER */
  tp_expr a[TP_WIRE_MAX_LENGTH]; /* 8 bits each */
  tp_expr b[TP_WIRE_MAX_STRING];
} tp_text_call;

bool tp_text_has_second(uint32_t which);
/* Bits of the result. */
unsigned tp_text_width(const tp_text_call *c);
/* `other`: the result where bytes behind these decide; 0: there are none. A
 * comparison gives the difference of bytes, or (is_sign) only its sign. */
tp_expr tp_text_result(tp_exprs *x, const tp_text_call *c, tp_expr other,
                       bool is_sign);
/* The same for the same function of the same bytes. */
uint64_t tp_text_key(const tp_text_call *c);

#endif
