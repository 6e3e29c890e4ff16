/* rt/inputs.h - input values, for the functions of names.c. `own` is the frame
 * of the function that the program called. */
#ifndef TP_RT_INPUTS_H
#define TP_RT_INPUTS_H

#include "rt/state.h"

#pragma GCC visibility push(hidden)

/* An input of a tp_wire_type as bits; `otherwise`: if nobody chose a value. */
uint64_t __tp2ph_scalar(uintptr_t own, unsigned type, uint64_t otherwise);
/* Fill an object: by the parts of its site, else with scalars of `type`. */
void __tp2ph_object(uintptr_t own, void *object, size_t size, unsigned type);
void __tp2ph_assume(bool holds);

#pragma GCC visibility pop

#endif
