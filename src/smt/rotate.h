/* SPDX-License-Identifier: GPL-3.0-or-later */
/* smt/rotate.h - what a core needs, without the solver (inside module smt).
 *
 * A predicate is needed if the others hold for some values. Change one of these
 * so that it holds, too: where exactly one other then does not, that one is
 * needed as well, and so on (recursive model rotation: Belov, Marques-Silva).
 * Definitions form chains, so one answer often tells all of a core.
 */
#ifndef TP_SMT_ROTATE_H
#define TP_SMT_ROTATE_H

#include "base/bits.h"
#include "smt/inside.h"

/* smt->values: all of smt->core holds but the predicate at this place. Adds to
 * the places that are needed. */
void tp_smt_rotate(tp_smt *smt, uint32_t place, tp_bits *needed);

#endif
