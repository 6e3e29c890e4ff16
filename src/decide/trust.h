/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/trust.h - what of the program may be used, or changed, unseen;
 * private to decide. */
#ifndef TP_DECIDE_TRUST_H
#define TP_DECIDE_TRUST_H

#include "base/bits.h"
#include "flow/cfg.h"

typedef struct tp_trust {
  VEC(uint32_t) effects; /* by decl, of functions that are not defined here */
  bool is_shared;        /* other code may run at any time */
  bool hands_on; /* code outside may call functions whose address is used */
  bool is_interposed;  /* it may call others, which change what they can name */
  uint32_t rounding;   /* why nothing is known of floating-point operations: an
                          index into strange, + 1 */
  bool rounds;         /* a call changes how they round */
  bool is_linked;      /* code that is not seen knows what has linkage */
  bool is_optimised;   /* compilers fold what is constant on the way */
  bool keeps_types;    /* a pointer to a function is called as what it is */
  tp_node_id stranger; /* names a variable that the program does not define, and
                          of which it is not known what it is */
  VEC(tp_func_id) entered; /* functions that may be called unseen */
  tp_bits library;         /* variables that the C library has, too */
} tp_trust;

struct tp_eval;
void tp_trust_find(tp_trust *t, const struct tp_eval *e);
void tp_trust_free(tp_trust *t);
/* Whether code that is not seen may change the variable. */
bool tp_trust_is_open(const tp_trust *t, const tp_program *p, tp_decl_id id);

#endif
