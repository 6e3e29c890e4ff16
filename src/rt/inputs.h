/* SPDX-License-Identifier: MIT */
/* rt/inputs.h - input values, for the functions of names.c. `caller`
 * is the frame of the program's function that called one of them. It is found
 * before anything else: a tail call would give up the frame in between. */
#ifndef TP_RT_INPUTS_H
#define TP_RT_INPUTS_H

#include "rt/state.h"

#pragma GCC visibility push(hidden)

#define CALLER() caller_of(FRAME())

/* An input of a tp_wire_type as bits; `otherwise`: if nobody chose a value. */
uint64_t __tp2ph_scalar(uintptr_t caller, unsigned type, uint64_t otherwise);
/* Fill an object: by the parts of its site, else with scalars of `type`. */
void __tp2ph_object(uintptr_t caller, void *object, size_t size, unsigned type);
void __tp2ph_assume(bool holds);
/* bits, or if they are outside of the limits of the site other ones: drawn from
 * `random`, or if that is 0 the plain ones. */
uint64_t __tp2ph_limit(const tp_wire_site *s, unsigned type, unsigned size,
                       uint64_t bits, uint64_t random);

#pragma GCC visibility pop

#endif
