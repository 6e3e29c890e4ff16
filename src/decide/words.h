/* SPDX-License-Identifier: GPL-3.0-or-later */
/* decide/words.h - the parts of a proof in words; private to decide.
 *
 * Each adds one part, behind "; " if something was said before.
 */
#ifndef TP_DECIDE_WORDS_H
#define TP_DECIDE_WORDS_H

#include "ir/ir.h"

/* Behind a condition: it is told as the walk has folded it. */
#define TP_WORDS_FOLDED " (as folded)"

/* FILE:LINE: CONDITION is SIDE */
void tp_words_branch(const tp_ir *ir, tp_sbranch b, tp_str *out);
/* FILE:LINE: what stands there */
void tp_words_node(const tp_ir *ir, tp_node_id n, tp_str *out);
/* FILE:LINE: what holds in each turn of the loop there */
void tp_words_fact(const tp_ir *ir, tp_node_id n, const char *fact,
                   tp_str *out);
/* Several ways meet above the branch; f: all calls of it. */
void tp_words_ways(const tp_program *p, tp_func_id f, tp_str *out);
/* Its invariants (invariant.c). */
void tp_words_turns(tp_str *out);
/* The input of a site lies between limits. */
void tp_words_limits(const tp_program *p, uint32_t site, tp_str *out);
void tp_words_assumption(const tp_program *p, uint32_t site, tp_str *out);
/* A function of the tester does what --inputs says, and nothing else. */
void tp_words_declared(const tp_program *p, tp_func_id f, tp_str *out);
/* All declarations that say what becomes of functions; or all there are. */
void tp_words_promises(const tp_program *p, bool is_all, tp_str *out);

#endif
