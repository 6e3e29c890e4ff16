/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/fiber.h - a function with a stack of its own, which can be left in the
 * middle and continued.
 *
 * All of them run in the thread that continues them, one at a time, so nothing
 * needs a lock, and children that die with their parent's thread live as long
 * as ever. A fiber may continue others; pausing leads back to whoever
 * continued it.
 */
#ifndef TP_BASE_FIBER_H
#define TP_BASE_FIBER_H

#include <stdbool.h>
#include <stddef.h>

typedef struct tp_fiber tp_fiber;

/* Nothing of it runs before it is continued. NULL: there is no room for such a
 * stack. */
tp_fiber *tp_fiber_new(size_t stack, void (*run)(void *state), void *state);
/* Until it pauses (true) or returns (false). */
bool tp_fiber_continue(tp_fiber *f);
/* From inside of it. */
void tp_fiber_pause(tp_fiber *f);
/* It has returned, or was never continued. NULL is fine. */
void tp_fiber_free(tp_fiber *f);

#endif
