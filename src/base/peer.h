/* SPDX-License-Identifier: GPL-3.0-or-later */
/* base/peer.h - a copy of this process that works beside it, and messages
 * between the two.
 *
 * Nobody waits for the other to listen: what is said is kept until there is
 * room. The copy ends when this process ends, in whatever way.
 */
#ifndef TP_BASE_PEER_H
#define TP_BASE_PEER_H

#include "base/str.h"

#include <sys/types.h>

typedef struct tp_peer tp_peer;

/* Both go on from here; *is_copy tells which one this is. NULL: there is no
 * process to be had. Threads and children are not the copy's. */
tp_peer *tp_peer_split(bool *is_copy);
pid_t tp_peer_copy(const tp_peer *p); /* 0 in the copy itself */

void tp_peer_say(tp_peer *p, uint8_t kind, const tp_str *payload);
/* The next thing that the other has said; it may take so long to come. False:
 * nothing came. The payload is overwritten. */
bool tp_peer_hear(tp_peer *p, int wait_ms, uint8_t *kind, tp_str *payload);
/* The other has ended; what it said before can still be heard. */
bool tp_peer_is_gone(const tp_peer *p);

/* The copy says the rest, and ends. */
_Noreturn void tp_peer_leave(tp_peer *p);
/* How the copy has ended, as waitpid has it; 0: well, or it goes on. */
int tp_peer_how(tp_peer *p);
/* The copy is ended if it goes on. NULL is fine. */
void tp_peer_end(tp_peer *p);

#endif
