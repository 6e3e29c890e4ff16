/* SPDX-License-Identifier: GPL-3.0-or-later */
/* checks/call.h - a call of the C library while its checks are written. */
#ifndef TP_CHECKS_CALL_H
#define TP_CHECKS_CALL_H

#include "checks/inside.h"

#define TP_CHECK_ARGS 16

typedef struct tp_check_call {
  tp_check_writer *w;
  tp_node_id node;
  tp_node_id arg[TP_CHECK_ARGS];
  uint32_t n;
  tp_operand text[TP_CHECK_ARGS];
  uint32_t format; /* of a call that prints: which argument; else UINT32_MAX */
  bool is_list;    /* behind it is a va_list */
  /* of the check at hand */
  tp_check_kind kind;
  tp_str before;           /* what it declares */
  uint32_t declared, used; /* bit 2 * i: the room at argument i, 2 * i + 1: the
                              length of its text; used: by checks before */
} tp_check_call;

/* Declare the length of a text, as __tp2ph_tI (strings.c). */
void tp_check_need_length(tp_check_call *c, uint32_t i);

/* ---- what is printed (format.c) */
/* Which argument of a function is a format of printf, if one is. */
void tp_check_find_format(tp_check_call *c, const char *name);
/* Arguments that are printed as texts, up to their NUL, as bits. */
uint32_t tp_check_printed_texts(const tp_check_call *c);
/* Declare how much is printed, as __tp2ph_l. */
void tp_check_need_printed(tp_check_call *c);

#endif
