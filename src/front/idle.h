/* SPDX-License-Identifier: GPL-3.0-or-later */
/* front/idle.h - declarations that nothing uses.
 *
 * Headers declare a thousand things of which a program uses ten. An attribute
 * or assembler name that no list has is strange only where what it is said of
 * is used: in a definition, or in a declaration that one needs, directly or
 * through others. Preprocessed text has the system's headers in it without
 * saying so.
 */
#ifndef TP_FRONT_IDLE_H
#define TP_FRONT_IDLE_H

#include "front/sema.h"

/* An external declaration. */
typedef struct tp_idle_piece_of {
  tp_tok from, to;      /* its tokens */
  uint32_t first, last; /* what it declares: entries of the scope */
  bool is_used;
} tp_idle_piece_of;

typedef struct tp_idle {
  VEC(tp_idle_piece_of) pieces;
  uint32_t strange;       /* what was strange before this unit */
  uint32_t funcs, opaque; /* what there was before the piece at hand */
} tp_idle;

/* Before the unit's tokens are looked at. */
void tp_idle_begin(tp_idle *idle, const tp_program *p);
/* The piece from s->piece up to `to` has been read. */
void tp_idle_piece(tp_idle *idle, const tp_sema *s, tp_tok to);
/* All were: strange things of what is idle are forgotten. */
void tp_idle_end(tp_idle *idle, tp_sema *s);

#endif
